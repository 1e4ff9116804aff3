import Attribution
public import Invites
public import Profiles
import Vocabulary

/// Decides every call about links by the rules, and stores the results.
///
/// One thread calls it. Its results are provisional: send no response before `commit()` returns.
/// The caller supplies time and randomness.
public final class LinkEngine {
  public let profile: Profile
  public let store: any LinkStore
  let signer: (any LinkSigner)?
  var chance: any RandomNumberGenerator
  /// The receiver of the events that decisions fire; `nil` where none are exported.
  public var onEvent: EventReceiver?

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

  /// The matching of clicks in a store for an engine that follows `profile`.
  public static func terms(of profile: Profile) -> MatchingTerms {
    MatchingTerms(
      rule: profile.deferred.rule(for: profile.attribution),
      keptFor: profile.attribution.clickRetention)
  }

  /// Makes every change since the last commit durable, or reverts all of them and throws.
  public func commit() throws(StoreError) { try store.commit() }

  /// Begins a commit; later calls may be reverted with it.
  public func beginCommit(_ ready: @escaping @Sendable () -> Void) { store.beginCommit(ready) }

  /// Returns when the commit that began is durable, or reverts it and every later change, and
  /// throws.
  public func endCommit() throws(StoreError) { try store.endCommit() }
}

extension LinkEngine {
  /// The moment of a call.
  ///
  /// A clock that was set back further than the allowed lateness stands still until it has caught
  /// up.
  func moment(_ now: Instant) -> Instant {
    store.newestClick.map { max(now, $0 - store.lateness) } ?? now
  }

  /// The state of a user's account.
  func account(of principal: PrincipalID) -> AccountState {
    store.person(principal)?.account ?? .active
  }

  /// Whether the two users were connected by an invite of either.
  func areConnected(_ one: PrincipalID, _ other: PrincipalID) -> Bool {
    [(one, other), (other, one)].contains { inviter, invitee in
      store.referral(Referral.Pair(inviter: inviter, invitee: invitee))?.connectedAt != nil
    }
  }

  /// Applies an event to an invite, and stores the result.
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
