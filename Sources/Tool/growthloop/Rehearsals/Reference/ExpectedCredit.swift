import Attribution
import GrowthloopModel
import Profiles
import Vocabulary

/// The credit that a newcomer's taps earn under the reference policy, counted independently.
struct ExpectedCredit: Sendable {
  /// A tap that may count.
  struct Tap: Sendable {
    let at: Instant
    let inviter: UInt32
  }

  let reference: AttributionPolicy
  let launchedAt: Instant
  let installedAt: Instant
  /// In order of time.
  let taps: [Tap]
  /// Whether the person had an account before.
  let hadAccount: Bool
  /// The inviters who deleted their accounts before.
  let gone: Set<UInt32>

  /// The person to credit; `nil` for none.
  var inviter: UInt32? {
    guard !hadAccount else { return nil }
    let counting = taps.filter { isInTime($0) && !gone.contains($0.inviter) }
    return (isLastClick ? counting.last : counting.first)?.inviter
  }

  private var isLastClick: Bool { reference.model == .lastClick }

  /// The moment from which the age of a tap counts.
  private var moment: Instant {
    reference.windowEndsAt == .install ? installedAt : launchedAt
  }

  private func isInTime(_ tap: Tap) -> Bool {
    tap.at <= moment && moment - tap.at <= reference.window ?? reference.clickRetention
  }

  /// Returns the rule that is broken where `given` is credited in place of the inviter.
  func rule(against given: UInt32?) -> RuleID {
    let document = reference.document
    guard let given else { return reference.window == nil ? "CNF-49" : "ATT-01" }
    if hadAccount { return PassedOver.existingUser.rule(in: document) }
    let theirs = taps.filter { $0.inviter == given }
    if theirs.isEmpty { return "ATT-09" }
    if !theirs.contains(where: isInTime) {
      return (reference.window == nil ? PassedOver.notRetained : .outsideWindow).rule(in: document)
    }
    if gone.contains(given) { return PassedOver.inviterGone.rule(in: document) }
    return (isLastClick ? PassedOver.olderClick : .newerClick).rule(in: document)
  }

  /// Describes a credit of `inviter` for reports.
  func words(_ inviter: UInt32?) -> String {
    guard let inviter else {
      return hadAccount ? "no inviter, for there is an account" : "no inviter"
    }
    let theirs = taps.filter { $0.inviter == inviter && $0.at <= moment }
    guard let tap = isLastClick ? theirs.last : theirs.first else {
      return "person \(inviter), of whom no link was tapped"
    }
    return "person \(inviter), tapped \(Self.age(moment - tap.at)) before"
  }

  /// Formats a length of time in its two largest units.
  private static func age(_ interval: Interval) -> String {
    let seconds = interval.milliseconds / 1_000
    let parts = [
      (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"),
      (seconds % 60, "s"),
    ]
    let first = parts.firstIndex { $0.0 > 0 } ?? parts.count - 1
    return parts[first...].prefix(2).map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}

/// A count of each credit from the recorded taps, compared with the simulator's credits.
struct CreditAudit {
  private let reference: AttributionPolicy
  /// Each newcomer's taps in a browser.
  private var taps: [UInt32: [ExpectedCredit.Tap]] = [:]
  private var accounts: Set<UInt32> = []
  private var gone: Set<UInt32> = []
  /// The expected credit of each launch, by person.
  private(set) var expectedCredits: [UInt32: ExpectedCredit] = [:]
  private(set) var reconciliation = Reconciliation()

  init(_ policies: ReferencePolicies) {
    reference = policies.attribution
  }

  /// Records a member who was there at the start.
  mutating func noteMember(_ person: UInt32) { accounts.insert(person) }

  mutating func observe(_ event: ServiceEvent, at moment: Instant) {
    switch event {
    case .tapped(let tap) where tap.received.isRecorded && tap.received.credit == .byAttribution:
      taps[tap.person, default: []].append(ExpectedCredit.Tap(at: moment, inviter: tap.sender))
    case .launched(let launch): judge(launch, at: moment)
    case .deletedAccount(let person): gone.insert(person)
    default: break
    }
  }

  private mutating func judge(_ launch: ServiceEvent.Launch, at moment: Instant) {
    let known = taps.removeValue(forKey: launch.person) ?? []
    let credit = ExpectedCredit(
      reference: reference, launchedAt: moment, installedAt: launch.installedAt,
      taps: launch.isKnownByTaps ? known : launch.matchedTaps,
      hadAccount: !accounts.insert(launch.person).inserted, gone: gone)
    expectedCredits[launch.person] = credit
    // The documents say nothing about an invalid click that displaces a valid one.
    guard !reference.invalidClickDisplaces else { return }
    let decision = launch.credit.decision
    let given =
      decision.outcome == .credited ? decision.inviter.map { UInt32($0.rawValue) } : nil
    reconciliation.hold(given, of: .simulator, to: credit, of: launch.person)
  }
}

extension ServiceEvent.Launch {
  /// Whether exactly the newcomer's own taps compete: the phone is identified, and no link is used
  /// up.
  fileprivate var isKnownByTaps: Bool {
    signals == nil && !isLost && credit.usedUp == nil
      && credit.clicks.allSatisfy { $0.link == .valid }
  }

  /// The taps that matching assigns to the newcomer.
  fileprivate var matchedTaps: [ExpectedCredit.Tap] {
    credit.clicks.filter { $0.link == .valid }
      .sorted { ($0.at, $0.sequence) < ($1.at, $1.sequence) }
      .map { ExpectedCredit.Tap(at: $0.at, inviter: UInt32($0.inviter.rawValue)) }
  }
}

extension Reconciliation {
  /// Compares the credit of one side with the expected one.
  mutating func hold(
    _ given: UInt32?, of side: Difference.Side, to expected: ExpectedCredit, of person: UInt32
  ) {
    compare(
      .promisedCredits, of: person, .promise, expected.words(expected.inviter), side,
      expected.words(given),
      rules: ["\(expected.rule(against: given))"])
  }
}
