import GrowthloopFindings

/// A metric that a rollout must not harm.
public struct GuardrailSection: ScenarioSection, Equatable {
  public var metric = ""
  /// By how much it may be worse than in the control of the same days.
  public var worseThanControl: Double?
  /// The value below which no day may fall.
  public var floor: Double?
  public var harm = Harm.fall
  public var minimum = 0
  public var rule = Rule.pocock
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

  /// How each daily look decides.
  public enum Rule: String, CaseIterable, Sendable {
    case daily, pocock, obrienFleming, sequence, mixture
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
      "rule", \.rule, .choice,
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
