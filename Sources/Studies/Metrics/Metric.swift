public import GrowthloopFindings
import GrowthloopModel
public import Statistics

/// One result of a simulation: its name, its definition, and its value in a replication.
public struct Metric: Sendable {
  /// Dotted and permanent: scripts and options refer to a metric by it.
  public let key: String
  public let name: String
  /// The counted unit, with its denominator.
  public let unit: String
  public let style: NumberStyle
  /// One sentence, printed beside the value.
  public let definition: String
  /// The entries of the catalogue that it answers.
  public private(set) var answers: [String]
  public let target: Target?
  /// Whether it is one count in proportion to another, without anything added.
  public let isProportion: Bool
  /// Whether its values are ratios of counted events.
  let countsEvents: Bool
  /// The key of the metric whose events these are, over another part of a run; or its own.
  private(set) var countedAs: String
  private let reading: @Sendable (Observation) -> MetricReading

  /// Returns the value in one replication, with the events behind it.
  public func reading(in observation: Observation) -> MetricReading { reading(observation) }

  /// Returns the value in one replication; `nil` where it is undefined, as a proportion of zero.
  public func value(in observation: Observation) -> Double? { reading(observation).value }

  /// Creates a metric whose value counts no events, such as a time.
  init(
    key: String, name: String, unit: String, style: NumberStyle, definition: String,
    answers: [String], target: Target?, value: @escaping @Sendable (Observation) -> Double?
  ) {
    self.init(
      key: key, name: name, unit: unit, style: style, definition: definition, answers: answers,
      target: target, isProportion: false, countsEvents: false,
      reading: { MetricReading(value($0)) })
  }

  /// Creates a metric that counts events; `origin` is its value without any.
  init(
    key: String, name: String, unit: String, style: NumberStyle, definition: String,
    answers: [String], target: Target?, above origin: Double = 0,
    counts: @escaping @Sendable (Observation) -> EventCounts
  ) {
    self.init(
      key: key, name: name, unit: unit, style: style, definition: definition, answers: answers,
      target: target, isProportion: style != .count && origin == 0, countsEvents: true,
      reading: { MetricReading(counts($0), above: origin) })
  }

  private init(
    key: String, name: String, unit: String, style: NumberStyle, definition: String,
    answers: [String], target: Target?, isProportion: Bool, countsEvents: Bool,
    reading: @escaping @Sendable (Observation) -> MetricReading
  ) {
    self.key = key
    self.name = name
    self.unit = unit
    self.style = style
    self.definition = definition
    self.answers = answers
    self.target = target
    self.isProportion = isProportion
    self.countsEvents = countsEvents
    countedAs = key
    self.reading = reading
  }

  /// Returns the same metric for another view of a run, under another name.
  func reading(
    as key: String, _ name: String, _ definition: String, answers: [String],
    of part: @escaping @Sendable (Observation) -> Observation?
  ) -> Metric {
    let reading = reading
    var metric = Metric(
      key: key, name: name, unit: unit, style: style, definition: definition, answers: answers,
      target: target, isProportion: isProportion, countsEvents: countsEvents,
      reading: { part($0).map(reading) ?? MetricReading(nil) })
    metric.countedAs = countedAs
    return metric
  }

  /// Returns the same metric, also as an answer to these entries.
  func answering(_ entries: [String]) -> Metric {
    var metric = self
    metric.answers += entries
    return metric
  }
}

extension Metric {
  /// The target that a document of the catalogue sets.
  public struct Target: Hashable, Sendable {
    public let limit: GateLimit
    public let document: String

    /// Returns whether all of `low` to `high` meets the target; `nil` where only a part does.
    func isMet(from low: Double, to high: Double) -> Bool? {
      switch limit.verdict(from: low, to: high) {
      case .kept: true
      case .missed: false
      case .undecided: nil
      }
    }

    static func above(_ value: Double, _ document: String) -> Target {
      Target(limit: GateLimit(.above, value), document: document)
    }

    static func of(_ value: Double, _ document: String) -> Target {
      Target(limit: GateLimit(.atLeast, value), document: document)
    }

    static func atMost(_ value: Double, _ document: String) -> Target {
      Target(limit: GateLimit(.atMost, value), document: document)
    }

    static func below(_ value: Double, _ document: String) -> Target {
      Target(limit: GateLimit(.below, value), document: document)
    }
  }

  /// Returns a metric of the number of occurrences per replication.
  static func count(
    _ key: String, _ name: String, _ unit: String, _ definition: String, _ answers: String...,
    of count: @escaping @Sendable (Observation) -> Int
  ) -> Metric {
    Metric(
      key: key, name: name, unit: unit, style: .count, definition: definition, answers: answers,
      target: nil, counts: { EventCounts(count($0), per: 1) })
  }

  /// Returns a metric of a quantile, such as the median.
  static func quantile(
    _ share: Double, _ key: String, _ name: String, _ unit: String, _ definition: String,
    _ answers: String..., target: Target? = nil, style: NumberStyle,
    of spread: @escaping @Sendable (Observation) -> Spread
  ) -> Metric {
    Metric(
      key: key, name: name, unit: unit, style: style, definition: definition, answers: answers,
      target: target, value: { spread($0).quantile(share) })
  }

  /// Returns a metric of one count in proportion to another.
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

  /// Returns a metric of a part of a whole.
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
