public import Statistics

/// A metric that a rollout must not harm, and how its harm is found.
public struct Guardrail: Sendable, Hashable {
  /// What the change is held against.
  public enum Limit: Sendable, Hashable {
    /// Members without the change on the same days: at most so much worse, in the metric's unit.
    case control(worseBy: Double)
    /// A number: each day's value with the change is compared as it is.
    case floor(Double)
  }

  /// The direction in which the metric gets worse.
  public enum Harm: String, Sendable, Hashable, CaseIterable {
    case fall, rise
  }

  /// The key of the metric.
  public let metric: String
  /// Whether its events are a part of what they are counted of; else they are counts.
  public var isShare = true
  public var limit = Limit.control(worseBy: 0)
  public var harm = Harm.fall
  /// The fewest that each arm must have, in all, before a look decides; of a floor, each day.
  public var minimum = 0
  /// How each daily look at the comparison decides.
  public var rule = LookRule.pocock
  /// The limit of false positives: of all looks together, under `daily` of each.
  public var falsePositiveRate = 0.05
  /// The harm that must be excluded before a stage ends; `nil`: the minimum is enough.
  public var excludes: Double?

  /// Creates a guardrail: no worse than the control, by Lan and DeMets' Pocock bounds at 5%.
  public init(_ metric: String) {
    self.metric = metric
  }
}
