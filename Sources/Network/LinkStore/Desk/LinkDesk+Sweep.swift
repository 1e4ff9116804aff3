import Attribution
import Invites
import Profiles
public import Vocabulary

/// What a sweep removed.
public struct SweepReport: Hashable, Sendable {
  /// Nothing that happened before that moment is left of clicks and openings.
  public let clicksKeptFrom: Instant
  public let openings: Int
  public let requests: Int
  public let incompleteInstalls: Int
  /// Whether there may be more that is due: it took as much as it might.
  public let isPartial: Bool
}

extension LinkDesk {
  /// Deletes what has been kept for as long as it may be.
  ///
  /// That is clicks, installs that came to nothing, and keys of requests; of all but the clicks, which
  /// go together, `most` of each. Whoever reads treats what is due as gone, swept or not.
  public func sweep(at now: Instant, atMost most: Int = .max) -> SweepReport {
    let horizon = profile.attribution.sweepHorizon(at: now)
    let openings = store.openings(before: horizon, atMost: most)
    for opening in openings { store.write(.openingGone(opening)) }
    let requests = store.requests(before: now - IdempotencyKey.life, atMost: most)
    for request in requests { store.write(.requestGone(request.name)) }
    let installs = store.incompleteReferrals(
      before: now - profile.retention.incompleteInstall, atMost: most
    ).filter { !$0.isKept(under: profile.retention, at: now) }
    for install in installs {
      forget(install)
      rename(inviteeOf: install, as: nil)
    }
    store.write(.clicksSwept(before: horizon))
    return SweepReport(
      clicksKeptFrom: horizon, openings: openings.count, requests: requests.count,
      incompleteInstalls: installs.count,
      isPartial: max(openings.count, requests.count, installs.count) >= most)
  }
}
