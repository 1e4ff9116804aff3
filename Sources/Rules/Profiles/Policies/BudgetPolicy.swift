public import Vocabulary

/// The time budgets of load tests, contact benchmarks and journeys.
public struct BudgetPolicy: Hashable, Sendable {
  /// The percentile of the response times that a budget limits.
  public enum Percentile: String, CaseIterable, Sendable {
    /// The median.
    case p50 = "P50"
    /// The time that one response in 10 exceeds.
    case p90 = "P90"
    /// The time that one response in 20 exceeds.
    case p95 = "P95"
    /// The time that one response in 100 exceeds.
    case p99 = "P99"
  }

  /// The time for resolving a link, at `resolvePercentile`; 200 ms in all profiles.
  public var resolve = Interval.milliseconds(200)
  /// The percentile at which `resolve` holds; P95 in all profiles.
  public var resolvePercentile = Percentile.p95
  /// The time for creating a link; 500 ms in all profiles.
  public var create = Interval.milliseconds(500)
  /// The time for loading the picker with 5,000 contacts; `nil` without a picker.
  public var pickerLoad: Interval?
  /// The time for one keystroke of a search; `nil` without a list.
  public var search: Interval? = .milliseconds(100)
  /// The time from the start of the journey to the first value; `nil` sets no budget.
  public var timeToFirstValue: Interval? = .seconds(120)

  /// Creates the budgets of `rin`.
  public init() {}
}

extension BudgetPolicy {
  /// No picker, a search within 100 ms, and a first value within 120 s.
  public static let rin = BudgetPolicy()

  /// Neither picker nor list, and a first value within 60 s.
  public static let product: BudgetPolicy = {
    var policy = BudgetPolicy()
    policy.search = nil
    policy.timeToFirstValue = .seconds(60)
    return policy
  }()

  /// A picker within 500 ms, a search within 100 ms, and no budget for the first value.
  public static let design: BudgetPolicy = {
    var policy = BudgetPolicy()
    policy.pickerLoad = .milliseconds(500)
    policy.timeToFirstValue = nil
    return policy
  }()
}
