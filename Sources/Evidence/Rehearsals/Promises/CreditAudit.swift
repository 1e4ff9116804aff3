import Attribution
import GrowthModel
import Vocabulary

/// Counts from what happens whom each credit is owed to, and holds the simulator's credits against it.
struct CreditAudit {
  private let promised: AttributionPolicy
  /// What each newcomer tapped in a browser.
  private var taps: [UInt32: [OwedCredit.Tap]] = [:]
  private var accounts: Set<UInt32> = []
  private var gone: Set<UInt32> = []
  /// By person, what the first launch owes.
  private(set) var owed: [UInt32: OwedCredit] = [:]
  private(set) var reconciliation = Reconciliation()

  init(_ promises: Promises) {
    promised = promises.attribution
  }

  /// Takes note of somebody who was a member from the start.
  mutating func noteMember(_ person: UInt32) { accounts.insert(person) }

  mutating func hear(_ traffic: Traffic, at moment: Instant) {
    switch traffic {
    case .tapped(let tap) where tap.received.isRecorded && tap.received.credit == .byAttribution:
      taps[tap.person, default: []].append(OwedCredit.Tap(at: moment, inviter: tap.sender))
    case .launched(let launch): judge(launch, at: moment)
    case .deletedAccount(let person): gone.insert(person)
    default: break
    }
  }

  private mutating func judge(_ launch: Traffic.Launch, at moment: Instant) {
    let known = taps.removeValue(forKey: launch.person) ?? []
    let credit = OwedCredit(
      promised: promised, launchedAt: moment, installedAt: launch.installedAt,
      taps: launch.isKnownByTaps ? known : launch.matchedTaps,
      hadAccount: !accounts.insert(launch.person).inserted, gone: gone)
    owed[launch.person] = credit
    // A click that takes the credit away is a what-if that nothing is promised about.
    guard !promised.invalidClickDisplaces else { return }
    let decision = launch.credit.decision
    let given =
      decision.outcome == .credited ? decision.inviter.map { UInt32($0.rawValue) } : nil
    reconciliation.hold(given, of: .simulator, to: credit, of: launch.person)
  }
}

extension Traffic.Launch {
  /// Whether the newcomer's own taps are those that compete: the phone is known by what it is, and
  /// every link still brings people.
  fileprivate var isKnownByTaps: Bool {
    signals == nil && !isLost && credit.usedUp == nil
      && credit.clicks.allSatisfy { $0.link == .valid }
  }

  /// The taps that matching takes for theirs.
  fileprivate var matchedTaps: [OwedCredit.Tap] {
    credit.clicks.filter { $0.link == .valid }
      .sorted { ($0.at, $0.sequence) < ($1.at, $1.sequence) }
      .map { OwedCredit.Tap(at: $0.at, inviter: UInt32($0.inviter.rawValue)) }
  }
}

extension Reconciliation {
  /// Compares whom one side credits with whom the taps owe it to.
  mutating func hold(
    _ given: UInt32?, of side: Difference.Side, to owed: OwedCredit, of person: UInt32
  ) {
    compare(
      .promisedCredits, of: person, .promise, owed.words(owed.inviter), side, owed.words(given),
      rules: ["\(owed.rule(against: given))"])
  }
}
