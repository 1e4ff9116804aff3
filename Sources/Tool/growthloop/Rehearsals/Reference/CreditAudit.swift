import Attribution
import GrowthloopModel
import Vocabulary

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
