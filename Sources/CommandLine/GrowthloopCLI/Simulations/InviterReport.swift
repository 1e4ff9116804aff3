import Experiments
import GrowthModel
import Invites
import Statistics
import Vocabulary

/// What an inviter would see in the app under the profile, at the end of the first replication.
struct InviterReport: Encodable {
  let person: Int
  /// `default`, `partial` or `empty`, as the screen calls it; left out without a dashboard.
  let state: String?
  let sent: Int?
  let installed: Int?
  let completed: Int?
  /// How far the bar is filled; left out before the first invite.
  let bar: Double?
  let summary: String?
  /// When the invitees joined whom the screen lists, newest first.
  let joined: [String]

  init(_ screen: InviterScreen, app: AppIdentity) {
    person = screen.person
    let dashboard: Dashboard?
    switch screen.state {
    case .default(let shown): (state, dashboard) = ("default", shown)
    case .partial(let shown): (state, dashboard) = ("partial", shown)
    case .empty: (state, dashboard) = ("empty", nil)
    case .loading, .error, .offline, nil: (state, dashboard) = (nil, nil)
    }
    sent = dashboard?.figures.sent
    installed = dashboard?.figures.installed
    completed = dashboard?.figures.completed
    bar = dashboard?.bar
    summary = dashboard?.summaryLine(app: app)
    joined = dashboard?.rows.map(\.joined.inWords) ?? []
  }
}

extension InviterReport {
  /// The most dates of joining that a table tells.
  private static let mostDates = 3

  static func table(_ reports: [InviterReport]) -> ReportTable {
    var table = ReportTable(
      header: [
        "person", "screen", DashboardText.sentLabel, DashboardText.installedLabel,
        DashboardText.completedLabel, "bar", "line below", "joined, newest first",
      ])
    table.rows = reports.map { report in
      let more = report.joined.count - mostDates
      let dates =
        report.joined.prefix(mostDates).joined(separator: "; ") + (more > 0 ? "; \(more) more" : "")
      return [
        "\(report.person)", report.state ?? "no member",
        report.sent.map { "\($0)" } ?? "", report.installed.map { "\($0)" } ?? "",
        report.completed.map { "\($0)" } ?? "", report.bar.map(NumberText.percent) ?? "",
        report.summary ?? "", dates,
      ]
    }
    return table
  }

  /// A row for each inviter.
  static func csv(_ reports: [InviterReport]) -> CSV {
    var csv = CSV(["person", "screen", "sent", "installed", "completed", "bar", "joined"])
    for report in reports {
      csv.add([
        "\(report.person)", report.state ?? "", report.sent.map { "\($0)" } ?? "",
        report.installed.map { "\($0)" } ?? "", report.completed.map { "\($0)" } ?? "",
        CSV.cell(report.bar), report.joined.joined(separator: "; "),
      ])
    }
    return csv
  }
}
