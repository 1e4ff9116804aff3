import Attribution
public import Invites
import Profiles
public import Vocabulary

/// A link that a user followed, and its standing at that moment.
public struct ResolvedLink: Hashable, Sendable {
  /// The code of the record, or the code that was requested; `nil` if the link has none.
  public let code: InviteCode?
  /// The record; `nil` if there is none.
  public let invite: StoredInvite?
  public let standing: InviteLink.Standing

  /// A link that the service did not create, without a code.
  public static let toNothing = ResolvedLink(code: nil, invite: nil, standing: .unknown)

  /// The standing in terms of the attribution rules, which check exhaustion separately.
  var forReceipt: LinkStanding {
    switch standing {
    case .valid, .exhausted: .valid
    case .expired: .expired
    case .unknown: .unknown
    case .tampered: .tampered
    }
  }
}

extension LinkEngine {
  /// Resolves a link given as text: a code, a path with its query, or a URL.
  public func resolve(_ text: String, at now: Instant) -> ResolvedLink {
    do {
      let link = try InviteLink(parsing: text, in: profile.app, checkedBy: signer)
      if let code = link.code { return resolve(code, at: now) }
      return link.claims.flatMap { code(claiming: $0, at: now) }.map { resolve($0, at: now) }
        ?? .toNothing
    } catch {
      return ResolvedLink(code: nil, invite: nil, standing: error.standing)
    }
  }

  /// The code of the invite that a signed link refers to, which mostly is among its sender's newest.
  private func code(claiming claims: LinkClaims, at now: Instant) -> InviteCode? {
    guard let sender = claims.inviter.principal else { return nil }
    var found: InviteRecord?
    for most in [64, .max] {
      let records = store.invites(of: sender, atMost: most).lazy.map(\.record)
        .filter { $0.context == claims.context && $0.content == claims.content }
      found = profile.link.resolve(claims, among: records, clickedAt: now)
      if profile.link.standing(of: found?.lifecycle, clickedAt: now) == .valid { break }
    }
    return found?.code
  }

  /// Resolves a code.
  public func resolve(_ code: InviteCode, at now: Instant) -> ResolvedLink {
    let invite = store.invite(code)
    return ResolvedLink(
      code: code, invite: invite,
      standing: profile.link.standing(of: invite?.record.lifecycle, clickedAt: now))
  }
}
