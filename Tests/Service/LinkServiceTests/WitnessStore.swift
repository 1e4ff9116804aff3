import Attribution
import Invites
import GrowthloopLinkStore
import TestSupport
import Vocabulary

/// What a service did that credit depends on, in the order in which it did it.
///
/// One thread decides everything: this is the serial order of what came over many connections.
final class Witness: Sendable {
  enum Event: Sendable {
    case wrote(LinkChange)
    case launched(DeviceSignals, by: PrincipalID, at: Instant)
  }

  private let log = Guarded<[Event]>([])
  private let looked = Guarded(0)

  /// How often an invite or a person was looked for.
  var looks: Int { looked.withLock { $0 } }

  func sawLook() { looked.withLock { $0 += 1 } }

  var events: [Event] { log.withLock { $0 } }

  /// How many openings of the app there were.
  var openings: Int {
    events.count { if case .wrote(.opening) = $0 { true } else { false } }
  }

  func saw(_ event: Event) { log.withLock { $0.append(event) } }
}

/// A store that tells a witness.
final class WitnessedStore: LinkStore {
  private let store: MemoryLinkStore
  private let witness: Witness
  /// The launch whose person is not named yet.
  private var launch: (device: DeviceSignals, at: Instant)?

  init(_ terms: MatchingTerms, _ witness: Witness) {
    store = MemoryLinkStore(terms)
    self.witness = witness
  }

  func write(_ change: LinkChange) {
    witness.saw(.wrote(change))
    store.write(change)
  }

  func contenders(
    for device: DeviceSignals, launchedAt moment: Instant, at now: Instant
  ) -> (decision: MatchDecision, clicks: [ClickFootprint]) {
    launch = (device, moment)
    return store.contenders(for: device, launchedAt: moment, at: now)
  }

  func openings(by principal: PrincipalID) -> [Opening] {
    if let (device, moment) = launch.take() {
      witness.saw(.launched(device, by: principal, at: moment))
    }
    return store.openings(by: principal)
  }
}

// What it has no more to say of.
extension WitnessedStore {
  func invite(_ code: InviteCode) -> StoredInvite? {
    witness.sawLook()
    return store.invite(code)
  }
  func invites(of sender: PrincipalID, atMost most: Int) -> [StoredInvite] {
    store.invites(of: sender, atMost: most)
  }
  func inviteCount(of sender: PrincipalID) -> Int { store.inviteCount(of: sender) }
  func person(_ id: PrincipalID) -> Person? {
    witness.sawLook()
    return store.person(id)
  }
  func user(of number: NumberHash) -> PrincipalID? { store.user(of: number) }
  func referrals(of invitee: PrincipalID) -> [Referral] { store.referrals(of: invitee) }
  func referral(_ pair: Referral.Pair) -> Referral? { store.referral(pair) }
  func referrals(by inviter: PrincipalID) -> [Referral] { store.referrals(by: inviter) }
  func request(_ name: AnsweredRequest.Name) -> AnsweredRequest? { store.request(name) }
  func requests(of sender: PrincipalID) -> [AnsweredRequest] { store.requests(of: sender) }
  func requestCount(of sender: PrincipalID) -> Int { store.requestCount(of: sender) }
  func isErased(_ person: PrincipalID) -> Bool { store.isErased(person) }
  func click(_ sequence: UInt64) -> ClickFootprint? { store.click(sequence) }
  func clicks(on codes: Set<InviteCode>) -> [ClickFootprint] { store.clicks(on: codes) }
  func clicks(after moment: Instant) -> [ClickFootprint] { store.clicks(after: moment) }
  func latestClick(until moment: Instant) -> Instant? { store.latestClick(until: moment) }
  func notices(atMost most: Int) -> [Notice] { store.notices(atMost: most) }
  func notice(_ pair: Referral.Pair) -> Notice? { store.notice(pair) }
  func emailNotice(to address: String) -> EmailNotice? { store.emailNotice(to: address) }
  func emailNotice(_ id: PrincipalID) -> EmailNotice? { store.emailNotice(id) }
  var emailNoticeCount: Int { store.emailNoticeCount }
  var announcement: LaunchAnnouncement? { store.announcement }
  func emailNotices(before moment: Instant, atMost most: Int) -> [EmailNotice] {
    store.emailNotices(before: moment, atMost: most)
  }
  var nextSequence: UInt64 { store.nextSequence }
  var newestClick: Instant? { store.newestClick }
  var lateness: Interval { store.lateness }
  func openings(before moment: Instant, atMost most: Int) -> [Opening] {
    store.openings(before: moment, atMost: most)
  }
  func requests(before moment: Instant, atMost most: Int) -> [AnsweredRequest] {
    store.requests(before: moment, atMost: most)
  }
  func incompleteReferrals(before moment: Instant, atMost most: Int) -> [Referral] {
    store.incompleteReferrals(before: moment, atMost: most)
  }
  func commit() {}
}
