public import Attribution
public import Invites
import Profiles
public import Vocabulary

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
