public import GrowthloopFindings
import Statistics

extension SimulationFindings {
  /// The files of the run beside `run.json` and the page.
  public var files: [ResultFile] {
    [
      .init("metrics.csv", metricsCSV), .init("days.csv", daysCSV),
      .init("replications.csv", replicationsCSV), .init("dashboards.csv", dashboardsCSV),
      .init("summary.md", summary(everything).markdown),
    ]
  }

  /// A row for each metric: its mean and interval over the replications.
  private var metricsCSV: String {
    CSV(
      of: metrics,
      [
        ("metric", \.metric), ("unit", \.unit), ("replications", { "\($0.measured.count ?? 0)" }),
        ("mean", { CSV.cell($0.measured.value) }),
      ] + CSV.interval(\.measured)
    ).description
  }

  /// A row for each day of the run: the mean of every column, and the ends of its interval.
  private var daysCSV: String { days.map { CSV($0).description } ?? "" }

  /// A row for each replication: the digest of its events, and every metric.
  private var replicationsCSV: String {
    var csv = CSV(["replication", "events", "digest"] + metrics.map(\.metric))
    for (replicate, digest) in zip(replicates ?? [], digests) {
      csv.add(
        ["\(replicate.number)", "\(replicate.events)", digest] + replicate.values.map(CSV.cell))
    }
    return csv.description
  }

  /// A row for each inviter with a shown screen.
  private var dashboardsCSV: String {
    CSV(
      of: dashboards,
      [
        ("person", { "\($0.person)" }), ("screen", { $0.state ?? "" }),
        ("sent", { Self.shown($0.sent) }), ("installed", { Self.shown($0.installed) }),
        ("completed", { Self.shown($0.completed) }), ("bar", { CSV.cell($0.bar) }),
        ("joined", { $0.joined.joined(separator: "; ") }),
      ]
    ).description
  }
}
