import GrowthloopFindings
public import GrowthloopModel
import Profiles
public import Statistics
public import Vocabulary

/// An experiment that a scenario describes: its arms, who is assigned, for how long, and what is
/// looked at.
public struct ExperimentPlan: ScenarioSection, Equatable {
  /// The control and the variants.
  public var arms: [Named<ExperimentArm>] = []
  public var unit = Experiment.Unit.user
  /// The designs that are shown beside the planned one; `nil` for some that can be run.
  public var beside: [Experiment.Unit]?
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
  /// By which rule the experiment ends.
  public var rule = LookRule.Name.fixed
  public var period = Interval.days(7)
  public var takesTurns = false
  public var salt = 0
  /// The analysis of the planned design that decides; `nil` for the first that fits the unit.
  public var analysis: TrialEstimator?
  /// The runs of each design, and the redrawn experiments without an effect.
  public var replications = 100
  public var redraws = 2_000
  /// The limits on what the experiment can tell.
  public var gates: [GrowthGate] = []

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
      "beside", \.beside, .none(or: .list(of: .choice, 0...7)),
      "The designs that are shown beside the planned one; none for those by invite, community and time that can be run."
    ),
    .value(
      "allocation", \.allocation, .share(0.000_1...0.99),
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
    .value(
      "analysis", \.analysis, .none(or: .choice),
      "How the data of the planned design are analysed: difference, each row for itself; ratio, by member; cuped, the same less what members sent before; cluster, by what is assigned together; exposure, the members whose contacts are in their own arm; none for the first that fits the unit."
    ),
    .value(
      "replications", \.replications, .integer(10...100_000), "The number of runs of each design."),
    .value(
      "redraws", \.redraws, .integer(0...1_000_000),
      "How often an experiment without an effect is drawn anew for each design; 0 leaves it out."),
    .value(
      "gates", \.gates,
      .list(of: .gate(ExperimentFigure.examples, on: ExperimentFigure.names), 0...1_000),
      "What the experiment must be able to show: limits on power, coverage, ownCoverage, bias, falseAlarms, detectable and splitAlarms of the plan as written, or of a design shown and an analysis of it, as community.power or user.cuped.power."
    ),
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
    if arms.contains(where: { $0.name.allSatisfy(\.isWhitespace) }) {
      reading.refuse(\.arms, "has an arm without a name", remedy: "name it: variant: {…}")
    }
    if maturity > lasts {
      reading.refuse(
        \.maturity, "must not be longer than the experiment lasts",
        remedy: "write at most \(lasts)")
    }
    let beside = beside ?? []
    for (place, unit) in beside.enumerated() where beside[..<place].contains(unit) {
      reading.refuse(\.beside, "names \(unit.rawValue) twice", remedy: "name each design once")
    }
    for (place, metric) in guardrails.enumerated() {
      if metric == self.metric {
        reading.warn(
          \.guardrails, "name \(metric.rawValue), the metric that decides: it is reported twice")
      } else if guardrails[..<place].contains(metric) {
        reading.refuse(\.guardrails, "name \(metric.rawValue) twice", remedy: "name each once")
      }
    }
    checkDesigns(reading)
    checkAnalysis(reading)
    checkGates(reading)
    if looks > lasts {
      reading.refuse(\.looks, "must not be longer than the experiment lasts")
    }
  }

  /// The designs that are shown, the planned one first.
  public var units: [Experiment.Unit] {
    let usual: [Experiment.Unit] = [.invite, .community, .time]
    return [unit] + (beside ?? usual.filter { refusal(of: $0) == nil }).filter { $0 != unit }
  }

  /// The shortest time in which each arm has two periods, without which nothing is told of their spread.
  private var shortestByTime: Interval {
    Interval(milliseconds: Int64(2 * max(2, arms.count) - 1) * period.milliseconds + 1)
  }

  /// Why a design cannot be run, in words that follow "by …," and what to write instead; `nil` where it
  /// can.
  private func refusal(of unit: Experiment.Unit) -> (words: String, remedy: String)? {
    if let words = metric.refusal(by: unit) {
      return ("\(metric.key) \(words)", "write another metric, or another design")
    }
    if unit == .time, lasts < shortestByTime {
      let most = lasts.milliseconds / Int64(2 * max(2, arms.count)) / 3_600_000
      return (
        "each of the \(arms.count) arms needs two periods of \(period), and it lasts \(lasts)",
        most > 0 ? "write period: \(most)h, or less" : "write a longer time"
      )
    }
    return nil
  }

  private func checkDesigns(_ reading: SectionReading<ExperimentPlan>) {
    if let (words, remedy) = refusal(of: unit) {
      reading.refuse(\.unit, "cannot be \(unit.rawValue): \(words)", remedy: remedy)
    }
    for other in beside ?? [] where other != unit {
      guard let (words, remedy) = refusal(of: other) else { continue }
      reading.refuse(\.beside, "cannot have \(other.rawValue): \(words)", remedy: remedy)
    }
    for guardrail in guardrails {
      guard let words = guardrail.refusal(by: unit) else { continue }
      reading.refuse(
        \.guardrails, "cannot have \(guardrail.key), which \(words)",
        remedy: "leave it out, or write another unit")
    }
  }

  private func checkAnalysis(_ reading: SectionReading<ExperimentPlan>) {
    let fitting = TrialEstimator.fitting(unit, inherits: inherits > 0)
    guard let analysis, !fitting.contains(analysis) else { return }
    let words = fitting.map(\.rawValue).joined(separator: ", ")
    reading.refuse(
      \.analysis,
      "cannot be \(analysis.rawValue) where \(unit.rawValue) is assigned",
      remedy: "write one of \(words)")
  }

  private func checkGates(_ reading: SectionReading<ExperimentPlan>) {
    for gate in gates {
      guard let figure = ExperimentFigure(gate.metric) else { continue }
      if let unit = figure.unit, !units.contains(unit) {
        reading.refuse(
          \.gates, "limit \(gate.metric), a design that is not shown",
          remedy: "add \(unit.rawValue) to beside")
      } else if let analysis = figure.analysis, let unit = figure.unit,
        !TrialEstimator.fitting(unit, inherits: inherits > 0).contains(analysis)
      {
        reading.refuse(
          \.gates, "limit \(gate.metric), an analysis of what nobody inherits",
          remedy: "write inherits above 0%, or another analysis")
      }
      if figure.measure == .falseAlarms, redraws == 0 {
        reading.refuse(
          \.gates, "limit \(gate.metric), which nothing measures without redraws",
          remedy: "write redraws: 2_000")
      }
    }
  }

  /// An arm is kept in five bits of an invite.
  static let mostArms = 20

  /// A variant that changes what two others change together, each for itself, by their places.
  public typealias Combination = (both: Int, alone: [Int])

  /// The variants that join two others.
  public var combinations: [Combination] {
    let changes = arms.map(\.value.changes)
    return arms.indices.dropFirst().flatMap { both in
      arms.indices.dropFirst().flatMap { first in
        arms.indices.dropFirst(first + 1).compactMap { second in
          changes[first].isDisjoint(with: changes[second]) && !changes[first].isEmpty
            && !changes[second].isEmpty && changes[both] == changes[first].union(changes[second])
            ? (both, [first, second]) : nil
        }
      }
    }
  }

  /// The smallest effect that the plan shall find, by a gate on what is detectable; `nil` without one.
  public var smallestEffect: Double? {
    gates.filter { $0.metric == ExperimentMeasure.detectable.rawValue && $0.limit.side == .below }
      .map(\.limit.value).min()
  }

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

/// An arm of an experiment as a file describes it: what it changes of the scenario.
public struct ExperimentArm: Sendable, Equatable {
  /// The rules and the behaviour; `nil` until the scenario around it is read.
  public internal(set) var arm: Experiment.Arm?
  let node: YAMLNode?

  var isEmpty: Bool { node?.entries?.isEmpty ?? true }

  /// What it changes, as a file has it; `nil` where it changes nothing.
  public var inOneLine: String? { isEmpty ? nil : node?.inOneLine }

  /// What it changes, each by its key within the scenario.
  var changes: Set<String> { node.map { Set($0.leaves(under: "")) } ?? [] }

  public static func == (left: ExperimentArm, right: ExperimentArm) -> Bool {
    left.arm == right.arm && left.node?.inOneLine == right.node?.inOneLine
  }

  /// The keys of a scenario that an arm may change.
  static let keys = [
    PolicyReader.settingsKey, PolicyReader.deliberateKey, "use", "sharing", "recipients",
    "firstRun",
  ]
}

extension YAMLNode {
  /// The keys of all that is not a mapping, with those of the mappings around them.
  fileprivate func leaves(under path: String) -> [String] {
    entries.map { $0.flatMap { $0.value.leaves(under: "\(path).\($0.key)") } } ?? [path]
  }
}

extension ValueFormat where Value == ExperimentArm {
  static var arm: ValueFormat {
    let expects = "a mapping of what the arm changes, such as {recipients: {tap: 44%}}"
    return ValueFormat(
      expects: expects, shape: { _ in .anything },
      encode: { .text($0.node?.inOneLine ?? "{}") },
      read: { node, place, _ in
        guard let entries = node.entries else {
          place.refuse(node, expecting: expects)
          return nil
        }
        for entry in entries where !ExperimentArm.keys.contains(entry.key) {
          let isShared = GrowthScenario.fields.contains { $0.keys.contains(entry.key) }
          place.findings.add(
            Diagnostic(
              .error,
              isShared
                ? "\(place.name.quoted) changes \(entry.key), which both arms share"
                : "unknown key \("\(place.name).\(entry.key)".quoted)",
              at: entry.keyRange,
              remedy: "an arm changes \(ExperimentArm.keys.joined(separator: ", "))"))
        }
        return ExperimentArm(arm: nil, node: node)
      })
  }
}

extension Field where Root == GrowthScenario {
  /// The experiment of a scenario, whose arms are read as the scenario with their changes.
  ///
  /// It stands last: the mistakes of the rest are reported before an arm repeats them.
  static func experiment(_ meaning: String) -> Field {
    let plain = Field.value(
      "experiment", \.experiment, .none(or: .section(ExperimentPlan.self)), meaning)
    return Field(
      keys: plain.keys, path: \GrowthScenario.experiment, describe: plain.describe,
      read: { reading, root in
        plain.read(reading, &root)
        // Also where the section itself cannot be read: all mistakes are reported at once.
        let written = reading.mapping[plain.key]?["arms"]?.entries ?? []
        let arms =
          root.experiment?.arms
          ?? written.filter { $0.value.entries != nil }
          .map { Named($0.key, ExperimentArm(arm: nil, node: $0.value), at: $0.keyRange) }
        // On a line of its own: an assignment to what is nil would not read them.
        let read = arms.map { reading.arm($0) }
        root.experiment?.arms = read
      }, parameters: plain.parameters)
  }
}

extension SectionReading<GrowthScenario> {
  /// Reads the scenario with the changes of an arm; reports the mistakes that these bring.
  fileprivate func arm(_ named: Named<ExperimentArm>) -> Named<ExperimentArm> {
    var base = mapping
    for key in ["experiment", "gates", "precision"] { base = base.removing(key) }
    let whole = named.value.node.map { $0.mergedAsDocument(over: base) } ?? base
    let own = Findings(loader: findings.loader, metrics: findings.metrics)
    let reading = SectionReading(whole, at: ValuePlace(name: "", findings: own))
    let scenario = reading.read(into: GrowthScenario())
    // The rest of the scenario is read with each arm; its mistakes have been reported.
    let places = Set(findings.list.map(\.range.start))
    for diagnostic in own.list
    where diagnostic.severity == .error && !places.contains(diagnostic.range.start) {
      findings.add(diagnostic)
    }
    var named = named
    if let scenario {
      named.value.arm = Experiment.Arm(scenario.profile, scenario.plan.behaviour)
    }
    return named
  }
}

/// What a gate on an experiment may limit, over all its runs.
public enum ExperimentMeasure: String, CaseIterable, Sendable {
  /// The runs in which the effect is found.
  case power
  /// The intervals that contain the truth.
  case coverage
  /// The intervals that contain what the design estimates.
  case ownCoverage
  /// The size of the difference between what it estimates and the truth.
  case bias
  /// The redrawn experiments without an effect in which one is found.
  case falseAlarms
  /// The smallest effect that four of five such experiments find.
  case detectable
  /// The runs whose arms have other sizes than planned; of the planned design alone.
  case splitAlarms

  var scale: MetricName.Scale {
    switch self {
    case .power, .coverage, .ownCoverage, .falseAlarms, .splitAlarms: .chance
    case .bias, .detectable: .size
    }
  }
}

/// A measure of an experiment, of the plan as written or of a design and an analysis: `power`,
/// `community.power`, `user.cuped.power`.
public struct ExperimentFigure: Hashable, Sendable {
  public let measure: ExperimentMeasure
  /// The unit of the design; `nil` for the planned one.
  public let unit: Experiment.Unit?
  /// The analysis; `nil` for the one that decides.
  public let analysis: TrialEstimator?

  init(
    _ measure: ExperimentMeasure, of unit: Experiment.Unit? = nil,
    by analysis: TrialEstimator? = nil
  ) {
    self.measure = measure
    self.unit = unit
    self.analysis = analysis
  }

  /// Finds the figure that a gate names.
  public init?(_ key: String) {
    guard let figure = Self.all.first(where: { $0.key == key }) else { return nil }
    self = figure
  }

  var key: String {
    [unit?.rawValue, analysis?.rawValue, measure.rawValue].compactMap(\.self)
      .joined(separator: ".")
  }

  /// Every figure, those of the plan as written first.
  static let all: [ExperimentFigure] =
    ExperimentMeasure.allCases.map { ExperimentFigure($0) }
    + Experiment.Unit.allCases.flatMap { unit in
      ([nil] + TrialEstimator.fitting(unit, inherits: true)).flatMap { analysis in
        ExperimentMeasure.allCases.filter { $0 != .splitAlarms }.map {
          ExperimentFigure($0, of: unit, by: analysis)
        }
      }
    }

  static let names = all.map { MetricName($0.key, $0.measure.scale) }
  static let examples = ["power >= 80%", "bias <= 1pp"]
}
