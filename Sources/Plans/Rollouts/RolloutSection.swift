import GrowthloopFindings
public import Profiles
public import Vocabulary

/// A staged rollout of a change, and the defect that it might have.
public struct RolloutSection: ScenarioSection {
  /// The stages; `nil` for those of the profile, `rollout.stages` (CNF-47).
  public var stages: [RolloutStage]?
  /// The length in days, with the last stage; `nil` for one day of that.
  public var days: Int?
  /// The share of the members that the change never reaches.
  public var holdback = 0.0
  /// The day of the scenario on which the rollout begins.
  public var starts = 28
  public var guardrails: [GuardrailSection] = []
  /// The limit of false rollbacks of all guardrails and looks together.
  public var falsePositives = 0.05
  public var onUndecided = Undecided.hold
  /// The most days by which each undecided stage is prolonged.
  public var heldAtMost = 7
  /// The time from the look that finds harm to the end of the change.
  public var reaction = Interval.zero
  /// What the change does if it is bad, as changes of the scenario key by key.
  public var defect: [ScenarioOverride] = []
  /// The number of rollouts that are taken through each plan.
  public var ramps = 2_000
  /// The limits on what becomes of the plan as written.
  public var gates: [GrowthGate] = []

  public init() {}

  /// What follows where a stage ends undecided.
  public enum Undecided: String, CaseIterable, Sendable {
    case advance, hold, rollback
  }

  public static let fields: [Field<RolloutSection>] = [
    .value(
      "stages", \.stages, .none(or: .list(of: .rolloutStage, 1...20)),
      "The share of the members that each stage reaches, and its first day; none for the profile's, "
        + "rollout.stages."),
    .value(
      "days", \.days, .none(or: .integer(1...365)),
      "The length in days, the last stage included; none for one day of the last stage."),
    .value(
      "holdback", \.holdback, .share(0...0.9),
      "The share of the members that the change never reaches: the control of the last stage."),
    .value(
      "starts", \.starts, .integer(0...3_000), "The day of the scenario on which stage one begins."),
    .value(
      "guardrails", \.guardrails, .list(of: .section(GuardrailSection.self), 1...20),
      "The metrics that the change must not harm."
    ).required,
    .value(
      "falsePositives", \.falsePositives, .share(0.000_1...0.5),
      "The limit of false rollbacks by all guardrails together, in even parts for those with a control "
        + "(Bonferroni)."),
    .value(
      "onUndecided", \.onUndecided, .choice,
      "What follows where a stage ends and a guardrail is undecided: advance to the next, hold the "
        + "stage, or roll back."),
    .value(
      "heldAtMost", \.heldAtMost, .integer(0...60),
      "By how many days an undecided stage is prolonged at most, under 'hold'."),
    .value(
      "reaction", \.reaction, .duration(.zero ... .days(14)),
      "How long it takes from the daily look that finds harm until the change is off for all."),
    .value(
      "defect", \.defect, .changes,
      "What the change does if it is bad, key by key: the rollout runs with and without."
    ).required,
    .value(
      "ramps", \.ramps, .integer(100...1_000_000),
      "How many rollouts each plan is tried on."),
    .value(
      "gates", \.gates,
      .list(of: .gate(RolloutMeasure.examples, on: RolloutMeasure.names), 0...1_000),
      "What the plan as written must do: limits on detection, falseRollback, falseHold, undecidedRollback, lost, launchesBefore and launchesAfter."
    ),
  ]
}

/// A stage as a scenario writes it: `25%@3d`.
public struct RolloutStage: Hashable, Sendable {
  public let share: Double
  public let day: Int

  public init(_ share: Double, from day: Int) {
    self.share = share
    self.day = day
  }
}

extension RolloutSection: Equatable {
  public static func == (left: RolloutSection, right: RolloutSection) -> Bool {
    left.stages == right.stages && left.days == right.days && left.holdback == right.holdback
      && left.starts == right.starts && left.guardrails == right.guardrails
      && left.onUndecided == right.onUndecided && left.heldAtMost == right.heldAtMost
      && left.falsePositives == right.falsePositives && left.reaction == right.reaction
      && left.ramps == right.ramps && left.gates == right.gates
      && left.defect.map { [$0.key, $0.value] } == right.defect.map { [$0.key, $0.value] }
  }
}

extension RolloutSection {
  /// Returns the rate of false positives of one of the guardrails: its own, or an even part.
  ///
  /// The first finding ends a rollout, so that Holm's procedure would have the same rates.
  public func falsePositives(of guardrail: GuardrailSection) -> Double {
    guardrail.falsePositives
      ?? falsePositives / Double(max(1, guardrails.count { $0.floor == nil }))
  }

  /// The most rollouts without a defect that a plan may stop: a fifth more than all guardrails
  /// together may, since bounds are inexact where few events are counted.
  public var mostFalse: Double { 1.2 * falsePositives }

  /// The stages that reach a share of the members, of these or of the profile.
  public func stages(in profile: Profile) -> [RolloutStage] {
    stages
      ?? profile.plans.rollout.compactMap { stage in
        guard case .percent(let share) = stage.reach else { return nil }
        return RolloutStage(Double(share) / 100, from: stage.day)
      }
  }

  /// Returns what is wrong with stages, in words that follow their name; `nil` for nothing.
  static func mistake(in stages: [RolloutStage], days: Int?) -> (words: String, remedy: String)? {
    guard let first = stages.first, let last = stages.last else {
      return ("reach no share of the members", "write a share, such as 100@0")
    }
    if first.day != 0 { return ("must begin on day 0", "count the days from the first stage") }
    if !stages.allSatisfy({ $0.share > 0 }) {
      return ("must reach somebody from the first stage on", "leave a share of 0 out")
    }
    let pairs = zip(stages, stages.dropFirst())
    if let (before, after) = pairs.first(where: { $0.day >= $1.day || $0.share >= $1.share }) {
      return (
        "must rise in share and day, unlike \(before) and \(after)",
        "a member who was reached stays reached: write them in order"
      )
    }
    if let days, days <= last.day {
      return (
        "reach the last stage on day \(last.day), but the rollout has \(days) days",
        "write days: \(last.day + 1) or more"
      )
    }
    return nil
  }
}

extension RolloutStage: CustomStringConvertible {
  public var description: String { "\(OrderedJSON.number(share * 100).asYAML)%@\(day)d" }
}
