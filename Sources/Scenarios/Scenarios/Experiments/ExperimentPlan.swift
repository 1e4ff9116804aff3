import Diagnostics
public import GrowthModel
public import Vocabulary

/// An experiment that a scenario describes: its arms, who is assigned, for how long, and what is
/// looked at.
public struct ExperimentPlan: ScenarioSection, Equatable {
  /// The control and the variants.
  public var arms: [Named<ExperimentArm>] = []
  public var unit = Experiment.Unit.user
  /// The designs that are shown beside the planned one.
  public var beside: [Experiment.Unit] = [.invite, .community, .time]
  /// The share of the variants together.
  public var allocation = 0.5
  public var inherits = 0.0
  public var starts = Interval.days(28)
  public var lasts = Interval.days(60)
  /// The rows that the plan wants in each arm; `nil` where it names none.
  public var perArm: Int?
  public var maturity = Interval.days(7)
  public var before = Interval.days(28)
  public var metric = TrialMetric.tapped
  public var guardrails: [TrialMetric] = []
  public var looks = Interval.days(1)
  public var rule = Rule.fixed
  public var period = Interval.days(7)
  public var takesTurns = false
  public var salt = 0

  /// By which rule the experiment ends.
  public enum Rule: String, CaseIterable, Sendable {
    case fixed, daily, pocock, obrienFleming, confidenceSequence, mixture
  }

  public init() {}

  public static let fields: [Field<ExperimentPlan>] = [
    .value(
      "arms", \.arms, .table(of: .arm),
      "The arms: the control first, then each variant with the keys of the scenario that it changes: settings under policy, and keys of use, sharing, recipients and firstRun."
    ).required,
    .value(
      "unit", \.unit, .choice,
      "What is assigned: each user; each inviter, whose newcomers meet the arm of their invite; each newcomer; each invite; each ego, a member with the contacts who are in no other cluster; each community; or time, all people period by period."
    ),
    .value(
      "beside", \.beside, .list(of: .choice, 0...7),
      "The designs that are shown beside the planned one."),
    .value(
      "allocation", \.allocation, .share(0.000_1...1),
      "The share of all units in the variants together, each of which gets the same; the rest are the control."
    ),
    .value(
      "inherits", \.inherits, .share(0...1),
      "How likely an invitee gets the inviter's arm, and not one of their own."),
    .value(
      "starts", \.starts, .duration(.zero ... .days(3_650)),
      "How long after the beginning of the run units are assigned."),
    .value(
      "lasts", \.lasts, .duration(.days(1) ... .days(3_650)), "How long it runs, at most."),
    .value(
      "perArm", \.perArm, .none(or: .integer(2...1_000_000_000)),
      "How many rows of the metric each arm shall have; none where the time alone decides."),
    .value(
      "maturity", \.maturity, .duration(.hours(1) ... .days(365)),
      "How long after its beginning the outcome of a row counts; a row is looked at after that."),
    .value(
      "before", \.before, .duration(.days(1) ... .days(365)),
      "Over how long before the experiment it is known what members sent."),
    .value("metric", \.metric, .choice, "What decides."),
    .value("guardrails", \.guardrails, .list(of: .choice, 0...20), "What must not suffer."),
    .value(
      "looks", \.looks, .duration(.days(1) ... .days(365)), "How often the data are looked at."),
    .value(
      "rule", \.rule, .choice,
      "Which look decides, and how: fixed, the last alone; daily, each as if it were the only one, which is the habit; pocock and obrienFleming spend the errors over the looks; confidenceSequence and mixture are valid at any look."
    ),
    .value(
      "period", \.period, .duration(.hours(1) ... .days(365)),
      "How long a period of an experiment by time is."),
    .value(
      "takesTurns", \.takesTurns, .flag,
      "Whether periods take turns, instead of each being drawn."),
    .value(
      "salt", \.salt, .integer(0...1_000_000_000),
      "What sets the assignment apart from those of other experiments."),
  ]

  public func check(_ reading: SectionReading<ExperimentPlan>) {
    if arms.count < 2 {
      reading.refuse(
        \.arms, "has \(arms.count) of the arms, and an experiment has two or more",
        remedy: "write arms: {control: {}, variant: {recipients: {tap: 44%}}}")
    }
    if let first = arms.first, !first.value.isEmpty {
      reading.refuse(
        \.arms, "begins with \(first.name.quoted), which changes something",
        remedy: "write the control first: control: {}")
    }
    if arms.count > Self.mostArms {
      reading.refuse(
        \.arms, "has \(arms.count) of the arms", remedy: "write at most \(Self.mostArms)")
    }
    if looks > lasts {
      reading.refuse(\.looks, "must not be longer than the experiment lasts")
    }
    if perArm == nil, arms.count > 2, allocation >= 1 {
      reading.refuse(\.allocation, "leaves nobody for the control", remedy: "write 50%")
    }
    if arms.count == 2, allocation >= 1 {
      reading.refuse(\.allocation, "leaves nobody for the control", remedy: "write 50%")
    }
  }

  /// An arm is kept in five bits of an invite.
  static let mostArms = 20

  /// The days of the run that it needs.
  public var days: Int {
    let end = starts + lasts + maturity
    return Int((end.milliseconds + 86_399_999) / 86_400_000)
  }

  /// The experiment as the model runs it.
  public var experiment: Experiment {
    let variants = arms.dropFirst().compactMap(\.value.arm)
    let share = variants.isEmpty ? 0 : allocation / Double(variants.count)
    var experiment = Experiment(
      variants, in: [Experiment.Stage(variants: variants.map { _ in share })])
    experiment.unit = unit
    experiment.inherits = inherits
    experiment.starts = starts
    experiment.period = period
    experiment.alternates = takesTurns
    experiment.salt = UInt32(salt)
    return experiment
  }
}
