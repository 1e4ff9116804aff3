import GrowthloopFindings
package import GrowthloopReports
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

/// The cases of one subject, one JSON line each, and their decisions by the rules.
package struct CaseStream {
  /// The limit of a line's length; a longer line is rejected and skipped.
  package static let longestLine = 256 * 1024

  private let subject: any Subject.Type
  private let rules: DecisionRules

  package init(of subject: CaseSubject, under rules: DecisionRules) {
    self.subject = subject.subject
    self.rules = rules
  }

  /// Answers every case of the input, in order.
  ///
  /// - Returns: Whether every line was a valid case.
  package func answerAll(on console: any Console) throws -> Bool {
    var lines = LineReader(limit: Self.longestLine)
    var number = 0
    var isSound = true
    while let line = try lines.next(reading: {
      // A client that waits for a response receives it before the next read.
      try console.flush()
      return try console.read()
    }) {
      number += 1
      if case .whole(let bytes) = line, bytes.allSatisfy({ [0x20, 0x09].contains($0) }) {
        continue
      }
      let (decision, isDecided) = try decision(on: line, number)
      isSound = isSound && isDecided
      try console.write(decision)
    }
    return isSound
  }

  /// Answers one case: a decision, or an object with the mistakes in it; and whether it was valid.
  package func answer(to line: [UInt8]) throws -> (json: String, isDecided: Bool) {
    try decision(on: line.count > Self.longestLine ? .tooLong : .whole(line), 1)
  }

  private func decision(
    on line: LineReader.Line, _ number: Int
  ) throws -> (json: String, isDecided: Bool) {
    do {
      return (try answer(line).jsonLine(), true)
    } catch let refusal as Refusal {
      let words = "line \(number): \(refusal.mistakes.joined(separator: "; "))"
      return (try RefusalAnswer(id: refusal.id, line: number, error: words).jsonLine(), false)
    }
  }

  /// An invalid line.
  private struct Refusal: Error {
    var id = JSONValue.null
    let mistakes: [String]
  }

  private struct RefusalAnswer: Encodable {
    let id: JSONValue
    let line: Int
    let error: String
  }

  private func answer(_ line: LineReader.Line) throws -> any Encodable {
    guard case .whole(let bytes) = line else {
      throw Refusal(mistakes: ["longer than \(Self.longestLine / 1024) KiB"])
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Refusal(mistakes: ["not UTF-8"])
    }
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes)
    } catch {
      throw Refusal(mistakes: ["not JSON at column \(error.column): \(error.words)"])
    }
    do {
      return try subject.decide(CaseReader(value), under: rules)
    } catch let error as CaseError {
      throw Refusal(id: Self.id(of: value), mistakes: error.mistakes)
    }
  }

  private static func id(of value: JSONValue) -> JSONValue {
    guard case .object(let members) = value, let id = members["id"] else { return .null }
    switch id {
    case .text, .integer: return id
    case .null, .bool, .number, .array, .object: return .null
    }
  }
}

/// A kind of decision that cases request, as help and examples show it.
package struct CaseSubject: Sendable {
  package let name: String
  /// The decision, in one line.
  package let summary: String
  /// The fields of a case and of its decision.
  package let contract: String
  /// An example case on one line.
  package let example: String
  let subject: any Subject.Type

  private init(_ subject: any Subject.Type) {
    name = subject.name
    summary = subject.summary
    contract = subject.contract
    example = subject.example
    self.subject = subject
  }

  package static let all = [
    CaseSubject(PromptSubject.self), CaseSubject(AttributionSubject.self),
    CaseSubject(CodeSubject.self), CaseSubject(LimitSubject.self),
    CaseSubject(LifecycleSubject.self), CaseSubject(MatchingSubject.self),
    CaseSubject(ReceiptSubject.self), CaseSubject(MessageSubject.self),
    CaseSubject(ConnectionSubject.self), CaseSubject(AcceptanceSubject.self),
    CaseSubject(NotificationSubject.self), CaseSubject(VisibilitySubject.self),
    CaseSubject(QualificationSubject.self), CaseSubject(EventSubject.self),
    CaseSubject(OnboardingSubject.self), CaseSubject(SharingSubject.self),
    CaseSubject(DashboardSubject.self), CaseSubject(PreviewSubject.self),
    CaseSubject(ReuseSubject.self), CaseSubject(SentSubject.self),
    CaseSubject(SuggestionSubject.self), CaseSubject(CircleSubject.self),
    CaseSubject(LinkSubject.self), CaseSubject(RetentionSubject.self),
    CaseSubject(QueueSubject.self),
    CaseSubject(HomeSubject.self),
  ]
}

/// A check that the events of a list are in time order.
struct TimeOrder {
  private var last: Instant?

  /// Reads "at" of the next event, and records a mistake if it is earlier than the one before.
  mutating func next(in event: CaseReader) -> (moment: Instant, text: String) {
    let at = event.instant("at")
    // An unreadable moment is already recorded; it does not take part in the order.
    guard !at.text.isEmpty else { return at }
    if let last, at.moment < last {
      event.note("at", "is earlier than the event before it; give events in time order")
    }
    last = at.moment
    return at
  }
}
