import Attribution
import Testing
import Vocabulary

@Suite("Receipt · links that no longer work, and devices without the app")
struct BrokenLinkTests {
  @Test(arguments: Position.all)
  func `RES-10, CNF-14 · an unknown code means standard onboarding, no credit, no word`(
    _ position: Position
  ) {
    let decision = position.decide(.signedOutApp, .unknown)
    #expect(decision.surface == .standardOnboarding)
    #expect(decision.surface.text(app: .rin, sender: "Ada") == nil)
    #expect(decision.credit == .none)
    #expect(decision.because == .unknownLink)
    #expect(!decision.isLogged)
    #expect(Position.rin.decide(.signedOutApp, .unknown).rule == "RES-10")
  }

  struct Expired: Sendable, CustomTestStringConvertible {
    let position: Position
    let inBrowser: ReceiptSurface
    var testDescription: String { position.testDescription }
  }

  static let expired = [
    Expired(position: .rin, inBrowser: .genericPage),
    Expired(position: .product, inBrowser: .expiredPage),
    Expired(position: .design, inBrowser: .appStore),
  ]

  @Test(arguments: expired)
  func `CNF-14 · an expired link shows what its profile says, and earns nothing`(
    _ example: Expired
  ) {
    let decision = example.position.decide(.browser(.iOS), .expired)
    #expect(decision.surface == example.inBrowser)
    #expect(decision.credit == .none)
    #expect(decision.because == .expiredLink)
    #expect(example.position.decide(.signedOutApp, .expired).surface == .standardOnboarding)
  }

  @Test func `CNF-14 · a tampered link is logged where links are signed, and unknown elsewhere`() {
    let signed = Position.product.decide(.signedOutApp, .tampered)
    #expect(signed.surface == .standardOnboarding)
    #expect(signed.isLogged)
    #expect(signed.because == .tamperedLink)
    let unsigned = Position.rin.decide(.signedOutApp, .tampered)
    #expect(unsigned.because == .unknownLink)
    #expect(!unsigned.isLogged)
  }

  @Test func `P-EDG-15 · product: self-invite, unknown code and bad signature have their ways`() {
    #expect(Position.product.decide(.signedInApp(.same)).surface == .alreadyOnToast)
    #expect(Position.product.decide(.signedOutApp, .unknown).surface == .standardOnboarding)
    #expect(Position.product.decide(.signedInApp(.stranger), .unknown).surface == .home)
    #expect(Position.product.decide(.browser(.iOS), .tampered).surface == .genericPage)
    #expect(Position.product.decide(.browser(.iOS), .tampered).isLogged)
  }

  @Test func `D-RES-10 · design: what it leaves out takes the values of rin`() {
    for sender in [AccountState.deleted, .suspended] {
      let (design, rin) =
        (
          Position.design.decide(.signedOutApp, from: sender),
          Position.rin.decide(.signedOutApp, from: sender)
        )
      #expect(design.surface == rin.surface && design.credit == rin.credit)
    }
    for (opener, link) in [
      (LinkOpener.signedInApp(.same), LinkStanding.valid), (.signedOutApp, .unknown),
    ] {
      #expect(
        Position.design.decide(opener, link).surface == Position.rin.decide(opener, link).surface)
    }
    #expect(Position.design.decide(.browser(.other)).surface == .appStore)
  }

  @Test func `P-EDG-13, CNF-18 · off iOS each profile shows its own page`() {
    #expect(Position.rin.decide(.browser(.other)).surface == .genericPage)
    #expect(Position.design.decide(.browser(.other)).surface == .appStore)
    let decision = Position.product.decide(.browser(.other), .expired)
    #expect(decision.surface == .emailCapturePage)
    #expect(decision.rule == "P-EDG-13")
    #expect(decision.credit == .none)
    let words =
      "Thanks for your interest! [App] is currently available on iOS. "
      + "We'll notify you when Android launches."
    #expect(decision.surface.text(app: .product, sender: "Ada") == words)
  }
}
