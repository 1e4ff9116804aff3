import Attribution
import Invites
import Profiles
public import Vocabulary

/// The numbers of rows that a sweep removed.
public struct SweepReport: Hashable, Sendable {
  /// Clicks and openings before this moment are gone.
  public let clicksKeptFrom: Instant
  public let openings: Int
  public let requests: Int
  public let incompleteInstalls: Int
  public let emails: Int
  /// Whether more may be due: the sweep reached its limit.
  public let isPartial: Bool
}

extension LinkEngine {
  /// Deletes rows whose retention has ended.
  ///
  /// That is clicks, incomplete installs, keys of requests and addresses for notices: at most `most`
  /// of each, except clicks, which go together. Readers treat due rows as gone, swept or not.
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
    let emails = store.emailNotices(before: now - EmailCapturePage.retention, atMost: most)
    for email in emails { store.write(.emailGone(email.id)) }
    store.write(.clicksSwept(before: horizon))
    return SweepReport(
      clicksKeptFrom: horizon, openings: openings.count, requests: requests.count,
      incompleteInstalls: installs.count, emails: emails.count,
      isPartial: max(openings.count, requests.count, installs.count, emails.count) >= most)
  }
}
