import GrowthloopFindings
public import Statistics
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
      "days", \.days, .none(or: .days(1...365)),
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

/// A metric that a rollout must not harm.
public struct GuardrailSection: ScenarioSection, Equatable {
  public var metric = ""
  /// By how much it may be worse than in the control of the same days.
  public var worseThanControl: Double?
  /// The value below which no day may fall.
  public var floor: Double?
  public var harm = Harm.fall
  public var minimum = 0
  public var rule = LookRule.Name.pocock
  public var spread = 0.1
  /// Its own limit of false alarms; `nil` for its part of the rollout's.
  public var falsePositives: Double?
  /// The harm that must be excluded before a stage ends.
  public var excludes: Double?

  public init() {}

  /// The direction in which the metric gets worse.
  public enum Harm: String, CaseIterable, Sendable {
    case fall, rise
  }

  public static let fields: [Field<GuardrailSection>] = [
    .value(
      "metric", \.metric, .countedMetric,
      "A metric that counts events, as 'growthloop simulate --metrics all' names it."
    )
    .required,
    .value(
      "worseThanControl", \.worseThanControl, .none(or: .amount),
      "By how much it may be worse than in the control of the same days, in the metric's unit; 0 if no "
        + "floor is given."),
    .value(
      "floor", \.floor, .none(or: .amount),
      "Instead: the value on whose wrong side no day may be, as the documents write guardrails."),
    .value("harm", \.harm, .choice, "Whether the metric gets worse as it falls or as it rises."),
    .value(
      "minimum", \.minimum, .integer(0...1_000_000_000),
      "The fewest counted in each arm before a look decides; of a floor, with the change on the day."
    ),
    .value(
      "rule", \.rule,
      .choice(
        of: LookRule.Name.allCases.filter(\.decidesOnTheWay),
        formerly: ["sequence": .confidenceSequence]),
      "How each daily look decides: daily (as if it were the only one), Lan and DeMets' bounds like "
        + "Pocock's or O'Brien and Fleming's, a confidence sequence, or a mixture test."),
    .value(
      "spread", \.spread, .real(0.001...10),
      "The standard deviation of the effects that the mixture test is mixed over, in deviations of one "
        + "observation."),
    .value(
      "falsePositives", \.falsePositives, .none(or: .share(0.000_1...0.5)),
      "Its own limit of false alarms, of all looks together, under 'daily' of each; none for its part of "
        + "the rollout's."),
    .value(
      "excludes", \.excludes, .none(or: .amount),
      "The harm that must be excluded before a stage is decided; none if the minimum is enough."),
  ]

  public func check(_ reading: SectionReading<GuardrailSection>) {
    if floor != nil, worseThanControl != nil {
      reading.refuse(
        \.floor, "cannot stand beside worseThanControl",
        remedy: "write two guardrails, or one of the two")
    }
    if floor != nil, excludes != nil {
      reading.refuse(
        \.excludes, "needs a control, and a floor has none", remedy: "leave it out")
    }
    if let excludes, excludes <= worseThanControl ?? 0 {
      reading.refuse(
        \.excludes, "must be above what worseThanControl allows",
        remedy: "write more, or the looks find harm that is already excluded")
    }
  }
}

/// What a gate on a rollout may limit: a figure of the plan as written, over all its rollouts.
public enum RolloutMeasure: String, CaseIterable, Sendable {
  /// The rollouts with the defect in which a guardrail finds it before the last stage.
  case detection
  /// The rollouts without a defect that are taken back.
  case falseRollback
  /// The rollouts without a defect that stand still.
  case falseHold
  /// The rollouts with the defect that are taken back since a stage ended undecided.
  case undecidedRollback
  /// Events of the first guardrail lost until the change is off.
  case lost
  /// First launches after invites that are lost until the change is off, and after it.
  case launchesBefore, launchesAfter

  var scale: MetricName.Scale {
    switch self {
    case .detection, .falseRollback, .falseHold, .undecidedRollback: .chance
    case .lost, .launchesBefore, .launchesAfter: .number
    }
  }

  static let names = allCases.map { MetricName($0.rawValue, $0.scale) }
  static let examples = ["falseRollback < 5%", "detection >= 80%"]
}

extension ValueFormat where Value == RolloutStage {
  /// The format of a stage: `25%@3d`, or as the profiles write it `25@3`.
  static var rolloutStage: ValueFormat {
    .scalar(
      expects: "a stage such as 25%@3d (share at day)",
      shape: .text(
        pattern: #"^\s*\d[\d.]*\s*%?\s*@\s*\d{1,3}d?\s*$"#, examples: ["10%@0", "25%@3d"]),
      encode: { .text($0.description) },
      remedy: { text in
        text.contains("@")
          ? "write a share up to 100% and a day up to 365, as 25%@3d" : "write 25%@3d"
      },
      parse: { text in
        let parts = text.filter { $0 != " " }.split(
          separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let share = parts[0].hasSuffix("%") ? String(parts[0]) : "\(parts[0])%"
        let day = parts[1].hasSuffix("d") ? parts[1].dropLast() : parts[1]
        guard let share = ValueText.share(share), let day = Int(day), (0...365).contains(day)
        else { return nil }
        return RolloutStage(share, from: day)
      })
  }
}

extension ValueFormat where Value == Double {
  /// The format of an amount in a metric's unit: `2%` or `0.02`.
  static var amount: ValueFormat {
    .scalar(
      expects: "a share such as 2%, or a number such as 0.02",
      shape: .either([.share(0...1), .real(least: 0, isLeastExcluded: false, most: nil)]),
      encode: { .number($0) }, remedy: { _ in "write 2% or 0.02" },
      parse: { text in
        (ValueText.share(text) ?? ValueText.real(text)).flatMap {
          $0 >= 0 && $0.isFinite ? $0 : nil
        }
      })
  }
}

extension ValueFormat where Value == String {
  /// The format of a metric that counts events, of those that the reader's caller knows.
  static var countedMetric: ValueFormat {
    let expects = "a metric such as flow.sheetCompletion"
    return ValueFormat(
      expects: expects, shape: { _ in .scalar(.words(least: 1)) }, encode: { .text($0) },
      read: { node, place, _ in
        guard case .scalar(let scalar) = node.content, !scalar.isNull, !scalar.text.isEmpty else {
          place.refuse(node, expecting: expects)
          return nil
        }
        let known = place.findings.metrics
        guard let metric = known.first(where: { $0.key == scalar.text }) else {
          let near =
            place.findings.isFull
            ? nil : Suggestion.nearest(to: scalar.text, among: known.map(\.key))
          place.refuse(
            node, "is \(scalar.text.quoted), which is no metric",
            remedy: near.map { "did you mean \($0)?" } ?? "'--metrics all' lists them")
          return nil
        }
        guard metric.isProportion else {
          place.refuse(
            node, "is \(scalar.text.quoted), which cannot be compared between arms",
            remedy: "name a share or a ratio of counts, such as flow.sheetCompletion")
          return nil
        }
        return metric.key
      })
  }
}
