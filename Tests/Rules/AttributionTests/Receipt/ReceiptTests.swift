import TestSupport
import Attribution
import Testing
import Vocabulary

@Suite("Receipt · what someone meets who opens a link")
struct ReceiptTests {
  @Test func `RES-02 · with the app and signed out, the invite goes along into onboarding`() {
    let decision = Position.rin.decide(.signedOutApp)
    #expect(decision.surface == .invitedOnboarding)
    #expect(decision.credit == .byAttribution)
    #expect(decision.because == .signedOut)
    #expect(decision.rule == "RES-02")
  }

  @Test func `P-RCV-03 · product: with the app and signed out, the welcome names the inviter`() {
    let decision = Position.product.decide(.signedOutApp)
    #expect(decision.surface == .invitedOnboarding && decision.surface.namesSender)
    #expect(decision.rule == "P-RCV-03")
    let broken = Position.product.decide(.signedOutApp, .unknown)
    #expect(!broken.surface.namesSender, "without a known link there is no one to name")
  }

  @Test(arguments: LinkStanding.allCases)
  func `RES-03, RES-21 · a signed-in user gets the toast and Home, whatever the link`(
    _ link: LinkStanding
  ) {
    for relation in [RelationToSender.stranger, .connected] {
      for sender in AccountState.allCases {
        let decision = Position.rin.decide(.signedInApp(relation), link, from: sender)
        #expect(decision.surface == .alreadyOnToast)
        #expect(decision.surface.next == .home)
        #expect(decision.surface.text(app: .rin, sender: "Ada") == "You're already on Rin.")
        #expect(decision.credit == .none)
        #expect(decision.rule == "RES-03")
      }
    }
  }

  @Test func `RES-04, CNF-07 · whether an existing user is captured is a setting`() {
    #expect(Position.rin.decide(.signedInApp(.stranger)).credit == .none)
    var captured = Position.rin
    captured.receipt.existingUserCredit = .acceptanceOnConnect
    #expect(captured.decide(.signedInApp(.stranger)).credit == .acceptanceOnConnect)
    // Even then nothing is earned by a link that is worth nothing.
    #expect(captured.decide(.signedInApp(.stranger), .unknown).credit == .none)
  }

  @Test(arguments: Position.all)
  func `EDG-06, ATT-05, CNF-12 · one's own link gives the toast and no credit`(_ position: Position)
  {
    for link in LinkStanding.allCases {
      let decision = position.decide(.signedInApp(.same), link)
      #expect(decision.surface == .alreadyOnToast)
      #expect(decision.credit == .none)
      #expect(decision.because == .ownLink)
    }
    let own = Position.rin.decide(.signedInApp(.same))
    #expect(own.surface.text(app: .rin, sender: "Ada") == "You're already on Rin.")
    #expect(own.rule == "EDG-06")
    #expect(Position.product.decide(.signedInApp(.same)).rule == "CNF-12")
  }

  @Test
  func `P-EDG-01, P-EDG-02, P-TAP-03 · product: one tap leads to "wants to connect"`() {
    let decision = Position.product.decide(.signedInApp(.stranger))
    #expect(decision.surface == .wantsToConnect)
    #expect(decision.surface.text(app: .product, sender: "Ada") == "Ada wants to connect")
    #expect(decision.rule == "P-EDG-02")
    // Inside the app there is no store, no page, no onboarding between the tap and the screen.
    #expect(decision.surface.isInApp)
    #expect(decision.surface.next == nil)
    #expect(decision.credit == .acceptanceOnConnect)
    #expect(decision.credit.mayCountAsAcceptance && !decision.credit.mayCountAsInstall)
  }

  @Test func `P-EDG-03 · product: who is connected already is told so, and earns nobody anything`()
  {
    let decision = Position.product.decide(.signedInApp(.connected))
    #expect(decision.surface == .alreadyConnectedToast)
    #expect(
      decision.surface.text(app: .product, sender: "Ada") == "You're already connected with Ada!")
    #expect(decision.credit == .none)
    #expect(decision.rule == "P-EDG-03")

    var without = Position.product
    without.receipt.alreadyConnectedToast = false
    #expect(without.decide(.signedInApp(.connected)).surface == .wantsToConnect)
  }

  @Test
  func `D-RES-05, D-RES-06 · design: a welcome back, and credit for the action only`() {
    let decision = Position.design.decide(.signedInApp(.stranger))
    #expect(decision.surface == .welcomeBack)
    #expect(decision.credit == .action)
    #expect(!decision.credit.mayCountAsAcceptance)
    #expect(!decision.credit.mayCountAsInstall)
    #expect(decision.rule == "D-RES-05")
  }

  @Test func `D-RES-01, D-RES-07 · design: the app if it is there, else the app's store page`() {
    #expect(Position.design.decide(.signedOutApp).surface == .invitedOnboarding)
    #expect(Position.design.decide(.signedInApp(.stranger)).surface.isInApp)
    let without = Position.design.decide(.browser(.iOS))
    #expect(without.surface == .appStore)
    #expect(without.credit == .byAttribution)
    #expect(without.rule == "D-RES-01")
    // And after the install the deferred link takes up what the store could not carry.
    var arrival = InviteArrival()
    let invite = CarriedInvite(link: 1, inviter: PrincipalID(rawValue: 1))
    #expect(arrival.receive(.firstLaunched, receipt: .design, attribution: .design) == .askServer)
    #expect(
      arrival.receive(
        .serverAnswered(.invited(invite)), receipt: .design, attribution: .design)
        == .begin(.invitedOnboarding, because: .clickMatched))
  }

  @Test
  func `RES-23 · without the app: the page whose one way on is the store, or the store at once`() {
    let page = Position.rin.decide(.browser(.iOS))
    #expect(page.surface == .genericPage)
    #expect(page.surface.next == .appStore)
    var direct = Position.rin
    direct.landing.page = .appStore
    #expect(direct.decide(.browser(.iOS)).surface == .appStore)
  }

  @Test(arguments: [AccountState.deleted, .suspended])
  func `P-EDG-06, CNF-13 · the link of a sender who is gone works, and names nobody`(
    _ sender: AccountState
  ) {
    for position in Position.all {
      #expect(position.decide(.signedOutApp, from: sender).surface == .standardOnboarding)
      for opener in LinkOpener.allCases {
        #expect(!position.decide(opener, from: sender).surface.namesSender)
      }
      // Attribution may keep the referral for analytics.
      #expect(position.decide(.signedOutApp, from: sender).credit == .byAttribution)
    }
    #expect(Position.product.decide(.browser(.iOS), from: sender).surface == .genericPage)
    #expect(Position.product.decide(.browser(.iOS)).surface == .personalisedPage)
    #expect(Position.product.decide(.signedOutApp, from: sender).rule == "P-EDG-06")
  }

  @Test func `RES-13 · each opening by a person makes a click record, whatever it is worth`() {
    for position in Position.all {
      for tap in everyTap where tap.opener != .previewFetcher {
        #expect(position.decide(tap.opener, tap.link, from: tap.sender).isRecorded)
      }
    }
    // And the record has what matching needs: the code, the device, the time.
    let record = ClickFootprint(sequence: 1, at: noon(99), link: 0xA3, signals: .phone())
    #expect(MatchRule.ownService.decide([record]).match?.link == 0xA3)
    #expect(MatchRule.ownService.decide([record], on: .phone([.address: 9])).match == nil)
  }

  @Test func `RES-26 · whoever is new ends in onboarding or the store, and no link stops them`() {
    for position in Position.all {
      for tap in everyTap {
        let surface = position.decide(tap.opener, tap.link, from: tap.sender).surface
        switch tap.opener {
        case .signedOutApp:
          #expect(surface == .invitedOnboarding || surface == .standardOnboarding)
          #expect((surface == .invitedOnboarding) == (tap.link == .valid && tap.sender == .active))
        case .browser(.iOS), .previewFetcher: #expect((surface.next ?? surface) == .appStore)
        case .browser(.other): #expect(!surface.isInApp)
        case .signedInApp: #expect(surface.isInApp)
        }
      }
    }
  }
}
