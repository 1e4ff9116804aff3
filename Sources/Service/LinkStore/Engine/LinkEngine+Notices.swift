public import Invites
import Profiles
public import Vocabulary

/// A push that waits to be delivered.
public struct PendingPush: Hashable, Sendable {
  /// Identifies the push.
  ///
  /// The deliverer passes it on, so that a push that is sent again after a crash appears once.
  public let pair: Referral.Pair
  public let push: JoinedPush
}

extension LinkEngine {
  /// The pushes to deliver, oldest first; none about an install whose record has expired.
  public func pendingPushes(at now: Instant, atMost most: Int) -> [PendingPush] {
    // A push to a suspended inviter waits, and blocks none behind it.
    var asked = most
    while true {
      let notices = store.notices(atMost: asked)
      let pushes = notices.compactMap { push(for: $0, at: now) }
      if pushes.count >= most || notices.count < asked { return Array(pushes.prefix(most)) }
      asked *= 2
    }
  }

  /// The text for a notice; `nil` while no recipient may get it.
  private func push(for notice: Notice, at now: Instant) -> PendingPush? {
    guard let referral = store.referral(notice.pair),
      referral.isKept(under: profile.retention, at: now)
    else { return nil }
    var facts = joinFacts(of: referral)
    // Sending is decided already; this call only renders the text from the current facts.
    facts.wasNotified = false
    let decision = profile.notification.decide(
      profile.notification.moment.milestone, at: notice.decidedAt, for: facts, app: profile.app,
      texts: profile.copy)
    guard case .push(let push) = decision else { return nil }
    return PendingPush(pair: notice.pair, push: push)
  }

  /// Removes a delivered push from the outbox.
  public func delivered(_ pair: Referral.Pair, at now: Instant) {
    guard store.notice(pair) != nil else { return }
    store.write(.noticeGone(pair))
    fire(
      .pushSent(inviter: pair.inviter, invitee: pair.invitee), by: pair.inviter, at: moment(now))
  }
}
