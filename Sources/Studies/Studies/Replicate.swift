public import GrowthloopModel
public import GrowthloopFindings
public import Vocabulary

/// The stored results of one replication.
public struct Replicate: Sendable, Hashable {
  /// Its number; seed and number reproduce the replication.
  public let number: UInt32
  /// A digest of all its events, and the number of them.
  public let hash: UInt64
  public let events: UInt64
  /// The metrics in the order of `Metric.all`.
  public let readings: [MetricReading]
  /// The number of applications of each rule, in the order of the rules.
  public let rules: [RuleCount]
  /// The decisions of each rule of credit against the truth.
  public let credit: [RuleID: CreditTally.Verdicts]
  /// The screens of the busiest inviters and of the requested ones; of the first replication only.
  public let screens: [InviterDashboard]

  init(
    number: UInt32, hash: UInt64, events: UInt64, readings: [MetricReading], rules: [RuleCount],
    credit: [RuleID: CreditTally.Verdicts] = [:], screens: [InviterDashboard] = []
  ) {
    self.number = number
    self.hash = hash
    self.events = events
    self.readings = readings
    self.rules = rules
    self.credit = credit
    self.screens = screens
  }

  public struct RuleCount: Sendable, Hashable {
    public let rule: RuleID
    public let count: Int
  }

  /// The metrics in the order of `Metric.all`; `nil` for an undefined one.
  public var values: [Double?] { readings.map(\.value) }

  /// Returns the value of the metric with the key `key`.
  public func value(of key: String) -> Double? {
    Metric.place(of: key).flatMap { readings[$0].value }
  }
}

/// The results of one replication, with the counts of its days.
package struct ReplicateOutcome: Sendable, Hashable {
  package let replicate: Replicate
  /// Day by day, in the order of `DaySeries.columns`.
  package let days: [Int]

  init(_ replicate: Replicate, days: [Int]) {
    self.replicate = replicate
    self.days = days
  }
}

extension Replicate {
  /// The digest of all events, in hexadecimal.
  public var digest: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
