import GrowthloopFindings
import Statistics

extension SimulationFindings {
  /// The greatest number of dates of joining in a table for an inviter.
  private static let mostDates = 3

  /// The screens of inviters, a row for each.
  var dashboardTable: Table {
    Table(
      [.number("person"), "screen"]
        + (dashboardLabels ?? ["sent", "installed", "completed"]).map { .number($0) }
        + [.number("bar"), "line below", "joined, newest first"],
      dashboards.map { inviter in
        let more = inviter.joined.count - Self.mostDates
        let dates = inviter.joined.prefix(Self.mostDates).joined(separator: "; ")
        return [
          "\(inviter.person)", inviter.state ?? "no member", Self.shown(inviter.sent),
          Self.shown(inviter.installed), Self.shown(inviter.completed),
          inviter.bar.map(NumberText.percent) ?? "", inviter.summary ?? "",
          dates + (more > 0 ? "; \(more) more" : ""),
        ]
      })
  }

  static func shown(_ number: Int?) -> String { number.map { "\($0)" } ?? "" }
}
