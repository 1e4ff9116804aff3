import Statistics

/// Rows of comma-separated values under a header (RFC 4180).
public struct CSV: Sendable, CustomStringConvertible {
  public private(set) var description: String

  public init(_ header: [String]) {
    description = ""
    add(header)
  }

  public mutating func add(_ cells: [String]) {
    description += cells.map(Self.quoted).joined(separator: ",") + "\n"
  }

  /// A number with all its digits; nothing where there is none.
  public static func cell(_ number: Double?) -> String { number.map { "\($0)" } ?? "" }

  /// The evidence behind an interval: its name, events, exposure and design effect.
  static func evidence(_ estimate: Estimate?) -> [String] {
    let evidence = estimate?.basis.evidence
    return [estimate?.basis.name ?? ""]
      + [evidence?.events, evidence?.exposure, evidence?.designEffect].map(cell)
  }

  private static func quoted(_ cell: String) -> String {
    cell.contains { ",\"\n\r".contains($0) }
      ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
  }
}

extension StudyOutcome {
  /// A row for each metric: its mean and interval over the replications.
  public var metricsCSV: CSV {
    var csv = CSV([
      "metric", "unit", "replications", "mean", "low", "high", "basis", "events", "exposure",
      "designEffect",
    ])
    for summary in summaries {
      csv.add(
        [summary.metric.key, summary.metric.unit, "\(summary.count)"]
          + [summary.mean, summary.estimate?.low, summary.estimate?.high].map(CSV.cell)
          + CSV.evidence(summary.estimate))
    }
    return csv
  }

  /// A row for each day of the run: the mean of every column, and the ends of its interval.
  public var daysCSV: CSV {
    var csv = CSV(
      ["day"] + DaySeries.columns.flatMap { [$0.name, "\($0.name).low", "\($0.name).high"] })
    for (day, columns) in series.days.enumerated() {
      csv.add(
        ["\(day)"]
          + columns.flatMap { moments in
            let estimate = moments.dayEstimate()
            return [moments.mean, estimate?.low, estimate?.high].map(CSV.cell)
          })
    }
    return csv
  }

  /// A row for each replication: the digest of its events, and every metric.
  public var replicationsCSV: CSV {
    var csv = CSV(["replication", "events", "digest"] + Metric.all.map(\.key))
    for replicate in replicates {
      csv.add(
        ["\(replicate.number)", "\(replicate.events)", replicate.digest]
          + replicate.values.map(CSV.cell))
    }
    return csv
  }
}

extension ComparisonOutcome {
  /// A row for each variant and metric: the difference and its interval.
  public var differencesCSV: CSV {
    var csv = CSV([
      "variant", "metric", "unit", "replications", "base", "variantMean", "difference", "low",
      "high", "savedByPairing", "measuredSaving", "basis", "events", "exposure", "designEffect",
    ])
    for variant in variants {
      for difference in variant.metrics {
        let estimate = difference.estimate
        csv.add(
          [
            variant.setup.name, difference.metric.key, difference.metric.unit,
            "\(difference.paired.count)",
          ]
            + [
              difference.paired.before.mean, difference.paired.after.mean,
              difference.paired.difference.mean, estimate?.low, estimate?.high,
              difference.savedByPairing, difference.measuredSaving,
            ].map(CSV.cell) + CSV.evidence(estimate))
      }
    }
    return csv
  }
}
