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
    let member = members[Int(number)]
    guard member.linkMade != Member.never else { return nil }
    let life = InviteLifecycle(createdAt: instant(member.linkMade), under: ground.profile.link)
    return HeldLink(
      code: ground.sharing.code, isOfThisFlow: false, isSent: member.sent > 0,
      expiresAt: life.expiresAt)
  }

  /// Notes which link the coming invites of a member carry; outside of the app's screens the policy
  /// is asked here whether that is a new one.
  mutating func noteLink(of number: UInt32, way: Origin.Way, at now: Instant) {
    guard ground.keepsLinks else { return }
    if way == .elsewhere {
      switch ground.profile.link.decideCode(holding: heldLink(of: number), at: now) {
      case .mint: members[Int(number)].linkMade = seconds(now)
      case .reuse: break
      }
    }
    let member = members[Int(number)]
    guard member.linkMade != Member.never else { return }
    links.note(
      linkOf: number, madeAt: instant(member.linkMade), from: member.sent,
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

  /// Lets the newcomer who signed up take the invite that is credited.
  mutating func useLink(at now: Instant) {
    guard let creditedLink else { return }
    _ = links[creditedLink.place].receive(
      .accepted(clickedAt: creditedLink.clickedAt), at: now, under: ground.profile.link)
  }
}
