public import GrowthloopFindings
public import GrowthloopModel
public import Profiles
public import Vocabulary

/// A scenario of the invite loop: a question, the rules, the behaviour, and the horizon.
public struct GrowthScenario: ScenarioSection, Equatable {
  public var title = ""
  public var study = Kind.loop
  /// The question of the scenario, in a sentence; `nil` without one.
  public var question: String?
  /// The metric that answers it; `nil` for the viral coefficient of a cohort.
  public var answer: String?
  public var profile: Profile
  public var seed: UInt64 = 1
  /// The number of replications, each with other random numbers.
  ///
  /// Where a precision is given, this is the greatest number.
  public var replications = 32
  public var precision: Precision?
  /// The gates on metrics.
  public var gates: [GrowthGate] = []
  public var targets = ScenarioTargets.own([])
  /// The greatest number of replications while a gate is undecided; `nil` for no more.
  public var mostReplications: Int?
  public var days: Int
  public var start: Instant
  public var behaviour = Behaviour()
  /// The town in which a study of matching takes place; its devices are those of the behaviour.
  public var town = MatchingStudy()
  /// What was measured of outputs, to which inputs are fitted before a run.
  public var observed: [Named<ObservedOutput>] = []
  /// A rollout in stages, for `growthloop rollout`.
  public var rollout: RolloutSection?
  /// The experiment within the loop; `nil` without one.
  public var experiment: ExperimentPlan?

  /// The subject of the simulation.
  public enum Kind: String, CaseIterable, Sendable {
    /// People who invite and join, day after day.
    case loop
    /// Launches in a town, each put to every matching rule.
    case matching
  }

  public init() {
    let plan = GrowthPlan()
    profile = plan.profile
    days = plan.days
    start = plan.start
  }

  /// The plan to simulate.
  ///
  /// The plan of a scenario that was read can always run: the reader refused values outside of the
  /// distributions' domains.
  public var plan: GrowthPlan {
    var plan = GrowthPlan()
    plan.profile = profile
    plan.days = days
    plan.behaviour = behaviour.inEffect(under: profile.reward)
    // The date of the start is that of the first day, wherever the people live.
    plan.start = CivilDate(of: start, in: .utc).start(in: behaviour.market.zone)
    return plan
  }

  /// The study of matching, for a scenario of that kind.
  public var matchingStudy: MatchingStudy {
    var study = town
    study.devices = behaviour.devices
    return study
  }
}

extension GrowthScenario {
  public static let fields: [Field<GrowthScenario>] = [
    .value("title", \.title, .text(1...100), "What the scenario is called in reports.").required,
    .value(
      "question", \.question, .none(or: .text(1...500)), "What it answers, in a sentence."),
    .value(
      "answer", \.answer, .none(or: .text(1...100)),
      "The metric that answers the question, as 'growthloop simulate --metrics all' names it; none for "
        + "k.cohort."),
    .value(
      "study", \.study, .choice,
      "The subject: the invite loop, or first launches that are put to every matching rule."
    ),
    .policy(\.profile),
    .seed(\.seed, "The random seed: the same seed gives the same bytes."),
    .value(
      "replications", \.replications, .integer(1...100_000),
      "The number of replications, each with other random numbers; with a precision, at most."),
    .value(
      "precision", \.precision, .none(or: .section(Precision.self)),
      "How narrow an interval has to become to need no more replications."),
    .value(
      "gates", \.gates, .list(of: .growthGate, 0...1_000),
      "What is to be kept: a metric, as 'growthloop simulate --metrics all' names it, and its limit."
    ),
    .value(
      "targets", \.targets, .targets,
      "What is to be reached, in the words of gates: reports say which of them are missed, and no run fails by them. The word document stands for the goals of the document that metrics.profile names."
    ),
    .value(
      "mostReplications", \.mostReplications, .none(or: .integer(2...100_000)),
      "While a gate is undecided, how many replications there may be in all; none for no more."),
    .value("days", \.days, .days(1...3_650), "How many days are simulated."),
    .value(
      "start", \.start, .instant { $0.monday },
      "When the first day begins: midnight of a Monday, by which the rhythm of the week goes; where market.zone is not UTC, at the midnight of that date there."
    ),
    .section("market", \.behaviour.market, "The people of the market, and their acquaintances."),
    .section("arrivals", \.behaviour.arrivals, "Who comes without an invite."),
    .section("use", \.behaviour.use, "How members use the app, and for how long."),
    .section("sharing", \.behaviour.sharing, "How members share."),
    .section("recipients", \.behaviour.recipients, "What people do with an invite."),
    .section("devices", \.behaviour.devices, "How phones look to a service that matches clicks."),
    .section("firstRun", \.behaviour.firstRun, "How newcomers fare on the way to home."),
    .value(
      "money", \.behaviour.money, .none(or: .section(Money.self)),
      "What rewards, messages and advertising cost, and what a newcomer is worth."),
    .value(
      ObservedOutput.section, \.observed, .observed,
      "Outputs that were measured, by metric, such as {sends.senderShare: 8%}. Before a run inputs of each are moved until it comes out: the usual ones, or that of {value: 8%, by: sharing.visit}."
    ),
    .section(
      "town", \.town, "The town of a study of matching, and how its clicks turn into installs."),
    .value(
      "rollout", \.rollout, .none(or: .section(RolloutSection.self)),
      "A rollout in stages with its guardrails, which 'growthloop rollout' judges."),
    .experiment(
      "An experiment that 'growthloop experiment' simulates before it is run; other commands leave it out."
    ),
  ]
}

/// The width that the interval of a metric must reach before the replications end.
public struct Precision: ScenarioSection, Equatable {
  /// The key of a metric; the caller of the reader supplies the available ones.
  public var metric = "k.cohort"
  var halfWidth: Double?
  var share: Double?

  public init() {}

  /// The half-width that is narrow enough.
  public enum Width: Hashable, Sendable {
    case halfWidth(Double)
    /// As a proportion of the mean.
    case share(Double)
  }

  public var width: Width {
    if let halfWidth { .halfWidth(halfWidth) } else { .share(share ?? 0.05) }
  }

  public static let fields: [Field<Precision>] = [
    .value(
      "metric", \.metric, .text(1...100),
      "The metric whose interval it is, as 'growthloop simulate --metrics all' names them."
    )
    .required,
    .value(
      "halfWidth", \.halfWidth, .none(or: .real(above: 0)),
      "Half of the width that is narrow enough, in the unit of the metric."),
    .value(
      "share", \.share, .none(or: .share(0.000_1...1)),
      "The same as a share of the mean, instead: 5 % if neither is given."),
  ]

  public func check(_ reading: SectionReading<Precision>) {
    if halfWidth != nil, share != nil {
      reading.refuse(
        \.share, "cannot stand beside a halfWidth", remedy: "give one of the two")
    }
  }
}

extension ScenarioOutcome<GrowthScenario> {
  /// The parameters that a study of this kind uses, in the order of declaration.
  public var parametersInUse: [Parameter] {
    let unused =
      switch value.study {
      case .loop: GrowthScenario.sectionsOfMatching
      case .matching: GrowthScenario.sectionsOfLoop
      }
    return parameters.filter { parameter in
      !unused.contains { parameter.name.hasPrefix($0 + ".") }
    }
  }
}
