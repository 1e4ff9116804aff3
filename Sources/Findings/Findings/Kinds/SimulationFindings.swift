public import Statistics

/// The findings of `simulate`.
public struct SimulationFindings: ReplicatedFindings {
  public static let kind = "simulate"

  public var command = ""
  public var title = ""
  public var question: String?
  /// The metric that answers the question, where the scenario names one.
  public var answeringMetric: String?
  public var profile = ""
  /// The settings that differ from the profile, and the parameters that differ from their defaults.
  public var changes: [ScenarioChange] = []
  public var seed: UInt64 = 0
  public var replicationsWanted = 0
  public var replications = 0
  public var ending = ReplicationsEnding.complete
  public var isPartial = false
  /// What becomes of the product; `nil` in runs of older versions.
  public var course: LoopCourse?
  /// In the order of all metrics.
  public var metrics: [Measured<MetricSubject>] = []
  /// The keys of the metrics in a summary.
  public var headline: [String] = []
  /// The metrics that stand side by side.
  public var breakdowns: [MetricBreakdown] = []
  /// The document whose targets the scenario asks for; empty for targets of its own.
  public var targets = ""
  public var scorecard: [Score] = []
  /// Left out where the inputs are certain.
  public var uncertainty: UncertainInputs?
  /// What the reward costs and brings; left out without one.
  public var money: MoneyFound?
  /// Left out where the scenario has none.
  public var gates: [JudgedGate]?
  public var rules: [RuleCount] = []
  /// The credited inviters, against the truth: by all rules of credit together, and by each.
  public var credit: [RuleCredit] = []
  /// Whether the profile shows inviters the results of their invites.
  public var hasDashboard = false
  /// The labels of the screen's three figures; left out without screens.
  public var dashboardLabels: [String]?
  /// The screens of the busiest inviters in the first replication, and of the requested ones.
  public var dashboards: [InviterDashboard] = []
  /// Whether the command named persons.
  public var showsDashboards = false
  /// The digest of all events of each replication.
  public var digests: [String] = []
  public var targetsThatConflict: [String] = []
  public var unanswered: [Gap] = []
  public var parameters: [Parameter] = []
  /// The inputs that were fitted to measured outputs; left out where none was.
  public var fitted: [Measured<FittedInput>]?
  /// The inputs that move the answer most over their own ranges, the greatest movement first; left
  /// out where they were not ranked.
  public var ranking: [Measured<InputMove>]?
  /// Every metric in each replication; left out where metrics were chosen.
  public var replicates: [ReplicateFound]?
  /// Means over the replications, day by day; left out where metrics were chosen.
  public var days: FigureSeries?

  public init() {}

  public var judged: [JudgedGate] { gates ?? [] }

  public var misfit: String? {
    for (place, table) in breakdowns.enumerated() {
      guard let longest = table.rows.firstIndex(where: { $0.keys.count >= table.header.count })
      else { continue }
      return "breakdowns[\(place)].header is too short for the keys of rows[\(longest)]"
    }
    let verdicts = credit.map { $0.verdicts.map(\.verdict) }
    if let place = verdicts.firstIndex(where: { $0 != verdicts[0] }) {
      return "credit[\(place)].verdicts are others than those of credit[0]"
    }
    if let dashboardLabels, dashboardLabels.count != 3 {
      return "dashboardLabels has \(dashboardLabels.count) labels, and a screen has 3 figures"
    }
    return days?.misfit(at: "days")
  }

  /// The metric of that key.
  public subscript(key: String) -> Measured<MetricSubject>? { metrics.first { $0.metric == key } }
}

/// What invites bring in the simulated time, and what becomes of the product.
public struct LoopCourse: Codable, Sendable {
  /// The metric of the people whom invites bring home, whoever is credited.
  public static let metric = "members.invitedHome"

  public let days: Int
  /// The first and the last date, such as Jan 5, 2026.
  public let from: String
  public let to: String
  /// The people whom invites bring home.
  public let invited: Measure
  /// The members active on a day, over the first and over the last week; `nil` for less than two
  /// weeks.
  public let activeAtFirst: Double?
  public let activeAtLast: Double?

  public init(
    days: Int, from: String, to: String, invited: Measure, activeAtFirst: Double?,
    activeAtLast: Double?
  ) {
    self.days = days
    self.from = from
    self.to = to
    self.invited = invited
    self.activeAtFirst = activeAtFirst
    self.activeAtLast = activeAtLast
  }
}

/// A metric with its target.
public struct MetricSubject: MeasuredSubject {
  public static let valueKey = "mean"

  public let metric: String
  public let name: String
  public let unit: String
  public let definition: String
  /// The entries of the catalogue that it answers.
  public let answers: [String]
  public let target: GateLimit?
  /// Whether the whole interval meets the target; `nil` without one, and where it contains the
  /// target.
  public let meetsTarget: Bool?

  public init(
    metric: String, name: String, unit: String, definition: String, answers: [String],
    target: GateLimit?, meetsTarget: Bool?
  ) {
    self.metric = metric
    self.name = name
    self.unit = unit
    self.definition = definition
    self.answers = answers
    self.target = target
    self.meetsTarget = meetsTarget
  }
}

/// What a change costs and brings in money, from pairs with the same random numbers.
public struct MoneyFound: Codable, Sendable {
  /// The currency of all amounts, as text.
  public let currency: String
  /// What a reward costs on each side; `nil` where no one is given one.
  public let reward: Reward?
  /// What a newcomer is worth.
  public let worth: Double
  /// How much more members share for the reward.
  public let lift: Double
  public let figures: [Measured<MoneyFigure>]
  /// The input that moves the gain most, and is in no interval; left out without one.
  public let guess: Guess?

  /// A share that is hard to know, and the gain at the ends of its range.
  public struct Guess: Codable, Sendable {
    public let parameter: Parameter
    /// `nil` where only another run can tell.
    public let atLow, atHigh: Double?

    public init(_ parameter: Parameter, atLow: Double?, atHigh: Double?) {
      self.parameter = parameter
      self.atLow = atLow
      self.atHigh = atHigh
    }
  }

  public struct Reward: Codable, Sendable {
    public let inviter, friend: Double
    /// Whether it is a month for three friends, and not one for each.
    public let isForThree: Bool

    public init(inviter: Double, friend: Double, isForThree: Bool) {
      self.inviter = inviter
      self.friend = friend
      self.isForThree = isForThree
    }
  }

  public init(
    currency: String, reward: Reward?, worth: Double, lift: Double,
    figures: [Measured<MoneyFigure>], guess: Guess? = nil
  ) {
    self.currency = currency
    self.reward = reward
    self.worth = worth
    self.lift = lift
    self.figures = figures
    self.guess = guess
  }

  /// The measured number of that key.
  public subscript(key: String) -> Measure? { figures.first { $0.figure == key }?.measured }
}

/// One number of what a change costs and brings.
public struct MoneyFigure: MeasuredSubject {
  public static let valueKey = "mean"

  public let figure: String
  public let name: String
  public let unit: String

  public init(_ figure: String, _ name: String, _ unit: String) {
    self.figure = figure
    self.name = name
    self.unit = unit
  }
}

/// Metrics side by side: a row for each kind of subject, a column for each measure.
public struct MetricBreakdown: Codable, Sendable {
  /// Short and permanent.
  public let id: String
  public let title: String
  public let header: [String]
  public let rows: [Line]
  /// The remark needed to read it.
  public let note: String?

  public struct Line: Codable, Sendable {
    public let name: String
    /// Keys of metrics; a row in which none is above zero is left out.
    public let keys: [String]
  }

  public init(
    _ id: String, _ title: String, _ header: [String], _ rows: [(name: String, keys: [String])],
    note: String? = nil
  ) {
    self.id = id
    self.title = title
    self.header = header
    self.note = note
    self.rows = rows.map { Line(name: $0.name, keys: $0.keys) }
  }
}

/// An entry of a document, with the metrics that answer it.
public struct Score: Codable, Sendable {
  public let id: String
  public let role: String
  /// The metrics that answer it; may be empty.
  public let metrics: [String]

  public init(id: String, role: String, metrics: [String]) {
    self.id = id
    self.role = role
    self.metrics = metrics
  }
}

/// The number of a rule's decisions, on average over the replications.
public struct RuleCount: Codable, Sendable {
  public let rule: String
  public let meaning: String?
  public let mean: Double

  public init(rule: String, meaning: String?, mean: Double) {
    self.rule = rule
    self.meaning = meaning
    self.mean = mean
  }
}

/// The decisions of one rule of credit, against the truth that only a simulation has.
public struct RuleCredit: Codable, Sendable {
  /// `nil` for all rules together.
  public let rule: String?
  public let meaning: String?
  /// The numbers per replication.
  public let verdicts: [Measured<CreditVerdictName>]

  public init(rule: String?, meaning: String?, verdicts: [Measured<CreditVerdictName>]) {
    self.rule = rule
    self.meaning = meaning
    self.verdicts = verdicts
  }
}

/// The verdict on a decision about credit, against the truth: right, wrong, lost, stolen or
/// organic.
public struct CreditVerdictName: MeasuredSubject {
  public static let valueKey = "mean"

  public let verdict: String

  public init(_ verdict: String) { self.verdict = verdict }
}

/// An output that was measured, with the inputs that were fitted to it; the number is the output with
/// random numbers that the fit did not use.
public struct FittedInput: MeasuredSubject {
  public static let valueKey = "found"

  /// An input that was moved.
  public struct Move: Codable, Hashable, Sendable {
    public let input: String
    /// The value before; `nil` where the scenario had none.
    public let before: String?
    public let after: String
    /// Whether the values are chances.
    public let isShare: Bool
    /// The usual values; `nil` for a number that is of the product alone.
    public let usual: ClosedRange<Double>?
    /// Whether no source gives these.
    public let isAssumed: Bool

    public init(
      _ input: String, from before: String?, to after: String, isShare: Bool,
      usual: ClosedRange<Double>?, isAssumed: Bool
    ) {
      self.input = input
      self.before = before
      self.after = after
      self.isShare = isShare
      self.usual = usual
      self.isAssumed = isAssumed
    }
  }

  public let moves: [Move]
  public let metric: String
  public let name: String
  public let unit: String
  public let observed: Double

  public init(
    _ moves: [Move], metric: String, name: String, unit: String, observed: Double
  ) {
    self.moves = moves
    self.metric = metric
    self.name = name
    self.unit = unit
    self.observed = observed
  }
}

/// The screen of an inviter at the end of the first replication.
public struct InviterDashboard: Codable, Hashable, Sendable {
  public var person: Int
  /// `default`, `partial` or `empty`, as the screen calls it; left out without a dashboard.
  public var state: String?
  public var sent: Int?
  public var installed: Int?
  public var completed: Int?
  /// The filled proportion of the bar; left out before the first invite.
  public var bar: Double?
  public var summary: String?
  /// The dates of joining of the listed invitees, newest first.
  public var joined: [String] = []

  public init(person: Int) { self.person = person }
}

/// An entry of the catalogue without an answer from a simulation.
public struct Gap: Codable, Sendable {
  public let id: String
  public let reason: String

  public init(id: String, reason: String) {
    self.id = id
    self.reason = reason
  }
}

/// One replication: its results under one seed.
public struct ReplicateFound: Codable, Sendable {
  public let number: Int
  public let events: UInt64
  /// In the order of all metrics; `nil` for an undefined one.
  public let values: [Double?]

  public init(number: Int, events: UInt64, values: [Double?]) {
    self.number = number
    self.events = events
    self.values = values
  }
}
