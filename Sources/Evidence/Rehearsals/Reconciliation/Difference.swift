/// What is compared of a service with what the rules said in the simulator.
public enum RehearsedSubject: String, CaseIterable, Sendable {
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

/// Something that came out of the service in another way than out of the simulator.
public struct Difference: Sendable {
  public let subject: RehearsedSubject
  /// The person of the market whom it concerns.
  public let person: UInt32
  public let expected: String
  public let found: String
  /// The rules that spoke, on either side.
  public let rules: [String]
  /// What happened to the person, a line for each event.
  public internal(set) var story: [String] = []
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

  /// Compares what was expected with what was found, as both read.
  mutating func compare(
    _ subject: RehearsedSubject, of person: UInt32, _ expected: String, _ found: String,
    rules: @autoclosure () -> [String] = []
  ) {
    compared[subject, default: 0] += 1
    guard expected != found else { return }
    var seen: Set<String> = []
    differences.append(
      Difference(
        subject: subject, person: person, expected: expected, found: found,
        rules: rules().filter { !$0.isEmpty && seen.insert($0).inserted }))
  }
}
