import Onboarding
import Testing
import Vocabulary

private func invitation(
  name: String? = "Maya", avatar: String? = "avatars/7", account: AccountState = .active
) -> Invitation {
  Invitation(
    inviter: Inviter(
      principal: PrincipalID(rawValue: 7), name: name, avatar: avatar, account: account))
}

@Suite("Onboarding · the welcome of the invited")
struct WelcomeTests {
  @Test func `ONB-02, ONB-03, ONB-04 · S1 with the card`() {
    let screen = WelcomeScreen.welcome(invitation(), under: .rin, in: .rin)
    #expect(screen.title == "Own your network.")
    #expect(screen.body == "Rin helps you clean, organize, and control your contacts.")
    #expect(screen.card?.text == "Invited by Maya")
    #expect(screen.card?.avatar == "avatars/7")
    #expect(screen.button == "Continue")
    #expect(screen.standardBecause == nil)
  }

  @Test func `ACC-09 · the card is read out, and the avatar described`() {
    let card = WelcomeScreen.welcome(invitation(), under: .rin, in: .rin).card
    #expect(card?.accessibilityLabel == "Invited by Maya")
    #expect(card?.avatarDescription == "Profile picture of Maya")
  }

  @Test func `ONB-06 · no avatar is no reason to leave the card out`() {
    let card = WelcomeScreen.welcome(invitation(avatar: nil), under: .rin, in: .rin).card
    #expect(card?.text == "Invited by Maya")
    #expect(card?.avatar == nil)
    #expect(card?.avatarDescription == nil)
  }

  struct Nameless: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let invitation: Invitation?
    let reason: WelcomeScreen.Reason
    let rule: RuleID
  }

  static let nameless = [
    Nameless(
      testDescription: "no context", invitation: nil, reason: .noContext, rule: "ONB-07"),
    Nameless(
      testDescription: "deleted", invitation: invitation(account: .deleted), reason: .inviterGone,
      rule: "ONB-05"),
    Nameless(
      testDescription: "suspended", invitation: invitation(account: .suspended),
      reason: .inviterGone,
      rule: "ONB-05"),
    Nameless(
      testDescription: "no name", invitation: invitation(name: nil), reason: .noName, rule: "ONB-05"
    ),
    Nameless(
      testDescription: "a blank name", invitation: invitation(name: " "), reason: .noName,
      rule: "ONB-05"),
  ]

  @Test(arguments: nameless)
  func `ONB-05, ONB-07 · without a name S1 is the standard one`(_ example: Nameless) {
    let screen = WelcomeScreen.welcome(example.invitation, under: .rin, in: .rin)
    #expect(screen.card == nil)
    #expect(screen.title == "Own your network.")
    #expect(screen.body == "Rin helps you clean, organize, and control your contacts.")
    #expect(screen.standardBecause == example.reason)
    #expect(example.reason.rule == example.rule)
  }

  @Test func `P-ONB-01, P-RCV-04 · product names the sender in the title, beside the avatar`() {
    let screen = WelcomeScreen.welcome(invitation(), under: .product, in: .product)
    #expect(screen.title == "Welcome! Maya invited you")
    #expect(screen.avatar == "avatars/7")
    #expect(screen.card == nil)
    // What was tapped before the install is still known after it.
    var walk = LinkWalk(counting: .asSpecified)
    _ = walk.receive(.tapsLink(.withoutApp, .generic, .off))
    #expect(walk.receive(.installs) == .moved(to: .onboarding, because: "P-RCV-04"))
    let organic = WelcomeScreen.welcome(nil, under: .product, in: .product)
    #expect(organic.title == "Welcome to [App]")
    #expect(organic.avatar == nil)
    let gone = WelcomeScreen.welcome(invitation(account: .deleted), under: .product, in: .product)
    #expect(gone.title == organic.title)
    #expect(gone.avatar == nil)
  }

  @Test func `ONB-07 · without an inviter that is there, the journey is organic`() {
    #expect(Journey(invitedBy: invitation()).isInvited)
    #expect(!Journey(invitedBy: nil).isInvited)
    #expect(!Journey(invitedBy: invitation(account: .deleted)).isInvited)
    #expect(!Journey(invitedBy: invitation(account: .suspended)).isInvited)
  }

  @Test func `P-ONB-07, P-RCV-08, P-CLP-02 · the wall, the offer and the clip's button`() {
    let maya = invitation().inviter
    #expect(InviterOffers.wall(for: maya) == "Sign up to save your progress and connect with Maya")
    #expect(InviterOffers.wall(for: nil) == "Sign up to save your progress")
    #expect(InviterOffers.connect(with: maya) == "Connect with Maya")
    #expect(InviterOffers.connect(with: invitation(account: .deleted).inviter) == nil)
    #expect(InviterOffers.fullApp == "Get the Full App")
  }
}
