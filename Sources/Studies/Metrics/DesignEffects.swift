public import Statistics

/// The factors by which the events of metrics vary more than independent ones, as they were
/// measured.
///
/// An interval uses them where a run has too few events to measure its own, and there is none
/// without them: what another metric's events do says nothing of these. The table stands beside
/// this file; `make effects` measures it.
public struct DesignEffects: Sendable {
  /// Counts that are no metric; the effect is that which nine in ten of the measured ones lie below.
  public enum Counts: String, CaseIterable, Sendable {
    /// Launches, by the rule that decided on the credit and its verdict.
    case creditByRule = "(credit by rule)"
    /// How often a rule applied, by rule.
    case applications = "(applications of a rule)"
  }

  /// By the key of the metric, or the name of the counts; `nil` where too few events were seen to
  /// measure one.
  let effects: [String: Double?]

  static let stored = DesignEffects(
    table: String(decoding: PackageResources.DesignEffects_tsv, as: UTF8.self))
  /// The design effect of proportions that are no metric.
  fileprivate static let ofOtherShares = nineInTen(
    metrics.filter { $0.style == .share }.compactMap(\.designEffect))

  /// Creates the effects of all metrics that need one, rounded up to tenths; `measured` has those
  /// with enough events, and `others` those of all rules.
  public init(_ measured: [String: Double], others: [Counts: [Double]]) {
    var effects: [String: Double?] = [:]
    for metric in Self.metrics {
      effects[metric.key] = .some(measured[metric.key].map(Self.tenths))
    }
    for counts in Counts.allCases {
      effects[counts.rawValue] = .some(others[counts].map { Self.tenths(Self.nineInTen($0)) })
    }
    self.effects = effects
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
  private static var metrics: [Metric] {
    Metric.all.filter { $0.countsEvents && $0.countedAs == $0.key }
  }

  /// What a table has, in this order.
  static var keys: [String] { metrics.map(\.key) + Counts.allCases.map(\.rawValue) }

  private static func tenths(_ effect: Double) -> Double { (effect * 10).rounded(.up) / 10 }

  private static func nineInTen(_ effects: [Double]) -> Double {
    effects.isEmpty ? 1 : effects.sorted()[min(effects.count - 1, effects.count * 9 / 10)]
  }

  /// The table as the file has it, with a row for each metric in the order of all.
  public var table: String {
    """
    # How many times more the events of a metric vary than independent ones: the greatest factor over
    # the bundled scenarios, in a market of 3,000 people, 45 days, 150 seeds and 3 arrivals a day.
    # "few" were too few events to measure it. In brackets: counts of rules, of which nine in ten vary
    # less. Written by 'make effects'.
    metric\teffect

    """
      + Self.keys.map { key in
        let effect = (effects[key] ?? nil).map { NumberText.decimal($0, 1) }
        return "\(key)\t\(effect ?? "few")\n"
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
  /// Returns the mean, with its interval, of a count outside of all metrics.
  public func estimate(of counts: DesignEffects.Counts) -> Estimate? {
    estimate(storedEffect: DesignEffects.stored.effects[counts.rawValue] ?? nil, isShare: false)
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
  /// Returns the difference of a count outside of all metrics, with its interval.
  public func estimate(of counts: DesignEffects.Counts) -> Estimate? {
    estimate(storedEffect: DesignEffects.stored.effects[counts.rawValue] ?? nil, isShare: false)
  }
}
