import GrowthModel
public import Statistics

/// One answer of a simulation: what it is called, what it means, and how a replication gives it.
public struct Metric: Sendable {
  /// Dotted and lasting: scripts and options name a metric by it.
  public let key: String
  public let name: String
  /// What is counted, and per what.
  public let unit: String
  public let style: NumberStyle
  /// One sentence, printed beside the value.
  public let definition: String
  /// The entries of the catalogue that it answers.
  public private(set) var answers: [String]
  public let target: Target?
  private let reading: @Sendable (Observation) -> MetricReading

  /// The value in one replication, with the events behind it.
  public func reading(in observation: Observation) -> MetricReading { reading(observation) }

  /// The value in one replication; `nil` where it is not defined, as a share of nothing.
  public func value(in observation: Observation) -> Double? { reading(observation).value }

  /// A metric whose value counts no events, as a time.
  init(
    key: String, name: String, unit: String, style: NumberStyle, definition: String,
    answers: [String], target: Target?, value: @escaping @Sendable (Observation) -> Double?
  ) {
    self.init(
      key: key, name: name, unit: unit, style: style, definition: definition, answers: answers,
      target: target, reading: { MetricReading(value($0)) })
  }

  /// A metric that counts events; `origin` is its value without any.
  init(
    key: String, name: String, unit: String, style: NumberStyle, definition: String,
    answers: [String], target: Target?, above origin: Double = 0,
    counts: @escaping @Sendable (Observation) -> EventCounts
  ) {
    self.init(
      key: key, name: name, unit: unit, style: style, definition: definition, answers: answers,
      target: target, reading: { MetricReading(counts($0), above: origin) })
  }

  private init(
    key: String, name: String, unit: String, style: NumberStyle, definition: String,
    answers: [String], target: Target?, reading: @escaping @Sendable (Observation) -> MetricReading
  ) {
    self.key = key
    self.name = name
    self.unit = unit
    self.style = style
    self.definition = definition
    self.answers = answers
    self.target = target
    self.reading = reading
  }

  /// The same for a run that is looked at in another way, under another name.
  func reading(
    as key: String, _ name: String, _ definition: String, answers: [String],
    of part: @escaping @Sendable (Observation) -> Observation?
  ) -> Metric {
    let reading = reading
    return Metric(
      key: key, name: name, unit: unit, style: style, definition: definition, answers: answers,
      target: target, reading: { part($0).map(reading) ?? MetricReading(nil) })
  }

  /// The same, where it answers these entries, too.
  func answering(_ entries: [String]) -> Metric {
    var metric = self
    metric.answers += entries
    return metric
  }
}

extension Metric {
  /// What a document of the catalogue asks for.
  public struct Target: Hashable, Sendable {
    /// On which side of the value the target lies.
    public enum Side: String, Sendable {
      case above = ">"
      case atLeast = "≥"
      case below = "<"
      case atMost = "≤"
    }

    public let side: Side
    public let value: Double
    public let document: String

    static func above(_ value: Double, _ document: String) -> Target {
      Target(side: .above, value: value, document: document)
    }

    static func of(_ value: Double, _ document: String) -> Target {
      Target(side: .atLeast, value: value, document: document)
    }

    static func atMost(_ value: Double, _ document: String) -> Target {
      Target(side: .atMost, value: value, document: document)
    }

    static func below(_ value: Double, _ document: String) -> Target {
      Target(side: .below, value: value, document: document)
    }

    /// Whether everything from `low` to `high` meets the target; `nil` where only a part does.
    func isMet(from low: Double, to high: Double) -> Bool? {
      func meets(_ number: Double) -> Bool {
        switch side {
        case .above: number > value
        case .atLeast: number >= value
        case .below: number < value
        case .atMost: number <= value
        }
      }
      return meets(low) == meets(high) ? meets(low) : nil
    }
  }

  /// How often something happened, as it is `of` a replication.
  static func count(
    _ key: String, _ name: String, _ unit: String, _ definition: String, _ answers: String...,
    of count: @escaping @Sendable (Observation) -> Int
  ) -> Metric {
    Metric(
      key: key, name: name, unit: unit, style: .count, definition: definition, answers: answers,
      target: nil, counts: { EventCounts(count($0), per: 1) })
  }

  /// The number that a share of all do not exceed, such as the median.
  static func quantile(
    _ share: Double, _ key: String, _ name: String, _ unit: String, _ definition: String,
    _ answers: String..., target: Target? = nil, style: NumberStyle,
    of spread: @escaping @Sendable (Observation) -> Spread
  ) -> Metric {
    Metric(
      key: key, name: name, unit: unit, style: style, definition: definition, answers: answers,
      target: target, value: { spread($0).quantile(share) })
  }

  /// One count in proportion to another.
  static func ratio(
    _ key: String, _ name: String, _ unit: String, _ definition: String, _ answers: String...,
    target: Target? = nil, style: NumberStyle = .ratio,
    of counts: @escaping @Sendable (Observation) -> (Int, per: Int)
  ) -> Metric {
    Metric(
      key: key, name: name, unit: unit, style: style, definition: definition, answers: answers,
      target: target,
      counts: { observation in
        let (count, whole) = counts(observation)
        return EventCounts(count, per: whole)
      })
  }

  /// A part of a whole.
  static func share(
    _ key: String, _ name: String, _ unit: String, _ definition: String, _ answers: String...,
    target: Target? = nil, of counts: @escaping @Sendable (Observation) -> (Int, per: Int)
  ) -> Metric {
    Metric(
      key: key, name: name, unit: unit, style: .share, definition: definition, answers: answers,
      target: target,
      counts: { observation in
        let (count, whole) = counts(observation)
        return EventCounts(count, per: whole)
      })
  }
}
