public import Attribution
public import Invites
public import Profiles
public import Vocabulary

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

/// The attribution of a first launch.
public struct DeferredAnswer: Hashable, Sendable {
  /// The matching decision for the device; `nil` if the launch was answered before.
  public let match: MatchDecision?
  public let outcome: CreditDecision.Outcome
  /// The invite; `nil` without a credited inviter, or if the inviter's account is gone.
  public let context: InviteContextView?
  /// The age of the click in whole days.
  public let daysSinceClick: Int?
  /// The rule that decided.
  public let rule: RuleID
}

extension LinkEngine {
  /// Attributes a new user to an inviter, and stores the result; a repeated call returns the same
  /// answer.
  public func resolveDeferred(_ launch: FirstLaunch, at now: Instant) -> DeferredAnswer {
    let now = moment(now)
    if let referral = attributed(launch.principal, at: now) { return answer(referral) }
    let launch = launch.bounded(at: now, since: profile.attribution.sweepHorizon(at: now))
    let launchedAt = launch.launchedAt
    let (match, footprints) = store.contenders(
      for: launch.device, launchedAt: launchedAt, at: now)
    let openings = keptOpenings(by: launch.principal, at: now)
    let clicks =
      (footprints.compactMap { competitor($0, installedAt: launchedAt) }
      + openings.compactMap { competitor($0, installedAt: launchedAt) })
      .map { $0.onDevice(of: launch.formerUsers) }
    let arrival = Arrival(
      principal: launch.principal,
      principalExists: launch.hadAccount || hasJoined(launch.principal), route: .deferred,
      installedAt: launch.installedAt, firstLaunchedAt: launchedAt)
    let decision = profile.attribution.decide(clicks, for: arrival)
    let isExhausted = clicks.isEmpty && !footprints.isEmpty
    guard let referral = refer(decision, arrival, at: now) else {
      let rule: RuleID =
        isExhausted
        ? profile.link.route(.exhausted, appIsInstalled: true).rule
        : clicks.isEmpty ? match.rule : decision.rule
      return DeferredAnswer(
        match: match, outcome: .none, context: nil, daysSinceClick: nil, rule: rule)
    }
    let answer = answer(referral, match: match, rule: decision.rule)
    fire(
      reference(to: referral).map {
        .launched($0, daysSinceClick: answer.daysSinceClick ?? 0)
      }, by: launch.principal, at: now)
    return answer
  }

  private func answer(
    _ referral: Referral, match: MatchDecision? = nil, rule: RuleID = "RES-07"
  ) -> DeferredAnswer {
    let context =
      referral.kind == .credited
      ? store.invite(referral.code).flatMap { self.context(of: $0, standing: .valid) } : nil
    return DeferredAnswer(
      match: match, outcome: referral.kind == .credited ? .credited : .recordedOnly,
      context: context,
      daysSinceClick: Int((referral.arrivedAt - referral.clickedAt).wholeDays), rule: rule)
  }

  /// Whether the service recorded the user's sign-up.
  func hasJoined(_ principal: PrincipalID) -> Bool { store.person(principal)?.joinedAt != nil }
}

extension LinkEngine {
  /// A receiver of the events that the engine's decisions fire, each with its person and moment.
  ///
  /// Their export belongs to the turn, as every write does.
  public typealias EventReceiver = (InviteEvent, PrincipalID, Instant) -> Void

  /// Fires the events of a moment, if there is a receiver.
  func fire(_ moment: @autoclosure () -> InviteMoment?, by person: PrincipalID, at now: Instant) {
    guard let onEvent, let moment = moment() else { return }
    for event in moment.events { onEvent(event, person, now) }
  }

  /// The link of an invite, as events name it; `nil` if its sender's account is gone.
  func reference(to invite: StoredInvite?) -> InviteEvent.InviteReference? {
    invite.flatMap { reference(to: $0.record.code, of: $0.record.sender) }
  }

  /// The link that brought a newcomer; `nil` without credit, or if the inviter's account is gone.
  func reference(to referral: Referral) -> InviteEvent.InviteReference? {
    referral.kind == .credited ? reference(to: referral.code, of: referral.inviter) : nil
  }

  private func reference(
    to code: InviteCode, of sender: PrincipalID
  ) -> InviteEvent.InviteReference? {
    account(of: sender) == .deleted
      ? nil : InviteEvent.InviteReference(code: code, referrer: sender)
  }
}

extension InviteMoment {
  /// The tap on a link; `nil` where the link leads to no account.
  static func tap(
    _ reference: InviteEvent.InviteReference?, appInstalled: Bool, by opener: InviteEvent.Opener
  ) -> InviteMoment? {
    reference.map { .linkTapped($0, appInstalled: appInstalled, by: opener) }
  }
}

/// All data stored about one person.
public struct PersonExport: Hashable, Sendable {
  public let person: Person?
  public let invites: [StoredInvite]
  /// The people that the person invited, without names.
  public let brought: [Referral]
  public let broughtBy: [Referral]
  public let openings: [Opening]
  /// The clicks that were matched to the person.
  public let clicks: [ClickFootprint]
  public let requests: [AnsweredRequest]
  /// The rule that grants the export.
  public let rule: RuleID
}

extension LinkEngine {
  /// Returns all data stored about a person, the same in every profile.
  ///
  /// Data that is due at `now` is left out, swept or not.
  public func export(_ principal: PrincipalID, at now: Instant) -> PersonExport {
    let stored = export(principal) { $0.isKept(under: profile.retention, at: now) }
    func isKept(_ clickAt: Instant) -> Bool {
      profile.attribution.decide(clickAt: clickAt, at: now).isKept
    }
    return PersonExport(
      person: stored.person, invites: stored.invites, brought: stored.brought,
      broughtBy: stored.broughtBy, openings: stored.openings.filter { isKept($0.at) },
      clicks: stored.clicks.filter { isKept($0.at) },
      requests: stored.requests.filter { $0.at >= now - IdempotencyKey.life }, rule: stored.rule)
  }

  /// Returns the data stored about a person, with the referrals that `isWanted` selects.
  func export(_ principal: PrincipalID, where isWanted: (Referral) -> Bool) -> PersonExport {
    let broughtBy = store.referrals(of: principal).filter(isWanted)
    return PersonExport(
      person: store.person(principal), invites: store.invites(of: principal),
      brought: store.referrals(by: principal).filter(isWanted), broughtBy: broughtBy,
      openings: store.openings(by: principal),
      clicks: broughtBy.compactMap { store.click($0.click) },
      requests: store.requests(of: principal), rule: "P-PRV-07")
  }
}

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

/// A number of an upload that is a user's.
public struct NumberMatch: Hashable, Sendable, BitwiseCopyable {
  /// The place of the number in the upload.
  public let index: Int
  public let user: PrincipalID
}

extension LinkEngine {
  /// Stores the keyed hash of a user's verified number; `nil` removes it.
  ///
  /// Operators give numbers to new owners: another user who had it, and verified it earlier, loses
  /// it.
  public func set(_ number: NumberHash?, of principal: PrincipalID) {
    if let number, let other = store.user(of: number), other != principal {
      write(nil, of: other)
    }
    write(number, of: principal)
  }

  private func write(_ number: NumberHash?, of principal: PrincipalID) {
    var person = store.person(principal) ?? Person(principal)
    person.number = number
    if person != store.person(principal) { store.write(.person(person)) }
  }

  /// Returns the numbers of an upload that are active users' numbers, in their order.
  ///
  /// Nothing is written. The account of `uploader` is looked up in place of an unknown number's.
  public func match(_ numbers: [NumberHash], for uploader: PrincipalID) -> [NumberMatch] {
    let policy = profile.flow.uploads
    var matches: [NumberMatch] = []
    for (index, number) in numbers.enumerated() {
      let user = store.user(of: number)
      // Two look-ups for any number: an unknown one takes no less time.
      let account = account(of: user ?? uploader)
      if let user, policy.finds(account) { matches.append(NumberMatch(index: index, user: user)) }
    }
    return matches
  }
}

extension LinkEngine {
  /// Stores a user's name and avatar.
  public func introduce(_ principal: PrincipalID, name: String?, avatar: String?) {
    var person = store.person(principal) ?? Person(principal)
    person.name = name
    person.avatar = avatar
    if person != store.person(principal) { store.write(.person(person)) }
  }

  /// Stores the state of a user's account: suspended, or active again.
  public func set(_ account: AccountState, of principal: PrincipalID) {
    var person = store.person(principal) ?? Person(principal)
    person.account = account
    if person != store.person(principal) { store.write(.person(person)) }
  }
}

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

// The early end of a referral.
extension LinkEngine {
  /// Withdraws a referral whose invitee is credited to another inviter, or to none.
  ///
  /// If the inviter was notified, the referral stays as overtaken, which prevents a second
  /// notification.
  func withdraw(_ referral: Referral) {
    let isDelivered = referral.toldAt != nil && store.notice(referral.pair) == nil
    forget(referral)
    rename(inviteeOf: referral, as: nil)
    if isDelivered { store.write(.referral(referral.overtaken)) }
  }

  /// Deletes a referral and its pending push.
  func forget(_ referral: Referral) {
    if store.notice(referral.pair) != nil { store.write(.noticeGone(referral.pair)) }
    store.write(.referralGone(referral.pair))
  }

  /// Removes the invitee of a referral from the record of its invite.
  func rename(inviteeOf referral: Referral, as pseudonym: PrincipalID?) {
    guard var invite = store.invite(referral.code), invite.record.invitee == referral.invitee
    else { return }
    invite.record = invite.record.taken(by: pseudonym)
    store.write(.invite(invite))
  }
}

/// The part of an invite that its recipient may see.
public struct InviteContextView: Hashable, Sendable {
  public let code: InviteCode
  public let inviter: PrincipalID
  /// `nil` if the inviter has not set a name.
  public let inviterName: String?
  public let inviterAvatar: String?
  public let context: InviteContext
  public let content: OpaqueID?
}

extension LinkEngine {
  /// The context of an invite; `nil` if the link carries none, or the sender's account is gone.
  func context(of invite: StoredInvite, standing: InviteLink.Standing) -> InviteContextView? {
    let sender = store.person(invite.record.sender)
    guard profile.link.route(standing, appIsInstalled: true).destination.keepsContext,
      (sender?.account ?? .active) == .active
    else { return nil }
    return InviteContextView(
      code: invite.record.code, inviter: invite.record.sender, inviterName: sender?.name,
      inviterAvatar: sender?.avatar, context: invite.record.context,
      content: invite.record.content)
  }
}

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
