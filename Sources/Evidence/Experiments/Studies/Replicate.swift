public import GrowthModel
public import Vocabulary

/// What is kept of one replication.
public struct Replicate: Sendable, Hashable {
  /// Its number; the seed and the number give the replication again.
  public let number: UInt32
  /// A digest of all its events, and how many there were.
  public let hash: UInt64
  public let events: UInt64
  /// The metrics in the order of `Metric.all`.
  public let readings: [MetricReading]
  /// How often each rule spoke, in the order of the rules.
  public let rules: [RuleCount]
  /// The decisions of each rule of credit against the truth.
  public let credit: [RuleID: CreditTally.Verdicts]
  /// What the busiest inviters and those who were asked for would see in the app; of the first
  /// replication only.
  public let screens: [InviterScreen]

  init(
    number: UInt32, hash: UInt64, events: UInt64, readings: [MetricReading], rules: [RuleCount],
    credit: [RuleID: CreditTally.Verdicts] = [:], screens: [InviterScreen] = []
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

  /// The metrics in the order of `Metric.all`; `nil` where one is not defined.
  public var values: [Double?] { readings.map(\.value) }

  /// The value of the metric that `key` names.
  public func value(of key: String) -> Double? {
    Metric.place(of: key).flatMap { readings[$0].value }
  }
}

extension Replicate {
  /// The digest of all events, in hexadecimal.
  public var digest: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
