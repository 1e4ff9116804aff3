/// A subject of the comparison: service against simulator, or one of them against the documents.
public enum RehearsedSubject: String, CaseIterable, Sendable {
  /// Whether the credited inviter is the one that the taps entitle to the credit.
  case promisedCredits = "promised credits"
  /// Whether exactly the prompts appear that the documents allow.
  case promisedPrompts = "promised prompts"
  /// The inviter credited with an invitee.
  case credits
  /// Whether the two became connected.
  case connections
  /// Whether the inviter receives a push.
  case notifications
  /// The figures that an inviter sees.
  case dashboards
  /// The screen of a user whose app was opened by a link.
  case opens
  /// Whether the service accepted the request.
  case requests
  /// The events that the simulator fired and the service exported.
  case events
}

/// A value that differs between two sides.
public struct Difference: Sendable {
  /// The source of a value.
  public enum Side: String, CaseIterable, Sendable {
    /// The documents, applied to the recorded events.
    case promise
    case simulator
    case service
  }

  public let subject: RehearsedSubject
  /// The person of the market.
  public let person: UInt32
  /// The sources of the expected and of the found value.
  public let sides: (expected: Side, found: Side)
  public let expected: String
  public let found: String
  /// The rules applied on either side; for a broken requirement of the documents, its rule.
  public let rules: [String]
  /// The person's events, one per line.
  public internal(set) var story: [String] = []
}

extension Difference {
  /// Whether the documents were the expected side.
  public var isOfPromise: Bool { sides.expected == .promise }

  /// Both values with the labels of reports.
  public var words: [(side: String, said: String)] {
    [
      (isOfPromise ? "promised:" : "\(sides.expected.rawValue):", expected),
      ("\(sides.found.rawValue):", found),
    ]
  }
}

/// The number of comparisons and the differences found.
public struct Reconciliation: Sendable {
  public internal(set) var compared: [RehearsedSubject: Int] = [:]
  public internal(set) var differences: [Difference] = []

  public func count(of subject: RehearsedSubject) -> Int { compared[subject] ?? 0 }

  public func differences(in subject: RehearsedSubject) -> Int {
    differences.count { $0.subject == subject }
  }

  public var isExact: Bool { differences.isEmpty }

  /// Compares the texts of a value in simulator and service.
  mutating func compare(
    _ subject: RehearsedSubject, of person: UInt32, _ expected: String, _ found: String,
    rules: @autoclosure () -> [String] = []
  ) {
    compare(subject, of: person, .simulator, expected, .service, found, rules: rules())
  }

  /// Compares the texts of a value on two sides.
  mutating func compare(
    _ subject: RehearsedSubject, of person: UInt32, _ side: Difference.Side, _ expected: String,
    _ other: Difference.Side, _ found: String, rules: @autoclosure () -> [String] = [],
    story: @autoclosure () -> [String] = []
  ) {
    compared[subject, default: 0] += 1
    guard expected != found else { return }
    var seen: Set<String> = []
    differences.append(
      Difference(
        subject: subject, person: person, sides: (side, other), expected: expected, found: found,
        rules: rules().filter { !$0.isEmpty && seen.insert($0).inserted }, story: story()))
  }

  /// Adds the comparisons of another reconciliation.
  mutating func add(_ other: Reconciliation) {
    compared.merge(other.compared, uniquingKeysWith: +)
    differences += other.differences
  }
}
