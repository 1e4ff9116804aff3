import GrowthloopFindings
import Vocabulary

/// All mistakes of a case.
struct CaseError: Error {
  let mistakes: [String]
}

/// A reader of the fields of one object of a case that collects all mistakes.
///
/// A missing or wrong required field yields a placeholder. `finish()` then throws, so that no
/// decision uses it.
final class CaseReader {
  /// The mistakes of a case, shared by the readers of its nested objects.
  private final class Findings {
    /// The limit of mistakes in a report: a long line may have thousands.
    static let most = 20

    private var told: [String] = []
    private var untold = 0

    func add(_ mistake: String) {
      if told.count < Self.most { told.append(mistake) } else { untold += 1 }
    }

    var mistakes: [String] { untold == 0 ? told : told + ["and \(untold) more"] }
  }

  let members: [String: JSONValue]
  private let path: String
  private let findings: Findings
  var asked: Set<String> = []

  init(_ value: JSONValue) throws {
    guard case .object(let members) = value else {
      throw CaseError(mistakes: ["a case must be an object, not \(value.brief)"])
    }
    self.members = members
    path = ""
    findings = Findings()
  }

  private init(members: [String: JSONValue], path: String, findings: Findings) {
    self.members = members
    self.path = path
    self.findings = findings
  }

  /// Records a mistake of a field, in words that follow its name.
  func note(_ key: String, _ mistake: String) {
    findings.add("'\(path)\(key)' \(mistake)")
  }

  /// Throws all recorded mistakes, among them the fields that were not read.
  func finish() throws {
    noteUnknownFields()
    guard findings.mistakes.isEmpty else { throw CaseError(mistakes: findings.mistakes) }
  }

  private func noteUnknownFields() {
    for key in members.keys.sorted() where !asked.contains(key) {
      findings.add(
        "unknown field '\(path)\(key)'" + Suggestion.phrase(for: key, among: asked.sorted()))
    }
  }
}

// MARK: Reading

extension CaseReader {
  func required<Value>(
    _ key: String, _ expectation: String, _ read: (JSONValue) -> Value?
  ) -> Value? {
    asked.insert(key)
    guard let value = members[key] else {
      note(key, "is missing: it \(expectation)")
      return nil
    }
    return checked(key, value, expectation, read)
  }

  func optional<Value>(
    _ key: String, _ expectation: String, _ read: (JSONValue) -> Value?
  ) -> Value? {
    asked.insert(key)
    guard let value = members[key], value != .null else { return nil }
    return checked(key, value, expectation, read)
  }

  func checked<Value>(
    _ key: String, _ value: JSONValue, _ expectation: String, _ read: (JSONValue) -> Value?
  ) -> Value? {
    if let result = read(value) { return result }
    note(key, "\(expectation), not \(value.brief)")
    return nil
  }

  /// Reads a list of objects; `read` is called for each of them in turn.
  func list<Element>(_ key: String, _ read: (CaseReader) -> Element) -> [Element] {
    asked.insert(key)
    guard case .array(let elements) = members[key] else {
      note(key, members[key].map { "must be a list, not \($0.brief)" } ?? "is missing")
      return []
    }
    return elements.enumerated().compactMap { index, element in
      let place = "\(path)\(key)[\(index)]"
      guard case .object(let members) = element else {
        findings.add("'\(place)' must be an object, not \(element.brief)")
        return nil
      }
      let reader = CaseReader(members: members, path: place + ".", findings: findings)
      let value = read(reader)
      reader.noteUnknownFields()
      return value
    }
  }

  /// Reads the same where the field is there.
  func optionalList<Element>(_ key: String, _ read: (CaseReader) -> Element) -> [Element]? {
    asked.insert(key)
    return members[key] == nil ? nil : list(key, read)
  }

  /// Reads an object within the case.
  func object<Value>(_ key: String, _ read: (CaseReader) -> Value) -> Value? {
    asked.insert(key)
    guard let value = members[key] else { return nil }
    guard case .object(let members) = value else {
      note(key, "must be an object, not \(value.brief)")
      return nil
    }
    let reader = CaseReader(members: members, path: "\(path)\(key).", findings: findings)
    let result = read(reader)
    reader.noteUnknownFields()
    return result
  }
}
