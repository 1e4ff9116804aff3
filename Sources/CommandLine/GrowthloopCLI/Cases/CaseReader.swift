import Diagnostics
import Vocabulary

/// What is wrong with a case, all of it.
struct CaseError: Error {
  let mistakes: [String]
}

/// Reads the fields of one object of a case, and remembers every mistake instead of stopping at one.
///
/// A required field that is missing or wrong yields a stand-in; `finish()` then throws, so that no
/// decision is ever taken on one.
final class CaseReader {
  /// The mistakes of a case, shared by the readers of its nested objects.
  private final class Findings {
    /// The most mistakes that are told one by one: a long line may have thousands.
    static let most = 20

    private var told: [String] = []
    private var untold = 0

    func add(_ mistake: String) {
      if told.count < Self.most { told.append(mistake) } else { untold += 1 }
    }

    var mistakes: [String] { untold == 0 ? told : told + ["and \(untold) more"] }
  }

  private let members: [String: JSONValue]
  private let path: String
  private let findings: Findings
  private var asked: Set<String> = []

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

  /// Notes what is wrong with a field, in words that follow its name.
  func note(_ key: String, _ mistake: String) {
    findings.add("'\(path)\(key)' \(mistake)")
  }

  /// Throws every mistake found, fields that nobody asked for among them.
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

// MARK: Fields

extension CaseReader {
  /// The name of the case: text or a whole number, returned as it was given.
  var id: JSONValue {
    asked.insert("id")
    switch members["id"] {
    case .text, .integer: return members["id"] ?? .null
    case nil:
      note("id", "is missing: the answer carries it")
    case .null, .bool, .number, .array, .object:
      note("id", "must be text or a whole number")
    }
    return .null
  }

  func has(_ key: String) -> Bool { members[key] != nil }

  func text(_ key: String) -> String { required(key, "must be text", textValue) ?? "" }

  /// The name of somebody or something: text that is not empty.
  func name(_ key: String) -> String {
    required(key, "must be text that is not empty") { value in
      textValue(value).flatMap { $0.isEmpty ? nil : $0 }
    } ?? ""
  }

  func optionalText(_ key: String) -> String? { optional(key, "must be text", textValue) }

  func flag(_ key: String) -> Bool { required(key, "must be true or false", flagValue) ?? false }

  func flag(_ key: String, otherwise: Bool) -> Bool {
    optional(key, "must be true or false", flagValue) ?? otherwise
  }

  func count(_ key: String) -> Int {
    required(key, "must be a whole number of at least 0", countValue) ?? 0
  }

  func count(_ key: String, otherwise: Int) -> Int {
    optional(key, "must be a whole number of at least 0", countValue) ?? otherwise
  }

  func optionalCount(_ key: String) -> Int? {
    optional(key, "must be a whole number of at least 0", countValue)
  }

  /// The number of an account.
  func principal(_ key: String) -> PrincipalID { PrincipalID(rawValue: UInt64(count(key))) }

  func optionalPrincipal(_ key: String) -> PrincipalID? {
    optionalCount(key).map { PrincipalID(rawValue: UInt64($0)) }
  }

  /// A moment, with the text that it was given in.
  func instant(_ key: String) -> (moment: Instant, text: String) {
    required(key, Self.momentExpected, momentValue) ?? (Instant(milliseconds: 0), "")
  }

  func optionalInstant(_ key: String) -> Instant? {
    optional(key, Self.momentExpected, momentValue)?.moment
  }

  /// Minutes by which a clock is ahead of UTC.
  func utcOffset(_ key: String = "utcOffsetMinutes") -> Interval {
    let minutes =
      optional(key, "must be a whole number of minutes from -840 to 840") { value -> Int64? in
        guard case .integer(let minutes) = value, (-840...840).contains(minutes) else { return nil }
        return minutes
      } ?? 0
    return .minutes(minutes)
  }

  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ key: String, _ type: Choice.Type
  ) -> Choice {
    required(key, mustBeOne(of: type, key), { choiceValue($0, type) })
      ?? Choice.allCases[Choice.allCases.startIndex]
  }

  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ key: String, _ type: Choice.Type, otherwise: Choice
  ) -> Choice {
    optional(key, mustBeOne(of: type, key), { choiceValue($0, type) }) ?? otherwise
  }

  func optionalChoice<Choice: CaseIterable & RawRepresentable<String>>(
    _ key: String, _ type: Choice.Type
  ) -> Choice? {
    optional(key, mustBeOne(of: type, key), { choiceValue($0, type) })
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

  /// Reads a list of words out of an enumeration.
  func choices<Choice: CaseIterable & RawRepresentable<String>>(
    _ key: String, _ type: Choice.Type
  ) -> [Choice] {
    optional(key, "must be a list of " + words(of: type)) { value in
      guard case .array(let elements) = value else { return nil }
      let choices = elements.compactMap { choiceValue($0, type) }
      return choices.count == elements.count ? choices : nil
    } ?? []
  }

  /// Reads a list of texts in which null stands for one that is not known.
  func textsOrNulls(_ key: String) -> [String?] {
    let elements: [JSONValue]? = optional(key, "must be a list of texts and nulls") { value in
      if case .array(let elements) = value { elements } else { nil }
    }
    return (elements ?? []).enumerated().map { place, element in
      let text = textValue(element)
      if text == nil, element != .null {
        note("\(key)[\(place)]", "must be text or null, not \(element.brief)")
      }
      return text
    }
  }

  /// Reads a list of texts.
  func texts(_ key: String) -> [String] {
    optional(key, "must be a list of texts") { value in
      guard case .array(let elements) = value else { return nil }
      let texts = elements.compactMap(textValue)
      return texts.count == elements.count ? texts : nil
    } ?? []
  }
}

// MARK: Values

extension CaseReader {
  private static let momentExpected =
    "must be a moment such as 2026-02-12T09:30:00Z, with at most three decimals"

  private func required<Value>(
    _ key: String, _ expectation: String, _ read: (JSONValue) -> Value?
  ) -> Value? {
    asked.insert(key)
    guard let value = members[key] else {
      note(key, "is missing: it \(expectation)")
      return nil
    }
    return checked(key, value, expectation, read)
  }

  private func optional<Value>(
    _ key: String, _ expectation: String, _ read: (JSONValue) -> Value?
  ) -> Value? {
    asked.insert(key)
    guard let value = members[key], value != .null else { return nil }
    return checked(key, value, expectation, read)
  }

  private func checked<Value>(
    _ key: String, _ value: JSONValue, _ expectation: String, _ read: (JSONValue) -> Value?
  ) -> Value? {
    if let result = read(value) { return result }
    note(key, "\(expectation), not \(value.brief)")
    return nil
  }

  private func textValue(_ value: JSONValue) -> String? {
    if case .text(let text) = value { text } else { nil }
  }

  private func flagValue(_ value: JSONValue) -> Bool? {
    if case .bool(let flag) = value { flag } else { nil }
  }

  private func countValue(_ value: JSONValue) -> Int? {
    guard case .integer(let number) = value, number >= 0 else { return nil }
    return Int(exactly: number)
  }

  private func momentValue(_ value: JSONValue) -> (moment: Instant, text: String)? {
    guard case .text(let text) = value else { return nil }
    return Instant(iso8601: text).map { ($0, text) }
  }

  private func choiceValue<Choice: RawRepresentable<String>>(
    _ value: JSONValue, _ type: Choice.Type
  ) -> Choice? {
    textValue(value).flatMap { Choice(rawValue: $0) }
  }

  private func words<Choice: CaseIterable & RawRepresentable<String>>(
    of type: Choice.Type
  ) -> String {
    type.allCases.map(\.rawValue).joined(separator: " | ")
  }

  private func mustBeOne<Choice: CaseIterable & RawRepresentable<String>>(
    of type: Choice.Type, _ key: String
  ) -> String {
    "must be " + words(of: type)
  }
}
