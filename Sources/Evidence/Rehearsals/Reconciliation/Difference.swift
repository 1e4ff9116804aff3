/// What is compared: of a service with what the rules said in the simulator, and of both with what the
/// documents promise.
public enum RehearsedSubject: String, CaseIterable, Sendable {
  /// Whether whoever is credited is whom the taps owe it to.
  case promisedCredits = "promised credits"
  /// Whether prompts appear as often as was promised, and no oftener.
  case promisedPrompts = "promised prompts"
  /// Who is credited with an invitee.
  case credits
  /// Whether the two became connected.
  case connections
  /// Whether the inviter is to hear of it.
  case notifications
  /// The figures that an inviter sees.
  case dashboards
  /// What somebody meets whose app is opened by a link.
  case opens
  /// Whether the service did what it was asked.
  case requests
}

/// Something that came out of one side in another way than out of the other.
public struct Difference: Sendable {
  /// Whose word it is.
  public enum Side: String, CaseIterable, Sendable {
    /// What the documents promise, counted from what happened.
    case promise
    case simulator
    case service
  }

  public let subject: RehearsedSubject
  /// The person of the market whom it concerns.
  public let person: UInt32
  /// Who said what is expected, and who what was found.
  public let sides: (expected: Side, found: Side)
  public let expected: String
  public let found: String
  /// The rules that spoke, on either side; of a promise the one that is broken.
  public let rules: [String]
  /// What happened to the person, a line for each event.
  public internal(set) var story: [String] = []
}

extension Difference {
  /// Whether a promise is broken, in place of two sides that differ.
  public var isOfPromise: Bool { sides.expected == .promise }

  /// What each side says, by what it is called in reports.
  public var words: [(side: String, said: String)] {
    [
      (isOfPromise ? "promised:" : "\(sides.expected.rawValue):", expected),
      ("\(sides.found.rawValue):", found),
    ]
  }
}

/// How many things were compared, and what was found.
public struct Reconciliation: Sendable {
  public internal(set) var compared: [RehearsedSubject: Int] = [:]
  public internal(set) var differences: [Difference] = []

  public func count(of subject: RehearsedSubject) -> Int { compared[subject] ?? 0 }

  public func differences(in subject: RehearsedSubject) -> Int {
    differences.count { $0.subject == subject }
  }

  public var isExact: Bool { differences.isEmpty }

  /// Compares what the simulator expects with what was found in the service, as both read.
  mutating func compare(
    _ subject: RehearsedSubject, of person: UInt32, _ expected: String, _ found: String,
    rules: @autoclosure () -> [String] = []
  ) {
    compare(subject, of: person, .simulator, expected, .service, found, rules: rules())
  }

  /// Compares what two sides say, as both read.
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

  /// Takes over what was compared elsewhere.
  mutating func add(_ other: Reconciliation) {
    compared.merge(other.compared, uniquingKeysWith: +)
    differences += other.differences
  }
}
