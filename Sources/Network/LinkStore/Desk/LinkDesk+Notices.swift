public import Invites
import Profiles
import Vocabulary

/// A push that waits to be delivered.
public struct PendingPush: Hashable, Sendable {
  /// Names the push for good: who delivers hands it on, so that a push that goes out twice, because
  /// a crash came before `delivered`, shows once.
  public let pair: Referral.Pair
  public let push: JoinedPush
}

extension LinkDesk {
  /// The pushes to deliver, oldest first.
  public func pendingPushes(atMost most: Int) -> [PendingPush] {
    // One whose inviter is suspended waits, and holds up none behind it.
    var asked = most
    while true {
      let notices = store.notices(atMost: asked)
      let pushes = notices.compactMap { push(for: $0) }
      if pushes.count >= most || notices.count < asked { return Array(pushes.prefix(most)) }
      asked *= 2
    }
  }

  /// The words for what waits; `nil` while nobody may get it.
  private func push(for notice: Notice) -> PendingPush? {
    guard var facts = referral(notice.pair).map(joinFacts(of:)) else { return nil }
    // It was decided to tell; what is asked for here are the words of today's facts.
    facts.wasTold = false
    let decision = profile.notification.decide(
      profile.notification.moment.milestone, at: notice.decidedAt, for: facts, app: profile.app,
      texts: profile.copy)
    guard case .push(let push) = decision else { return nil }
    return PendingPush(pair: notice.pair, push: push)
  }

  /// Takes a push off the list.
  public func delivered(_ pair: Referral.Pair) {
    if store.notice(pair) != nil { store.write(.noticeGone(pair)) }
  }
}
