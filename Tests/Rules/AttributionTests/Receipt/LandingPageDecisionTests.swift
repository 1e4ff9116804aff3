import Attribution
import Testing
import Vocabulary

@Suite("Receipt · what a browser may be told")
struct LandingPageDecisionTests {
  let ada = SenderGlimpse(firstName: "Ada", hasAvatar: true)

  func content(_ position: Position, _ tap: LinkTap, app: AppIdentity) -> LandingContent? {
    LandingContent(
      of: position.decide(tap.opener, tap.link, from: tap.sender).surface, app: app, sender: ada)
  }

  @Test
  func `RES-12, PRV-01, CNF-15 · rin: one page for every code, known or not, and nobody on it`() {
    var pages: Set<LandingContent> = []
    for tap in everyTap {
      guard case .browser = tap.opener else { continue }
      pages.formUnion([content(.rin, tap, app: .rin)].compactMap(\.self))
    }
    #expect(pages == [.generic(GenericPage(app: .rin))])
    let page = GenericPage(app: .rin)
    #expect(page.title == "Rin")
    #expect(page.storeLink == "Get Rin on the App Store")
    // A page has these two fields and no others: there is no place for an inviter.
    #expect(Mirror(reflecting: page).children.compactMap(\.label) == ["title", "storeLink"])
  }

  @Test func `PRV-01 · rin: the sender is not even looked up for a page`() {
    var lookedUp = 0
    func lookUp() -> SenderGlimpse? {
      lookedUp += 1
      return ada
    }
    for tap in everyTap {
      let surface = Position.rin.decide(tap.opener, tap.link, from: tap.sender).surface
      _ = LandingContent(of: surface, app: .rin, sender: lookUp())
    }
    #expect(lookedUp == 0)
    let personal = LandingContent(of: .personalisedPage, app: .product, sender: lookUp())
    #expect(lookedUp == 1)
    #expect(personal == .personalised(GenericPage(app: .product), ada))
  }

  @Test func `RES-22, PRV-02 · rin: nothing outside the app knows who invited`() {
    for tap in everyTap {
      let surface = Position.rin.decide(tap.opener, tap.link, from: tap.sender).surface
      if !surface.isInApp { #expect(!surface.namesSender) }
    }
    // The server is asked by an app that is installed, at its first launch, and not before.
    var arrival = InviteArrival()
    #expect(arrival.state == .installed && arrival.context == nil)
    #expect(arrival.receive(.firstLaunched, receipt: .rin, attribution: .rin) == .askServer)
  }

  @Test func `CNF-15 · product names the sender of a valid link, design has no page of its own`() {
    let valid = LinkTap(opener: .browser(.iOS))
    #expect(
      content(.product, valid, app: .product)
        == .personalised(GenericPage(app: .product), ada))
    for link in [LinkStanding.unknown, .tampered] {
      #expect(
        content(.product, LinkTap(opener: .browser(.iOS), link: link), app: .product)
          == .generic(GenericPage(app: .product)))
    }
    #expect(
      content(.product, LinkTap(opener: .browser(.iOS), link: .expired), app: .product) == .expired)
    for link in LinkStanding.allCases {
      #expect(
        content(.design, LinkTap(opener: .browser(.iOS), link: link), app: .design)
          == .storeRedirect)
    }
    // A name that cannot be had costs the name, not the page.
    #expect(
      LandingContent(of: .personalisedPage, app: .product, sender: nil)
        == .generic(GenericPage(app: .product)))
  }

  @Test func `CNF-15 · what is inside the app is no page`() {
    for surface in ReceiptSurface.allCases {
      #expect((LandingContent(of: surface, app: .rin, sender: ada) == nil) == surface.isInApp)
    }
  }
}
