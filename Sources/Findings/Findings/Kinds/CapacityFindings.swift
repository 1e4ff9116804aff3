/// The findings of `load --find-capacity`: the highest rate that keeps the gates, and every trial.
public struct CapacityFindings: RunFindings {
  public static let kind = "capacity"

  public var command = ""
  public var title = ""
  public var question: String?
  public var profile = ""
  public var seed: UInt64 = 0
  public var target = ""
  public var machine = ""
  public var build = ""
  public var gates: [String] = []
  public var capacity: Capacity
  /// The reasons why the last invalid trial was invalid; empty if all were valid.
  public var because: [String] = []
  public var parameters: [Parameter] = []

  /// The range of the capacity.
  public struct Capacity: Codable, Sendable {
    public let steps: [Step]
    /// The highest rate that was kept, with every lower one kept too.
    public let low: Double?
    /// The lowest rate from which on gates are missed.
    public let high: Double?
    public let isPartial: Bool

    public init(steps: [Step], low: Double?, high: Double?, isPartial: Bool) {
      self.steps = steps
      self.low = low
      self.high = high
      self.isPartial = isPartial
    }
  }

  /// One rate with its trials.
  public struct Step: Codable, Sendable {
    public let rate: Double
    public let trials: [Trial]

    public init(rate: Double, trials: [Trial]) {
      self.rate = rate
      self.trials = trials
    }

    /// The result of most trials.
    public var majority: Trial? {
      [Trial.kept, .missed].first { trial in 2 * trials.count { $0 == trial } > trials.count }
    }
  }

  /// The result of one trial.
  public enum Trial: String, Codable, Sendable, CaseIterable {
    case kept, missed, undecided
    /// Undecided, and the generator was the bottleneck.
    case invalid
  }

  public init(_ capacity: Capacity) { self.capacity = capacity }

  public var isPartial: Bool { capacity.isPartial }
}
