import Attribution
public import Invites
public import Profiles
import Vocabulary

/// Takes every decision about links through the rules, and keeps what follows from them.
///
/// It answers at once, one call after the other, in one thread. Its answers are provisional until
/// `commit()` returns: until then nobody outside may hear of them. Time and chance are given to it.
public final class LinkDesk {
  public let profile: Profile
  public let store: any LinkStore
  let signer: (any LinkSigner)?
  var chance: any RandomNumberGenerator

  /// `chance` draws the codes, which guard the links: it should be a cryptographic generator.
  public init(
    following profile: Profile, over store: any LinkStore, signer: (any LinkSigner)? = nil,
    chance: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.profile = profile
    self.store = store
    self.signer = signer
    self.chance = chance
  }

  /// How a store matches clicks for a desk that follows `profile`.
  public static func terms(of profile: Profile) -> MatchingTerms {
    MatchingTerms(
      rule: profile.deferred.rule(for: profile.attribution),
      keptFor: profile.attribution.clickRetention)
  }

  /// Makes durable what was answered since the last commit, or takes all of it back.
  public func commit() throws(StoreError) { try store.commit() }

  /// Begins that; calls go on being answered, and may be taken back with it.
  public func beginCommit(_ ready: @escaping @Sendable () -> Void) { store.beginCommit(ready) }

  /// Returns when what was begun is durable, or takes back that and all since.
  public func endCommit() throws(StoreError) { try store.endCommit() }
}

extension LinkDesk {
  /// The moment of a call: a clock that was set back, further than calls may be late, stands still
  /// until it has caught up.
  func moment(_ now: Instant) -> Instant {
    store.newestClick.map { max(now, $0 - store.lateness) } ?? now
  }

  /// What is left of somebody's account.
  func account(of principal: PrincipalID) -> AccountState {
    store.person(principal)?.account ?? .active
  }

  /// Whether the two became connected through an invite of either.
  func areConnected(_ one: PrincipalID, _ other: PrincipalID) -> Bool {
    [(one, other), (other, one)].contains { inviter, invitee in
      store.referrals(of: invitee).contains { $0.inviter == inviter && $0.connectedAt != nil }
    }
  }

  /// Lets something happen to an invite, and keeps what it did.
  @discardableResult
  func receive(
    _ event: InviteRecord.Event, _ invite: inout StoredInvite, at now: Instant
  ) -> InviteLifecycle.Step {
    let before = invite
    let step = invite.record.receive(event, at: now, under: profile.link)
    if invite != before { store.write(.invite(invite)) }
    return step
  }
}
