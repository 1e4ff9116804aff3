import Attribution
import Invites
import Profiles
import Vocabulary

// Links that expire, or limit the number of acceptances.
extension GrowthModel {
  /// The link that earned a credit, and the moment of its tap.
  struct CreditedLink {
    let place: UInt32
    let clickedAt: Instant
  }

  /// Returns the link that a member still holds from an earlier share.
  func heldLink(of number: UInt32) -> HeldLink? {
    let made = rest[Int(number)].linkMade
    guard made != Member.never else { return nil }
    let life = InviteLifecycle(createdAt: instant(made), under: plan.profile.link)
    return HeldLink(
      code: plan.sharing.code, isOfThisFlow: false, isSent: members[Int(number)].sent > 0,
      expiresAt: life.expiresAt)
  }

  /// Records which link the next invites of a member carry.
  ///
  /// Outside of the app's screens, the policy decides here whether that is a new link.
  mutating func noteLink(
    of number: UInt32, way: Origin.Way, isNew: Bool, at now: Instant
  ) {
    guard plan.needs.keepsLinks else { return }
    var isNew = isNew
    if way == .elsewhere {
      switch plan.profile.link.decideCode(holding: heldLink(of: number), at: now) {
      case .mint:
        rest[Int(number)].linkMade = seconds(now)
        isNew = true
      case .reuse: break
      }
    }
    let made = rest[Int(number)].linkMade
    guard plan.needs.limitsLinks, made != Member.never else { return }
    links.note(
      linkOf: number, madeAt: instant(made), isNew: isNew, from: members[Int(number)].sent,
      under: plan.profile.link)
  }

  /// Returns the place of the link that an invite of `inviter` carried; `none` without a limit of
  /// acceptances, which alone needs it.
  func link(of inviter: Inviter, invite: UInt16) -> UInt32 {
    guard plan.needs.limitsLinks else { return LinkBook.none }
    return links.place(of: invite, by: people[Int(territory.place(of: inviter.person))].member)
  }

  /// Returns the record of a link; `nil` where links do not end.
  func life(ofLinkAt place: UInt32, of inviter: Inviter) -> InviteLifecycle? {
    if place != LinkBook.none { return links[place] }
    guard !plan.needs.limitsLinks, inviter.linkMade != Member.never else { return nil }
    return InviteLifecycle(createdAt: instant(inviter.linkMade), under: plan.profile.link)
  }

  /// The rule by which a link without acceptances left earns no credit.
  var usedLinkRule: RuleID { plan.profile.link.route(.exhausted, appIsInstalled: false).rule }

  /// Whether a newcomer by a link without acceptances left is welcomed by the inviter's name.
  var usedLinkNamesInviter: Bool {
    let route = plan.profile.link.route(.exhausted, appIsInstalled: false)
    return route.destination == .personalisedWithoutCredit
  }

  /// Accepts the invite for a newcomer at `moment`; with limited acceptances an event decides then
  /// who was first.
  mutating func take(
    _ number: UInt32, after walk: FirstRunWalk, over link: CreditedLink?, at moment: Instant,
    _ calendar: inout Calendar
  ) {
    guard members[Int(number)].inviter != nil else { return }
    guard plan.needs.limitsLinks, let link else {
      return accepted(number, after: walk, at: moment, &calendar)
    }
    pendingAcceptances[number] = link
    schedule(GrowthEvent(.accept, number), at: Double(seconds(moment)) + 1, &calendar)
  }

  /// Handles an acceptance: if the link has none left, the newcomer loses the inviter.
  mutating func accept(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    guard let link = pendingAcceptances.removeValue(forKey: event.subject) else { return }
    let step = links[link.place].receive(
      .accepted(clickedAt: link.clickedAt), at: now, under: plan.profile.link)
    let person = members[Int(event.subject)].person
    if case .refused = step {
      members[Int(event.subject)].loseInviter()
      notifyObserver { $0.observe(.accepted(UInt32(person), isRefused: true), at: now) }
    } else {
      notifyObserver { $0.observe(.accepted(UInt32(person), isRefused: false), at: now) }
      accepted(event.subject, after: firstRun(of: event.subject), at: now, &calendar)
    }
  }

  /// Connects and announces a newcomer who accepted the invite.
  private mutating func accepted(
    _ number: UInt32, after walk: FirstRunWalk, at moment: Instant, _ calendar: inout Calendar
  ) {
    guard walk.connection == .accepted else { return }
    // Without an account the newcomer cannot be connected.
    if walk.signedUpAfter != nil { members[Int(number)].marks.insert(.isPaired) }
    announce(number, .accepted, at: moment, &calendar)
  }
}
