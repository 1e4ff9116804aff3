/// The share of members that a change reaches, stage by stage.
public struct Ramp: Sendable, Hashable {
  /// A share of the members, and the day from which on the change reaches it.
  public struct Stage: Sendable, Hashable {
    /// Above 0, at most 1.
    public let share: Double
    /// From 0 for the start of the rollout.
    public let day: Int

    /// Creates a stage; its ramp judges it.
    public init(_ share: Double, from day: Int) {
      self.share = share
      self.day = day
    }
  }

  /// The stages, in order.
  public let stages: [Stage]
  /// The share of the members that the change never reaches: a control for the last stage too.
  public let holdback: Double
  /// The length in days, the last stage included.
  public let days: Int

  /// Creates a ramp of rising shares on rising days, from day 0; it ends after so many days.
  public init(_ stages: [Stage], holdback: Double = 0, days: Int) {
    precondition(stages.first?.day == 0, "a ramp starts on day 0, unlike \(stages)")
    precondition(
      zip(stages, stages.dropFirst()).allSatisfy { $0.day < $1.day && $0.share < $1.share }
        && stages.allSatisfy { $0.share > 0 && $0.share <= 1 },
      "days and shares of a ramp rise, unlike \(stages)")
    precondition(holdback >= 0 && holdback < 1, "a hold-back of \(holdback) leaves no one")
    precondition(
      days > stages[stages.count - 1].day, "\(days) days end before the last of \(stages)")
    self.stages = stages
    self.holdback = holdback
    self.days = days
  }

  /// The ramp of the product document (P-PLN-08): 10, 50 and 100% over 5 days.
  public static let product = Ramp(
    [Stage(0.1, from: 0), Stage(0.5, from: 2), Stage(1, from: 4)], days: 5)
  /// The ramp of the design document (D-PLN-05): 5, 25 and 100% over 8 days.
  public static let design = Ramp(
    [Stage(0.05, from: 0), Stage(0.25, from: 3), Stage(1, from: 7)], days: 8)

  /// Returns the share of the members that the change reaches in a stage.
  public func reached(in stage: Int) -> Double { min(stages[stage].share, 1 - holdback) }

  /// Returns whether a stage leaves members without the change, to compare with.
  public func isControlled(_ stage: Int) -> Bool { reached(in: stage) < 1 }

  /// Returns the planned days of a stage.
  public func length(of stage: Int) -> Int {
    (stage + 1 < stages.count ? stages[stage + 1].day : days) - stages[stage].day
  }

  /// The stages whose days can be compared with a control.
  public var controlledStages: [Int] { stages.indices.filter(isControlled) }
  /// The days that can be compared with a control.
  public var controlledDays: Int { controlledStages.reduce(0) { $0 + length(of: $1) } }
}
