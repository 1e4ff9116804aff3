import TestSupport
import Invites
import Testing
import Vocabulary

private let feb12 = TestSupport.noon(42)

private func invitee(
  _ id: UInt64, _ name: String?, installed: Bool = true, completed: Instant? = nil
) -> InviteFacts {
  var facts = InviteFacts()
  facts.invitee = PrincipalID(rawValue: id)
  facts.name = name
  facts.avatar = "face-\(id)"
  facts.clicked = feb12 - .days(30)
  facts.installed = installed ? feb12 - .days(20) : nil
  facts.completed = completed
  return facts
}

private func dashboardOf(
  _ sent: Int, _ invitees: [InviteFacts], visibility: VisibilityPolicy = .rin,
  zone: CivilZone = .utc
) throws -> Dashboard {
  try #require(
    Dashboard(sent: sent, invitees: invitees, visibility: visibility, zone: zone))
}

@Suite("Visibility · the dashboard's figures and rows")
struct DashboardTests {
  private let dashboard: Dashboard

  init() throws {
    dashboard = try dashboardOf(12, Self.invitees)
  }

  private static let invitees = [
    invitee(3, "Jordan Lee", completed: feb12 - .days(4)), invitee(8, "Pat"),
    invitee(1, "Alex Johnson", completed: feb12), invitee(9, nil),
    invitee(2, "Sam Park", completed: feb12 - .days(2)),
    invitee(4, "Kim", completed: feb12 - .days(9)),
    invitee(5, "Lou", completed: feb12 - .days(8)),
  ]

  @Test func `DSH-03, DSH-04, DSH-05, DSH-06, ATT-13 · sent, installed, completed and their ratio`()
  {
    #expect(dashboard.figures == Dashboard.Figures(sent: 12, installed: 7, completed: 5))
    #expect(dashboard.figures.ratio == 5.0 / 12.0)
    #expect(dashboard.bar == 5.0 / 12.0)
  }

  @Test func `DSH-07 · the line under the bar`() {
    #expect(dashboard.summaryLine(app: .rin) == "5 of 12 joined Rin")
  }

  @Test func `DSH-08, DSH-09, DSH-10 · rows by date of joining, newest first`() throws {
    #expect(
      dashboard.rows.map(\.name) == ["Alex Johnson", "Sam Park", "Jordan Lee", "Lou", "Kim"])
    let first = try #require(dashboard.rows.first)
    #expect(first.joinedLine == "Joined Feb 12, 2026")
    #expect(first.avatar == "face-1")
    #expect(dashboard.rows[1].joinedLine == "Joined Feb 10, 2026")
    #expect(dashboard.rows[2].joinedLine == "Joined Feb 8, 2026")
  }

  @Test func `DSH-09 · the order holds however the facts come in`() throws {
    var facts = (1...6).map { id in
      invitee(UInt64(id), "N\(id)", completed: feb12 - .days(Int64(id / 3)))
    }
    let expected = try dashboardOf(9, facts).rows
    for step in [1, 2, 3, 5] {
      facts = facts.indices.map { facts[($0 + step) % facts.count] }
      #expect(try dashboardOf(9, facts).rows == expected)
    }
  }

  @Test func `DSH-08 · each date is by the clock as it stood on that day`() throws {
    let rows = try dashboardOf(
      4,
      [
        "2026-03-28T23:30:00+01:00", "2026-03-30T00:30:00+02:00", "2026-10-24T23:30:00+02:00",
        "2026-10-25T00:30:00+02:00",
      ].enumerated().map { invitee(UInt64($0), "N\($0)", completed: moment($1)) }, zone: .berlin
    ).rows
    #expect(
      rows.map(\.joinedLine) == [
        "Joined Oct 25, 2026", "Joined Oct 24, 2026", "Joined Mar 30, 2026", "Joined Mar 28, 2026",
      ])
  }

  @Test func `DSH-08 · the date is that of the inviter's clock`() throws {
    let late = invitee(1, "Alex", completed: feb12 + .hours(11) + .minutes(30))
    let there = try dashboardOf(1, [late], zone: CivilZone(offset: .hours(1)))
    #expect(there.rows.first?.joinedLine == "Joined Feb 13, 2026")
    #expect(try dashboardOf(1, [late]).rows.first?.joinedLine == "Joined Feb 12, 2026")
  }

  @Test func `DSH-11, NAV-12 · a row leads to the contact's detail`() {
    #expect(dashboard.rows.first?.deepLink(app: .rin) == "rin://contacts/1")
  }

  @Test func `DSH-23 · one who had the app is completed without an install`() throws {
    let direct = try dashboardOf(3, [invitee(1, "A", installed: false, completed: feb12)])
    #expect(direct.figures == Dashboard.Figures(sent: 3, installed: 0, completed: 1))
  }

  @Test func `DSH-25 · with nothing sent there is a list and no bar`() throws {
    let copied = try dashboardOf(0, [invitee(1, "A", completed: feb12)])
    #expect(copied.figures.ratio == nil)
    #expect(copied.bar == nil)
    #expect(copied.summaryLine(app: .rin) == nil)
    #expect(copied.spokenBar(app: .rin) == nil)
    #expect(copied.rows.count == 1)
  }

  @Test func `DSH-26, DSH-30 · one share may bring two: a full bar, a true text`() throws {
    let invitees = [invitee(1, "A", completed: feb12), invitee(2, "B", completed: feb12)]
    let full = try dashboardOf(1, invitees)
    #expect(full.figures.ratio == 2)
    #expect(full.bar == 1)
    #expect(full.summaryLine(app: .rin) == "2 of 1 joined Rin")
    var unclamped = VisibilityPolicy.rin
    unclamped.dashboardClampsRatio = false
    #expect(try dashboardOf(1, invitees, visibility: unclamped).bar == 2)
  }

  @Test func `CNF-17, CNF-16 · there is no dashboard where it is off, or a figure is hidden`() {
    for policy in [VisibilityPolicy.product, .design] {
      #expect(Dashboard(sent: 1, invitees: [], visibility: policy, zone: .utc) == nil)
    }
    var policy = VisibilityPolicy.rin
    policy.inviterSees = [.sent, .completed]
    #expect(Dashboard(sent: 1, invitees: [], visibility: policy, zone: .utc) == nil)
    policy.inviterSees = [.sent, .installed, .completed]
    let nameless = Dashboard(sent: 12, invitees: Self.invitees, visibility: policy, zone: .utc)
    #expect(nameless?.figures == dashboard.figures)
    #expect(nameless?.rows.isEmpty == true)
  }

  @Test func `DSH-22 · the type has no place for clicks, views or installs under way`() {
    let fields = Mirror(reflecting: dashboard).children.compactMap(\.label)
    #expect(fields == ["figures", "bar", "rows", "rewardTier"])
    let figures = Mirror(reflecting: dashboard.figures).children.compactMap(\.label)
    #expect(figures == ["sent", "installed", "completed"])
    let row = dashboard.rows.first.map { Mirror(reflecting: $0).children.compactMap(\.label) }
    #expect(row == ["invitee", "name", "avatar", "joined"])
  }
}

@Suite("Visibility · texts of dashboard and footer")
struct DashboardTextTests {
  private func dashboard(_ sent: Int, _ completed: Int) throws -> Dashboard {
    try dashboardOf(
      sent, (0..<completed).map { invitee(UInt64($0), "N", completed: feb12) })
  }

  private func footer(_ sent: Int, _ joined: Int) -> ShareFooter {
    ShareFooter(Dashboard.Figures(sent: sent, installed: joined, completed: joined))
  }

  @Test func `DSH-01, DSH-24, DSH-29 · title, heading and labels`() throws {
    #expect(SharingPolicy.rin.texts[.dashboardTitle] == "Your Invites")
    #expect(DashboardText.listHeading == "Accepted Invites")
    #expect(DashboardText.sentLabel == "Invites Sent")
    #expect(DashboardText.installedLabel == "Installed")
    #expect(DashboardText.completedLabel == "Completed Onboarding")
    #expect(try dashboard(12, 5).spokenFigures.first == "Invites sent: 12")
  }

  @Test func `DSH-27 · the texts nobody wrote`() {
    #expect(DashboardText.stale == "Showing saved activity. Connect to refresh.")
    #expect(DashboardText.offline == "You need a connection to load your invite activity.")
  }

  @Test func `SHR-05, SHR-26, SHR-30 · the footer has the dashboard's numbers`() {
    #expect(footer(5, 3).text == "Your invites: 5 sent, 3 joined")
    let figures = Dashboard.Figures(sent: 4, installed: 3, completed: 2)
    #expect(ShareFooter(figures).text == "Your invites: 4 sent, 2 joined")
  }

  @Test func `ACC-06, ACC-18 · the spoken footer, in singular and plural`() {
    #expect(footer(5, 3).spoken == "You've sent 5 invites. 3 people joined.")
    #expect(footer(1, 1).spoken == "You've sent 1 invite. 1 person joined.")
    #expect(footer(0, 0).spoken == "You've sent 0 invites. 0 people joined.")
  }

  @Test func `ACC-11, ACC-12, ACC-13, ACC-18 · the spoken dashboard`() throws {
    #expect(
      try dashboard(12, 5).spokenFigures
        == ["Invites sent: 12", "Installed: 5", "Completed onboarding: 5"])
    #expect(try dashboard(12, 5).spokenBar(app: .rin) == "5 of 12 invited friends joined Rin.")
    #expect(try dashboard(1, 1).spokenBar(app: .rin) == "1 of 1 invited friend joined Rin.")
    let row = try #require(dashboard(1, 1).rows.first)
    #expect(row.spoken == "N, joined Feb 12, 2026")
  }
}
