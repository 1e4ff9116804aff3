public import Statistics
public import Vocabulary

/// The result of a comparison.
public struct ComparisonOutcome: Sendable {
  public let comparison: Comparison
  /// The replications that all plans have finished.
  public private(set) var replications = 0
  /// The base's values, in the order of `Metric.all`.
  public private(set) var base = Metric.all.indices.map { MetricMoments(at: $0) }
  public private(set) var variants: [VariantOutcome]
  /// The values of the comparison's stored metric: of the base and then each variant, by
  /// replication.
  public private(set) var stored: [[Double?]]
  public internal(set) var isPartial = false
  /// Whether it ended because the intervals were narrow enough.
  public internal(set) var isPrecise = false

  init(of comparison: Comparison) {
    self.comparison = comparison
    stored = Array(repeating: [], count: 1 + comparison.variants.count)
    let isDrawn = !comparison.base.draws.isEmpty
    variants = comparison.variants.map {
      VariantOutcome(
        setup: $0, differences: comparison.base.differences(to: $0), drawn: isDrawn)
    }
  }

  /// Adds the results of one replication: the base, the variants, and the independent variants.
  mutating func record(_ row: [Replicate]) {
    replications += 1
    for (place, reading) in row[0].readings.enumerated() { base[place].record(reading) }
    if let place = comparison.stored {
      for plan in stored.indices { stored[plan].append(row[plan].readings[place].value) }
    }
    for place in variants.indices {
      let again = place + 1 + variants.count
      variants[place].record(
        base: row[0], row[place + 1], independent: again < row.count ? row[again] : nil)
    }
  }
}

extension ComparisonOutcome {
  /// Adds the same inputs with other random numbers: the base, and the variants.
  mutating func recordTwins(_ row: [Replicate]) {
    for place in variants.indices { variants[place].recordTwin(base: row[0], row[place + 1]) }
  }
}

/// The differences of one variant from the base.
public struct VariantOutcome: Sendable {
  public let setup: Setup
  /// The changed settings.
  public let differences: [SettingDifference]
  /// In the order of `Metric.all`.
  public private(set) var metrics: [MetricDifference]
  private var ruleDifferences: [RuleID: EventDifference] = [:]
  private var replications = 0

  init(setup: Setup, differences: [SettingDifference], drawn: Bool = false) {
    self.setup = setup
    self.differences = differences
    metrics = Metric.all.indices.map { MetricDifference(at: $0, drawn: drawn) }
  }

  mutating func recordTwin(base: Replicate, _ variant: Replicate) {
    for place in metrics.indices {
      metrics[place].recordTwin(base: base.readings[place], variant.readings[place])
    }
  }

  mutating func record(base: Replicate, _ variant: Replicate, independent: Replicate?) {
    for place in metrics.indices {
      metrics[place].record(
        base: base.readings[place], variant.readings[place],
        independent: independent?.readings[place])
    }
    recordRules(base, variant)
    replications += 1
  }

  private mutating func recordRules(_ base: Replicate, _ variant: Replicate) {
    var counts: [RuleID: (base: Int, variant: Int)] = [:]
    for count in base.rules { counts[count.rule, default: (0, 0)].base = count.count }
    for count in variant.rules { counts[count.rule, default: (0, 0)].variant = count.count }
    for rule in Set(counts.keys).union(ruleDifferences.keys) {
      let (first, second) = counts[rule] ?? (0, 0)
      // A rule that had never been applied until now.
      var difference = ruleDifferences[rule] ?? .silent(for: replications)
      difference.record(
        before: EventCounts(first, per: 1), after: EventCounts(second, per: 1))
      ruleDifferences[rule] = difference
    }
  }

  /// The metrics that differ at all, the surest first; equals in the order of `Metric.all`.
  public var ranked: [MetricDifference] {
    metrics.enumerated().filter { $0.element.certainty > 0 }
      .sorted {
        ($1.element.certainty, $0.offset) < ($0.element.certainty, $1.offset)
      }
      .map(\.element)
  }

  /// The change in the number of applications of each rule, the greatest change first.
  public var rules: [(rule: RuleID, difference: EventDifference)] {
    ruleDifferences.map { (rule: $0.key, difference: $0.value) }
      .filter { ($0.difference.difference.mean ?? 0) != 0 }
      .sorted { left, right in
        let first = left.difference.difference.mean?.magnitude ?? 0
        let second = right.difference.difference.mean?.magnitude ?? 0
        return first == second ? left.rule < right.rule : first > second
      }
  }
}

extension EventDifference {
  fileprivate static func silent(for replications: Int) -> EventDifference {
    var silent = EventDifference()
    let nothing = EventCounts(0, per: 1)
    for _ in 0..<replications { silent.record(before: nothing, after: nothing) }
    return silent
  }
}
