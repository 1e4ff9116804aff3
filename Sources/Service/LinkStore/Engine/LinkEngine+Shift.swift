public import Attribution
public import Invites
import Profiles
public import Vocabulary

/// The numbers of rows moved to their true moments.
public struct ShiftReport: Hashable, Sendable {
  public let clicks: Int
  public let openings: Int
  public let requests: Int
  public let incompleteInstalls: Int
  public let emails: Int
}

extension LinkEngine {
  /// Moves rows that were recorded under a wrong clock to their true moments.
  ///
  /// That is clicks, openings, answered requests with the invites they made, incomplete installs,
  /// and addresses for notices. All of it is one turn, of the size of the moved rows.
  @discardableResult
  public func move(by shift: MomentShift) -> ShiftReport {
    let renumbered = moveClicks(by: shift)
    let openings = store.openings(before: .distantFuture, atMost: .max)
      .filter { $0.at > shift.after }
    for opening in openings {
      store.write(.openingGone(opening))
      store.write(.opening(opening.moved(by: shift)))
    }
    let requests = store.requests(before: .distantFuture, atMost: .max)
      .filter { $0.at > shift.after }
    for request in requests {
      store.write(.request(request.moved(by: shift)))
      if let invite = store.invite(request.code), invite.record.createdAt > shift.after {
        store.write(.invite(invite.moved(by: shift)))
      }
    }
    var installs = 0
    for referral in store.incompleteReferrals(before: .distantFuture, atMost: .max) {
      let moved = referral.moved(by: shift, click: renumbered[referral.click])
      guard moved != referral else { continue }
      installs += 1
      // Removed and written again: due rows are found by their first moment.
      store.write(.referralGone(referral.pair))
      store.write(.referral(moved))
    }
    let emails = store.emailNotices(before: .distantFuture, atMost: .max)
      .filter { $0.since > shift.after }
    for email in emails { store.write(.email(email.moved(by: shift))) }
    return ShiftReport(
      clicks: renumbered.count, openings: openings.count, requests: requests.count,
      incompleteInstalls: installs, emails: emails.count)
  }

  /// Moves the clicks, and returns their new numbers by the old ones.
  private func moveClicks(by shift: MomentShift) -> [UInt64: UInt64] {
    let clicks = store.clicks(after: shift.after)
    guard let first = clicks.first else { return [:] }
    // Clicks are kept in order of time and number: none comes before those that stay, and the old places
    // come before the new ones.
    let floor = store.latestClick(until: shift.after)
    func corrected(_ moment: Instant) -> Instant {
      max(shift.corrected(moment), floor ?? shift.corrected(moment))
    }
    let start = corrected(first.at)
    for click in clicks {
      var place = click.erased
      place.at = start
      store.write(.clickErased(place))
    }
    var numbers: [UInt64: UInt64] = [:]
    for click in clicks where !click.isErased {
      var moved = ClickFootprint(
        sequence: store.nextSequence, at: corrected(click.at), link: click.link,
        visitor: click.visitor, signals: click.signals)
      moved.isSpent = click.isSpent
      numbers[click.sequence] = moved.sequence
      store.write(.click(moved))
    }
    return numbers
  }
}

extension Opening {
  fileprivate func moved(by shift: MomentShift) -> Opening {
    Opening(
      sequence: sequence, at: shift.corrected(at), principal: principal, code: code,
      standing: standing)
  }
}

extension AnsweredRequest {
  fileprivate func moved(by shift: MomentShift) -> AnsweredRequest {
    AnsweredRequest(request, code: code, at: shift.corrected(at))
  }
}

extension EmailNotice {
  fileprivate func moved(by shift: MomentShift) -> EmailNotice {
    EmailNotice(id, to: address, since: shift.corrected(since))
  }
}

extension StoredInvite {
  fileprivate func moved(by shift: MomentShift) -> StoredInvite {
    let life = record.lifecycle
    let moved = InviteLifecycle(
      resuming: life.status, createdAt: shift.corrected(life.createdAt),
      expiresAt: life.expiresAt.map { $0 + shift.distance },
      acceptedAt: life.acceptedAt.map(shift.corrected), acceptances: life.acceptances)
    return StoredInvite(
      record.living(moved), shares: shares, sharedAt: sharedAt.map(shift.corrected))
  }
}

extension Referral {
  fileprivate func moved(by shift: MomentShift, click number: UInt64?) -> Referral {
    var moved = Referral(
      pair, code: code, kind: kind, click: number ?? click,
      clickedAt: shift.corrected(clickedAt), route: route, arrivedAt: shift.corrected(arrivedAt))
    moved.signedUpAt = signedUpAt.map(shift.corrected)
    moved.acceptedAt = acceptedAt.map(shift.corrected)
    moved.connectedAt = connectedAt.map(shift.corrected)
    moved.firstValueAt = firstValueAt.map(shift.corrected)
    moved.completedAt = completedAt.map(shift.corrected)
    moved.toldAt = toldAt.map(shift.corrected)
    return moved
  }
}

/// A milestone of a new user, as the app's backend reports it.
public enum Milestone: Hashable, Sendable {
  /// The phone number is verified, and the account exists.
  case signedUp(name: String?, avatar: String?)
  case firstValueSeen
  case onboardingCompleted
}

/// The effects of a milestone.
public struct MilestoneAnswer: Hashable, Sendable {
  /// The referral that advanced; `nil` for a user without an inviter.
  public let referral: Referral?
  /// The effect of a sign-up on inviter and invitee.
  public let connection: ConnectionDecision?
  /// Whether the inviter is notified, and if not, why.
  public let notification: NotificationDecision?
}

extension LinkEngine {
  /// Records a milestone; a repeated report changes nothing.
  public func reach(
    _ milestone: Milestone, _ principal: PrincipalID, at now: Instant
  ) -> MilestoneAnswer {
    let now = moment(now)
    var referral = attributed(principal, at: now)
    if case .signedUp(let name, let avatar) = milestone {
      welcome(principal, name: name, avatar: avatar, at: now)
    }
    guard var reached = referral else {
      return MilestoneAnswer(referral: nil, connection: nil, notification: nil)
    }
    var connection: ConnectionDecision?
    var notification: NotificationDecision?
    let reference = reference(to: reached)
    switch milestone {
    case .signedUp:
      if reached.signedUpAt == nil {
        fire(.signedUp(isReferred: reference != nil), by: principal, at: now)
      }
      reached.signedUpAt = reached.signedUpAt ?? now
      connection = connect(&reached, at: now)
      notification = tell(&reached, .signedUp, at: now)
    case .firstValueSeen:
      if reached.firstValueAt == nil {
        fire(.firstValueSeen(isReferred: reference != nil), by: principal, at: now)
      }
      reached.firstValueAt = reached.firstValueAt ?? now
    case .onboardingCompleted:
      if reached.completedAt == nil {
        fire(.onboardingCompleted(reference, invitee: principal), by: principal, at: now)
      }
      reached.completedAt = reached.completedAt ?? now
      notification = tell(&reached, .onboardingCompleted, at: now)
    }
    if reached != referral { store.write(.referral(reached)) }
    referral = reached
    return MilestoneAnswer(
      referral: referral, connection: connection, notification: notification)
  }

  private func welcome(
    _ principal: PrincipalID, name: String?, avatar: String?, at now: Instant
  ) {
    var person = store.person(principal) ?? Person(principal)
    person.name = name ?? person.name
    person.avatar = avatar ?? person.avatar
    person.joinedAt = person.joinedAt ?? now
    if person != store.person(principal) { store.write(.person(person)) }
  }

  /// Connects the two if the rules prescribe it; `nil` before the invitee has an account.
  ///
  /// Accepting the invite, before or after, takes up a suggestion.
  func connect(_ referral: inout Referral, at now: Instant) -> ConnectionDecision? {
    guard referral.signedUpAt != nil || referral.kind == .existingUser else { return nil }
    let facts = ConnectionFacts(
      inviter: referral.inviter, inviterState: account(of: referral.inviter),
      verified: referral.invitee, credit: referral.kind == .recordedOnly ? .none : .credited,
      areConnected: areConnected(referral.inviter, referral.invitee))
    var process = ConnectionProcess(facts, policy: profile.connection)
    var actions = process.receive(.verified)
    if referral.acceptedAt != nil { actions += process.receive(.accepted) }
    for case .connectMutually in actions where referral.connectedAt == nil {
      referral.connectedAt = now
      fire(
        .connected(inviter: referral.inviter, invitee: referral.invitee), by: referral.invitee,
        at: now)
    }
    return profile.connection.decide(facts)
  }

  /// Adds a push to the inviter to the outbox if the rules prescribe it; at most one for each
  /// invitee.
  @discardableResult
  func tell(
    _ referral: inout Referral, _ milestone: JoinMilestone, at now: Instant
  ) -> NotificationDecision {
    let decision = profile.notification.decide(
      milestone, at: now, for: joinFacts(of: referral), app: profile.app, texts: profile.copy)
    if case .push = decision {
      referral.toldAt = now
      store.write(.notice(Notice(referral.pair, decidedAt: now)))
    }
    return decision
  }

  func joinFacts(of referral: Referral) -> JoinFacts {
    JoinFacts(
      inviter: referral.inviter, inviterState: account(of: referral.inviter),
      invitee: referral.invitee, inviteeName: store.person(referral.invitee)?.name,
      credit: .credited, hadAccount: referral.kind == .existingUser,
      wasNotified: referral.toldAt != nil)
  }
}

/// The answer to a link that opened the installed app.
public struct OpenAnswer: Hashable, Sendable {
  public let decision: ReceiptDecision
  public let route: LinkRoute
  /// The invite, if the app may show one.
  public let context: InviteContextView?

  /// The rule that decided.
  public var rule: RuleID { decision.rule }
}

/// The standing of a code, for the app before an opening.
public enum LookUpAnswer: Hashable, Sendable {
  /// `context` is `nil` where the sender is gone.
  case found(InviteContextView?, LinkRoute)
  case noLonger(LinkRoute)

  public var route: LinkRoute {
    switch self {
    case .found(_, let route), .noLonger(let route): route
    }
  }

  /// The rule that decided.
  public var rule: RuleID { route.rule }
}

extension LinkEngine {
  /// Returns what a link refers to, and changes nothing.
  public func lookUp(_ link: ResolvedLink) -> LookUpAnswer {
    let route = profile.link.route(link.standing, appIsInstalled: true)
    guard let invite = link.invite, route.destination.keepsContext else { return .noLonger(route) }
    return .found(context(of: invite, standing: link.standing), route)
  }

  /// Records that a link opened the app of `principal`, who is signed in or about to sign up.
  public func open(
    _ link: ResolvedLink, by principal: PrincipalID, isSignedIn: Bool, at now: Instant
  ) -> OpenAnswer {
    let now = moment(now)
    let sender = link.invite?.record.sender
    let decision = profile.receipt.decide(
      LinkTap(
        opener: isSignedIn ? .signedInApp(relation(of: principal, to: sender)) : .signedOutApp,
        link: link.forReceipt, sender: sender.map(account(of:)) ?? .active),
      landing: profile.landing, broken: profile.link.broken)
    fire(
      .tap(
        reference(to: link.invite), appInstalled: true,
        by: isSignedIn ? (sender == principal ? .owner : .signedIn) : .signedOut),
      by: principal, at: now)
    if decision.isRecorded {
      follow(link, by: principal, at: now)
      if var invite = link.invite { receive(.opened, &invite, at: now) }
    }
    let known = decision.surface.namesSender ? link.invite : nil
    return OpenAnswer(
      decision: decision, route: profile.link.route(link.standing, appIsInstalled: true),
      context: known.flatMap { context(of: $0, standing: link.standing) })
  }

  /// Records that a user followed a link, and removes an earlier opening of one who has too many.
  func follow(_ link: ResolvedLink, by principal: PrincipalID, at now: Instant) {
    let opening = Opening(
      sequence: store.nextSequence, at: now, principal: principal, code: link.code,
      standing: link.forReceipt)
    let surplus = OpeningLimit.surplus(
      of: store.openings(by: principal), before: opening, model: profile.attribution.model)
    for opening in surplus { store.write(.openingGone(opening)) }
    store.write(.opening(opening))
  }

  private func relation(
    of principal: PrincipalID, to sender: PrincipalID?
  ) -> RelationToSender {
    guard let sender else { return .stranger }
    if sender == principal { return .same }
    return areConnected(sender, principal) ? .connected : .stranger
  }
}

/// The limit of the openings that are kept of one user, since a user may repeat them at will.
enum OpeningLimit {
  static let most = 64

  /// The openings that make room for the next one: none of a user with fewer than the limit.
  ///
  /// Of each link the first and the newest stay, between which credit changes hands; between many
  /// links the model decides. So no repetition pushes another inviter out.
  static func surplus(
    of openings: [Opening], before next: Opening, model: AttributionPolicy.Model
  ) -> ArraySlice<Opening> {
    let surplus = openings.count + 1 - most
    guard surplus > 0 else { return [] }
    var seen: Set<Opening.Link> = []
    var needed = Set(openings.filter { seen.insert($0.link).inserted }.map(\.sequence))
    seen = [next.link]
    for opening in openings.reversed() where seen.insert(opening.link).inserted {
      needed.insert(opening.sequence)
    }
    let repetitions = openings.filter { !needed.contains($0.sequence) }
    let others = openings.filter { needed.contains($0.sequence) }
    return (repetitions + (model == .lastClick ? others : others.reversed())).prefix(surplus)
  }
}
