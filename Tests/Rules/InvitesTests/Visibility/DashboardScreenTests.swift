import Invites
import Testing
import Vocabulary

private func dashboard(sent: Int, completed: Int) throws -> Dashboard {
  try #require(
    Dashboard(
      sent: sent,
      invitees: (0..<completed).map { id in
        var facts = InviteFacts()
        facts.invitee = PrincipalID(rawValue: UInt64(id))
        facts.name = "N\(id)"
        facts.installed = Instant(milliseconds: 0)
        facts.completed = Instant(milliseconds: Int64(id))
        return facts
      }, zone: .utc))
}

@Suite("Visibility · the dashboard's states")
struct DashboardScreenTests {
  private let busy: Dashboard
  private let waiting: Dashboard

  init() throws {
    busy = try dashboard(sent: 12, completed: 5)
    waiting = try dashboard(sent: 3, completed: 0)
  }

  @Test func `DSH-14, DSH-17 · loading, then the full layout`() {
    var screen = DashboardScreen()
    #expect(screen.receive(.opened) == [.fetch])
    #expect(screen.state == .loading)
    #expect(screen.elements() == [.placeholder(.summaryCard), .placeholder(.acceptedList)])
    #expect(
      screen.receive(.loaded(busy))
        == [.log(.dashboardViewed, .figures(.init(sent: 12, installed: 5, completed: 5)))])
    #expect(screen.state == .default(busy))
  }

  @Test func `DSH-02, DSH-14, DSH-24 · the full layout from top to bottom`() {
    var screen = DashboardScreen()
    _ = screen.receive(.loaded(busy))
    #expect(
      screen.elements() == [
        .figure(label: "Invites Sent", value: 12), .figure(label: "Installed", value: 5),
        .figure(label: "Completed Onboarding", value: 5), .bar(5.0 / 12.0),
        .summary("5 of 12 joined Rin"), .heading("Accepted Invites"),
      ] + busy.rows.map { .row($0) } + [.link("How referrals work")])
  }

  @Test func `DSH-15, DSH-20, DSH-21, DSH-28, ACC-14 · nothing sent is the empty state`() throws {
    var screen = DashboardScreen()
    _ = try screen.receive(.loaded(dashboard(sent: 0, completed: 0)))
    #expect(screen.state == .empty)
    #expect(
      screen.elements() == [
        .icon("square.and.arrow.up"),
        .sentence("Share Rin to see your invite activity here."), .button("Share Rin"),
      ])
    #expect(screen.receive(.shareTapped) == [.returnToShareScreen])
    // One sentence is one group to read, and the button takes the focus.
    #expect(screen.focusTarget() == .button("Share Rin"))
    _ = screen.receive(.loaded(busy))
    #expect(screen.focusTarget() == nil)
  }

  @Test func `DSH-13 · whatever happens, the screen is in one of six states`() throws {
    func name(of state: DashboardScreen.State) -> String {
      switch state {
      case .default: "Default"
      case .empty: "Empty"
      case .partial: "Partial"
      case .loading: "Loading"
      case .error: "Error"
      case .offline: "Offline"
      }
    }
    let events: [DashboardScreen.Event] = try [
      .opened, .loaded(busy), .loaded(waiting), .loaded(dashboard(sent: 0, completed: 0)),
      .failed, .foundNoNetwork,
    ]
    var screen = DashboardScreen()
    let met = events.map { event in
      _ = screen.receive(event)
      return name(of: screen.state)
    }
    #expect(met == ["Loading", "Default", "Partial", "Empty", "Error", "Offline"])
  }

  @Test func `DSH-16 · sent and nobody joined is partial`() {
    var screen = DashboardScreen()
    _ = screen.receive(.loaded(waiting))
    #expect(screen.state == .partial(waiting))
    #expect(
      screen.elements() == [
        .figure(label: "Invites Sent", value: 3), .figure(label: "Installed", value: 0),
        .figure(label: "Completed Onboarding", value: 0), .bar(0),
        .summary("0 of 3 joined Rin"), .heading("Accepted Invites"),
        .sentence("No one has joined yet. Share your link to get started."),
        .link("How referrals work"),
      ])
  }

  @Test func `DSH-25 · joins without a send are activity`() throws {
    let copied = try dashboard(sent: 0, completed: 1)
    var screen = DashboardScreen()
    _ = screen.receive(.loaded(copied))
    #expect(screen.state == .default(copied))
  }

  @Test func `DSH-18, ERR-04, ERR-09, CNF-59 · an error offers Retry, which loads again`() {
    var screen = DashboardScreen()
    _ = screen.receive(.opened)
    #expect(screen.receive(.failed) == [])
    #expect(screen.state == .error)
    #expect(
      screen.elements()
        == [.banner("Can't load invite activity. Try again.", button: "Retry")])
    var policy = SharingPolicy.rin
    policy.copy.precedence = [.requirement, .stateTable]
    #expect(
      screen.elements(in: policy.texts)
        == [.banner("Can't load invite activity.", button: "Retry")])
    #expect(screen.receive(.retryTapped) == [.fetch])
    #expect(screen.state == .loading)
  }

  @Test func `DSH-19, DSH-27 · offline shows what was seen last, or nothing`() {
    var screen = DashboardScreen()
    _ = screen.receive(.foundNoNetwork)
    #expect(screen.state == .offline(stale: nil))
    #expect(
      screen.elements()
        == [.banner("You need a connection to load your invite activity.", button: "Retry")])
    _ = screen.receive(.loaded(busy))
    _ = screen.receive(.opened)
    _ = screen.receive(.foundNoNetwork)
    #expect(screen.state == .offline(stale: busy))
    #expect(
      screen.elements().first == .staleMark("Showing saved activity. Connect to refresh."))
    #expect(screen.elements().last == .link("How referrals work"))
    var later = DashboardScreen(cache: screen.cache)
    _ = later.receive(.foundNoNetwork)
    #expect(later.state == .offline(stale: busy))
  }

  @Test func `DSH-11, EVT-14 · a tapped row is logged and opens the contact`() throws {
    let id = try #require(busy.rows.first).invitee
    var screen = DashboardScreen()
    _ = screen.receive(.loaded(busy))
    #expect(
      screen.receive(.rowTapped(id))
        == [.log(.dashboardContactTapped, .invitee(id)), .open(.contactDetail(id))])
    #expect(screen.receive(.rowTapped(PrincipalID(rawValue: 99))) == [])
  }

  @Test func `DSH-13, DSH-17 · opened again it loads, whatever it showed before`() throws {
    let empty = try dashboard(sent: 0, completed: 0)
    for event in [
      DashboardScreen.Event.loaded(busy), .loaded(waiting), .loaded(empty), .failed,
      .foundNoNetwork,
    ] {
      var screen = DashboardScreen()
      _ = screen.receive(event)
      #expect(screen.state != .loading)
      #expect(screen.receive(.opened) == [.fetch])
      #expect(screen.state == .loading)
    }
  }

  @Test func `DSH-18, DSH-19 · Retry loads again after an error and offline, and only then`() {
    var offline = DashboardScreen(cache: busy)
    _ = offline.receive(.foundNoNetwork)
    #expect(offline.receive(.retryTapped) == [.fetch])
    #expect(offline.state == .loading)
    #expect(offline.receive(.retryTapped) == [])
    for shown in [busy, waiting] {
      var screen = DashboardScreen()
      _ = screen.receive(.loaded(shown))
      let before = screen.state
      #expect(screen.receive(.retryTapped) == [])
      #expect(screen.state == before)
    }
  }

  @Test func `DSH-12, EVT-15 · the terms are logged and opened`() {
    var screen = DashboardScreen()
    #expect(screen.receive(.termsTapped) == [.log(.termsViewed), .openTerms])
  }

  @Test func `EVT-13 · one opening is logged once, however often data arrives`() {
    var screen = DashboardScreen()
    _ = screen.receive(.opened)
    #expect(screen.receive(.loaded(waiting)).count == 1)
    #expect(screen.receive(.loaded(busy)).isEmpty)
    _ = screen.receive(.opened)
    #expect(screen.receive(.loaded(busy)).count == 1)
  }

  @Test func `EVT-13 · what is seen offline is a view as well, nothing seen is none`() {
    var blank = DashboardScreen()
    _ = blank.receive(.opened)
    #expect(blank.receive(.foundNoNetwork).isEmpty)
    var stale = DashboardScreen(cache: busy)
    _ = stale.receive(.opened)
    #expect(
      stale.receive(.foundNoNetwork)
        == [.log(.dashboardViewed, .figures(.init(sent: 12, installed: 5, completed: 5)))])
    #expect(stale.receive(.loaded(waiting)).isEmpty)
  }

  @Test func `CNF-17 · rin loads once, the product polls every minute`() {
    var rin = DashboardScreen(policy: .rin)
    #expect(rin.receive(.pollDue) == [])
    var product = DashboardScreen(policy: .product)
    #expect(product.receive(.loaded(busy)).last == .fetchAgain(after: .seconds(60)))
    #expect(product.receive(.pollDue) == [.fetch])
  }
}
