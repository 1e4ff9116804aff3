import Invites
import Testing
import Vocabulary

@Suite("Sharing · where entry points and links lead")
struct NavigationTests {
  struct Entry: Sendable, CustomTestStringConvertible {
    let point: FlowPolicy.EntryPoint
    let decision: EntryDecision
    var testDescription: String { point.rawValue }
  }

  static let rin = [
    Entry(point: .profile, decision: .opens(.shareScreen, rule: "NAV-05")),
    Entry(point: .settings, decision: .opens(.shareScreen, rule: "NAV-06")),
    Entry(point: .homePrompt, decision: .opens(.shareScreen, rule: "NAV-08")),
    Entry(point: .contactDetail, decision: .opensSheet(rule: "NAV-19")),
  ]

  @Test(arguments: rin)
  func `NAV-05, NAV-06, NAV-08, NAV-19 · three entry points open INV1, a contact the sheet`(
    _ entry: Entry
  ) {
    #expect(FlowPolicy.rin.open(from: entry.point, in: .rin) == entry.decision)
    var screen = ShareScreen()
    screen.run([.opened(from: entry.point, cachedLink: nil, isOnline: true)], under: .rin)
    #expect(screen.isClosed == (entry.point == .contactDetail))
  }

  @Test func `NAV-03, NAV-04 · four flows, and a prompt at home that leads into the first`() {
    let reached = [Screen.shareScreen, .contactShare, .inviteReceipt, .dashboard]
    for screen in reached.dropLast(2) {
      #expect(Screen.allCases.contains { $0.leadsTo.contains(screen) }, "\(screen)")
    }
    #expect(Screen.inviteReceipt.leadsTo == [.onboarding], "a newcomer enters it by a link")
    #expect(Screen.shareScreen.leadsTo == [.dashboard])
    #expect(Screen.home.leadsTo == [.shareScreen], "the prompt card leads to no screen of its own")
  }

  @Test func `NAV-13 · four entry points, each on its own screen`() {
    let offered = FlowPolicy.EntryPoint.allCases.filter {
      FlowPolicy.rin.open(from: $0, in: .rin) != .notOffered(rule: "NAV-13")
    }
    #expect(offered == [.profile, .contactDetail, .homePrompt, .settings])
    #expect(offered.map(\.screen) == [.profileHome, .contactDetail, .home, .settings])
  }

  @Test func `NAV-06, NAV-07 · the map draws Settings below Profile, and INV2 below a contact`() {
    #expect(Screen.profileHome.leadsTo == [.shareScreen, .settings])
    #expect(Screen.settings.leadsTo == [.shareScreen])
    #expect(Screen.contactDetail.leadsTo == [.contactShare])
    let row = FlowPolicy.EntryPoint.contactDetail.control(in: SharingPolicy.rin.texts)
    #expect(row?.text == "Invite to Rin")
    #expect(
      FlowPolicy.EntryPoint.settings.control(in: SharingPolicy.rin.texts)?.text == "Share Rin")
  }

  @Test func `NAV-09, NAV-15 · every way to INV4 leads through INV1, and on to the terms`() {
    #expect(Screen.shareScreen.leadsTo == [.dashboard])
    #expect(Screen.dashboard.leadsTo == [.referralTerms])
    #expect(
      Screen.profileHome.paths(to: .dashboard) == [
        [.profileHome, .shareScreen, .dashboard],
        [.profileHome, .settings, .shareScreen, .dashboard],
      ])
    for screen in Screen.allCases where screen != .dashboard {
      for path in screen.paths(to: .dashboard) { #expect(path.contains(.shareScreen)) }
    }
  }

  @Test func `NAV-16 · INV1 and INV4 have a title and lead back`() {
    let texts = SharingPolicy.rin.texts
    let titles = [Screen.shareScreen, .dashboard].map { screen in screen.title.map { texts[$0] } }
    #expect(titles == ["Share Rin", "Your Invites"])
    #expect(Screen.shareScreen.hasBack && Screen.dashboard.hasBack)
    #expect(texts[.back] == "Back")
  }

  @Test func `NAV-10, NAV-11 · an invite link in both forms enters INV3, then onboarding`() throws {
    let link = DeepLink.invite(code: "a3Xk9m2Q")
    let forms = DeepLink.Form.allCases.map { link.text(in: $0, for: .rin) }
    #expect(forms == ["rin://invite/a3Xk9m2Q", "rin.app/invite/a3Xk9m2Q"])
    for form in forms.compactMap(\.self) {
      #expect(try InviteLink(parsing: form, in: .rin).code == LinkFixture.code)
    }
    #expect(link.screen == .inviteReceipt)
    #expect(link.screen.leadsTo == [.onboarding])
  }

  @Test func `NAV-12 · a contact link opens the contact's page`() {
    let link = DeepLink.contact(id: "42")
    #expect(link.text(in: .customScheme, for: .rin) == "rin://contacts/42")
    #expect(link.text(in: .universal, for: .rin) == nil)
    #expect(link.screen == .contactDetail)
  }

  @Test(arguments: [FlowPolicy.EntryPoint.profileSettings, .navigationMenu, .contextual])
  func `P-SND-02, CNF-50 · every entry point of the product opens the sheet itself`(
    _ entry: FlowPolicy.EntryPoint
  ) {
    #expect(FlowPolicy.product.open(from: entry, in: .product) == .opensSheet(rule: "P-SND-02"))
    #expect(FlowPolicy.rin.open(from: entry, in: .rin) == .notOffered(rule: "NAV-13"))
  }

  @Test func `P-ENT-01, P-ENT-02 · two lasting rows with an icon, one reachable from anywhere`() {
    let rows = FlowPolicy.product.entryPoints.compactMap {
      $0.control(in: SharingPolicy.product.texts)
    }
    #expect(rows.map(\.text) == ["Invite Friends", "Invite Friends"])
    #expect(rows.allSatisfy { $0.symbol == .invite && $0.isInteractive })
    #expect(FlowPolicy.EntryPoint.profileSettings.screen == .profileHome)
    #expect(FlowPolicy.EntryPoint.navigationMenu.screen == nil)
    #expect(FlowPolicy.EntryPoint.contextual.control(in: SharingPolicy.product.texts) == nil)
  }

  @Test func `D-ENT-01, D-ENT-03, D-ENT-05, CNF-50 · profile, prompt and Settings open one picker`()
  {
    let decisions = [FlowPolicy.EntryPoint.profile, .postAction, .settings].map {
      FlowPolicy.design.open(from: $0, in: .design)
    }
    #expect(
      decisions == Array(repeating: .opens(.picker, rule: "D-ENT-05"), count: 3))
    let profile = FlowPolicy.EntryPoint.profile
    #expect(profile.screen == .profileHome && profile.isPersistent)
    #expect(profile.control(in: SharingPolicy.design.texts)?.text == "Invite Friends")
    #expect(
      FlowPolicy.EntryPoint.settings.control(in: SharingPolicy.design.texts)?.text
        == "Invite Friends")
  }
}
