public import Attribution
public import Invites
import GrowthloopTransport
public import Vocabulary

/// The common part of this module's stores: reads everything but invites from memory.
public class RelationStore {
  var relations: Relations

  init(_ terms: MatchingTerms, deletions: KeyedHash) {
    relations = Relations(terms, deletions: deletions)
  }

  public final func person(_ id: PrincipalID) -> Person? { relations.people[id] }
  public final func user(of number: NumberHash) -> PrincipalID? { relations.numbers[number] }
  public final func referrals(of invitee: PrincipalID) -> [Referral] {
    relations.referrals(of: invitee)
  }
  public final func referrals(by inviter: PrincipalID) -> [Referral] {
    relations.referrals(by: inviter)
  }
  public final func openings(by principal: PrincipalID) -> [Opening] {
    relations.openings(by: principal)
  }
  public final func referral(_ pair: Referral.Pair) -> Referral? { relations.referrals[pair] }
  public final func request(_ name: AnsweredRequest.Name) -> AnsweredRequest? {
    relations.requests[name]
  }
  public final func requests(of sender: PrincipalID) -> [AnsweredRequest] {
    relations.requests(of: sender)
  }
  public final func requestCount(of sender: PrincipalID) -> Int {
    relations.requestKeys[sender]?.count ?? 0
  }
  public final func clicks(on codes: Set<InviteCode>) -> [ClickFootprint] {
    relations.clicks(on: codes)
  }
  public final func isErased(_ person: PrincipalID) -> Bool { relations.isErased(person) }
  public final func clicks(after moment: Instant) -> [ClickFootprint] {
    relations.clicks.clicks(after: moment)
  }
  public final func latestClick(until moment: Instant) -> Instant? {
    relations.clicks.latest(until: moment)
  }
  public final func click(_ sequence: UInt64) -> ClickFootprint? {
    relations.clicks.click(sequence)
  }
  public final func contenders(
    for device: DeviceSignals, launchedAt launch: Instant, at now: Instant
  ) -> (decision: MatchDecision, clicks: [ClickFootprint]) {
    relations.clicks.contenders(for: device, launchedAt: launch, at: now)
  }
  public final func notices(atMost most: Int) -> [Notice] { relations.notices(atMost: most) }
  public final func notice(_ pair: Referral.Pair) -> Notice? { relations.notices[pair] }
  public final func emailNotice(to address: String) -> EmailNotice? { relations.emails[address] }
  public final func emailNotice(_ id: PrincipalID) -> EmailNotice? { relations.emails[id] }
  public final var emailNoticeCount: Int { relations.emails.count }
  public final var announcement: LaunchAnnouncement? { relations.announcement }
  public final func emailNotices(before moment: Instant, atMost most: Int) -> [EmailNotice] {
    relations.emails.notices(before: moment, atMost: most)
  }
  public final var nextSequence: UInt64 { relations.nextSequence }
  public final var newestClick: Instant? { relations.clicks.newest }
  public final var lateness: Interval { relations.clicks.lateness }
  public final func openings(before moment: Instant, atMost most: Int) -> [Opening] {
    relations.openings(before: moment, atMost: most)
  }
  public final func requests(before moment: Instant, atMost most: Int) -> [AnsweredRequest] {
    relations.requests(before: moment, atMost: most)
  }
  public final func incompleteReferrals(before moment: Instant, atMost most: Int) -> [Referral] {
    relations.incompleteReferrals(before: moment, atMost: most)
  }
}
