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
    store.notices(atMost: most).compactMap { notice in
      guard
        var facts = store.referrals(of: notice.pair.invitee)
          .first(where: { $0.pair == notice.pair }).map(joinFacts(of:))
      else { return nil }
      // It was decided to tell; what is asked for here are the words of today's facts.
      facts.wasTold = false
      let decision = profile.notification.decide(
        profile.notification.moment.milestone, at: notice.decidedAt, for: facts, app: profile.app,
        texts: profile.copy)
      guard case .push(let push) = decision else { return nil }
      return PendingPush(pair: notice.pair, push: push)
    }
  }

  /// Takes a push off the list.
  public func delivered(_ pair: Referral.Pair) {
    if store.notice(pair) != nil { store.write(.noticeGone(pair)) }
  }
}
