public import Statistics

/// The factors by which the events of metrics vary more than independent ones, as they were
/// measured.
///
/// An interval uses them where a run has too few events to measure its own, and there is none
/// without them: what another metric's events do says nothing of these. The table stands beside
/// this file; `make effects` measures it.
public struct DesignEffects: Sendable {
  /// By the key of the metric; `nil` where too few events were seen to measure one.
  let effects: [String: Double?]

  static let stored = DesignEffects(
    table: String(decoding: PackageResources.DesignEffects_tsv, as: UTF8.self))
  /// The design effect of proportions that are no metric.
  fileprivate static let ofOtherShares = stored.high { $0 == .share }
  /// That of counts that are no metric, such as how often a rule decides.
  fileprivate static let ofOtherCounts = stored.high { $0 != .share }

  /// Creates the effects of all metrics that need one, rounded up to tenths; `measured` has those
  /// with enough events.
  public init(_ measured: [String: Double]) {
    effects = Dictionary(
      uniqueKeysWithValues: Self.metrics.map { metric in
        (metric.key, measured[metric.key].map { ($0 * 10).rounded(.up) / 10 })
      })
  }

  /// Reads a table.
  init(table: String) {
    let rows = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst()
      .map { $0.split(separator: "\t").map(String.init) }
    effects = Dictionary(
      rows.map { ($0.first ?? "", $0.last.flatMap(Double.init)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Those that count events of their own, and not another metric's over a part of a run.
  static var metrics: [Metric] { Metric.all.filter { $0.countsEvents && $0.countedAs == $0.key } }

  /// Returns what nine in ten of the effects of metrics of some styles lie below.
  private func high(_ isMeant: (NumberStyle) -> Bool) -> Double {
    let effects = Self.metrics.filter { isMeant($0.style) }.compactMap {
      self.effects[$0.key] ?? nil
    }
    .sorted()
    return effects.isEmpty ? 1 : effects[min(effects.count - 1, effects.count * 9 / 10)]
  }

  /// The table as the file has it, with a row for each metric in the order of all.
  public var table: String {
    """
    # How many times more the events of a metric vary than independent ones: the greatest factor over
    # the bundled scenarios, in a market of 3,000 people, 45 days, 150 seeds and 3 arrivals a day.
    # "few" were too few events to measure it. Written by 'make effects'.
    metric\teffect

    """
      + Self.metrics.map { metric in
        let effect = (effects[metric.key] ?? nil).map { NumberText.decimal($0, 1) }
        return "\(metric.key)\t\(effect ?? "few")\n"
      }.joined()
  }
}

extension Metric {
  /// The factor by which its events vary more than independent ones, as it was measured; `nil` where
  /// it never was.
  public var designEffect: Double? {
    // Whole steps, such as a median, are one number a replication, and replications are independent.
    DesignEffects.stored.effects[countedAs] ?? (dispersion == .steps && !countsEvents ? 1 : nil)
  }
}

extension EventMoments {
  /// Returns the mean, with its interval, of a count outside of all metrics, such as a rule's
  /// decisions.
  public func countEstimate() -> Estimate? {
    estimate(storedEffect: DesignEffects.ofOtherCounts, isShare: false)
  }

  /// Returns the mean, with its interval, of a proportion outside of all metrics.
  public func shareEstimate() -> Estimate? {
    estimate(storedEffect: DesignEffects.ofOtherShares, isShare: true)
  }

  /// Returns the mean of a count of one day, with a band as wide as its spread.
  ///
  /// The band is never narrower than that of independent events.
  public func dayEstimate() -> Estimate? { estimate(storedEffect: 1, isShare: false) }
}

extension EventDifference {
  /// Returns the difference in the number of occurrences per replication, with its interval.
  public func estimate() -> Estimate? {
    estimate(storedEffect: DesignEffects.ofOtherCounts, isShare: false)
  }
}
