public import Vocabulary

/// The time budgets of load tests, contact benchmarks and journeys.
public struct BudgetPolicy: Hashable, Sendable {
  public enum Percentile: String, CaseIterable, Sendable {
    case p50 = "P50"
    case p90 = "P90"
    case p95 = "P95"
    case p99 = "P99"
  }

  public var resolve = Interval.milliseconds(200)
  public var resolvePercentile = Percentile.p95
  public var create = Interval.milliseconds(500)
  /// The time for loading the picker with 5,000 contacts; `nil` without a picker.
  public var pickerLoad: Interval?
  /// The time for one keystroke of a search; `nil` without a list.
  public var search: Interval? = .milliseconds(100)
  /// The time from the start of the journey to the first value; `nil` sets no budget.
  public var timeToFirstValue: Interval? = .seconds(120)

  public init() {}
}

extension BudgetPolicy {
  public static let rin = BudgetPolicy()

  public static let product: BudgetPolicy = {
    var policy = BudgetPolicy()
    policy.search = nil
    policy.timeToFirstValue = .seconds(60)
    return policy
  }()

  public static let design: BudgetPolicy = {
    var policy = BudgetPolicy()
    policy.pickerLoad = .milliseconds(500)
    policy.timeToFirstValue = nil
    return policy
  }()
}
