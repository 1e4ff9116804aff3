import Attribution
import Invites
import Profiles
import Vocabulary

// What becomes of links that live for a while, or bring only so many people.
extension GrowthModel {
  /// The link that a credit came by, and when it was tapped.
  struct CreditedLink {
    let place: UInt32
    let clickedAt: Instant
  }

  /// The link that a member holds from an earlier share.
  func heldLink(of number: UInt32) -> HeldLink? {
    let made = rest[Int(number)].linkMade
    guard made != Member.never else { return nil }
    let life = InviteLifecycle(createdAt: instant(made), under: ground.profile.link)
    return HeldLink(
      code: ground.sharing.code, isOfThisFlow: false, isSent: members[Int(number)].sent > 0,
      expiresAt: life.expiresAt)
  }

  /// Notes which link the coming invites of a member carry; outside of the app's screens the policy
  /// is asked here whether that is a new one.
  mutating func noteLink(
    of number: UInt32, way: Origin.Way, isNew: Bool, at now: Instant
  ) {
    guard ground.keepsLinks else { return }
    var isNew = isNew
    if way == .elsewhere {
      switch ground.profile.link.decideCode(holding: heldLink(of: number), at: now) {
      case .mint:
        rest[Int(number)].linkMade = seconds(now)
        isNew = true
      case .reuse: break
      }
    }
    let made = rest[Int(number)].linkMade
    guard made != Member.never else { return }
    links.note(
      linkOf: number, madeAt: instant(made), isNew: isNew, from: members[Int(number)].sent,
      under: ground.profile.link)
  }

  /// The link of the click that `decision` credits; `nil` without credit, or where links do not end.
  func creditedLink(_ decision: CreditDecision) -> CreditedLink? {
    guard decision.outcome == .credited, let click = decision.click,
      let place = competing.firstIndex(where: { $0.sequence == click.sequence }),
      competingLinks[place] != LinkBook.none
    else { return nil }
    return CreditedLink(place: competingLinks[place], clickedAt: click.at)
  }

  /// The rule by which a newcomer comes too late for a link.
  var usedLinkRule: RuleID { ground.profile.link.route(.exhausted, appIsInstalled: false).rule }

  /// Whether the latest arrival meets the inviter's name, although the link was used up.
  var isPersonalisedWithoutCredit: Bool {
    guard meetsUsedLink else { return false }
    let route = ground.profile.link.route(.exhausted, appIsInstalled: false)
    return route.destination == .personalisedWithoutCredit
  }

  /// Lets a newcomer take the invite at `moment`, when somebody else may have been faster.
  mutating func take(
    _ number: UInt32, after walk: FirstRunWalk, at moment: Instant, _ calendar: inout Calendar
  ) {
    guard members[Int(number)].inviter != Member.none else { return }
    guard ground.profile.link.maxAcceptances != nil, let creditedLink else {
      return accepted(number, after: walk, at: moment, &calendar)
    }
    pendingAcceptances[number] = creditedLink
    schedule(GrowthEvent(.accept, number), at: Double(seconds(moment)) + 1, &calendar)
  }

  /// A newcomer takes the invite, unless it has brought as many people as it may: then it has not
  /// brought this one.
  mutating func accept(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    guard let link = pendingAcceptances.removeValue(forKey: event.subject) else { return }
    let step = links[link.place].receive(
      .accepted(clickedAt: link.clickedAt), at: now, under: ground.profile.link)
    let person = members[Int(event.subject)].person
    if case .refused = step {
      members[Int(event.subject)].inviter = Member.none
      tell { $0.hear(.accepted(person, isRefused: true), at: now) }
    } else {
      tell { $0.hear(.accepted(person, isRefused: false), at: now) }
      accepted(event.subject, after: firstRun(of: event.subject), at: now, &calendar)
    }
  }

  /// Lets follow what does from a newcomer's taking an invite.
  private mutating func accepted(
    _ number: UInt32, after walk: FirstRunWalk, at moment: Instant, _ calendar: inout Calendar
  ) {
    guard walk.connection == .accepted else { return }
    // Without an account there is nobody to be connected.
    if walk.signedUpAfter != nil { members[Int(number)].marks.insert(.isPaired) }
    announce(number, .accepted, at: moment, &calendar)
  }
}
