import Statistics

/// The findings of `regress` about times, or about a simulation.
public struct RegressFindings: RunFindings {
  public static let kind = "regress"

  public var command = ""
  public var title = ""
  public var question: String?
  /// `load`, `contacts` or `growth`.
  public var planKind = ""
  public var baseline = ""
  public var candidate = ""
  /// The proportion by which a figure may worsen without a regression.
  public var tolerance = 0.0
  public var verdict = RegressionCall.undecided
  /// Of times: the method, and the result of each figure.
  public var times: Times?
  /// Of a growth scenario: the changes.
  public var growth: Growth?

  public init() {}

  public var isPartial: Bool { times?.partial ?? false }

  /// The judged figures as gates: how much worse each may be than the baseline.
  public var judged: [JudgedGate] {
    let limit = "\(NumberText.percent(tolerance)) of the baseline"
    if let growth {
      let metric = growth.metrics.first { $0.metric == growth.judged }
      let allowed = tolerance * (metric?.baseline?.magnitude ?? 0)
      let measured = growth.isIdentical ? Measure(0, from: 0, to: 0, in: .ratio) : metric?.measured
      return [
        JudgedGate(
          "\(growth.judged) worse by at most \(limit)", metric: growth.judged,
          measured ?? Measure(nil, in: .ratio),
          growth.isBetterLess == true
            ? GateLimit(.atMost, allowed) : GateLimit(.atLeast, -allowed), verdict.onGate)
      ]
    }
    return (times?.figures ?? []).filter { $0.judged }.map { figure in
      let call = times?.reason == nil ? figure.call ?? .undecided : .undecided
      return JudgedGate(
        "\(figure.name) slower by at most \(limit)", figure.measured,
        GateLimit(.atMost, 1 + tolerance), call.onGate, doubt: times?.reason?.words,
        count: figure.candidateRuns.count)
    }
  }

  public var note: String? {
    let notes = times?.notes ?? []
    return notes.isEmpty ? nil : notes.joined(separator: "\n")
  }

  public struct Times: Codable, Sendable {
    public var seed: UInt64 = 0
    public var machine = ""
    public var build = ""
    /// What a plan of load asks for, in words; left out of others.
    public var asks: String?
    /// The treatment of both builds, in a sentence.
    public var method = ""
    public var rounds = 0
    public var roundsWanted = 0
    /// Of all calls together.
    public var confidence = 0.95
    /// The remarks beside the figures.
    public var notes: [String] = []
    /// Whether the comparison was interrupted.
    public var partial = false
    /// The reason why no call is made.
    public var reason: Reason?
    public var figures: [Measured<Figure>] = []

    public enum Reason: String, Codable, Sendable {
      /// The figures of both were measured in other places or ways.
      case notComparable
      /// The generator was the bottleneck.
      case generatorLimited

      /// The reason as a clause.
      var words: String {
        switch self {
        case .notComparable: "the figures of both do not compare"
        case .generatorLimited: "the generator was the bottleneck, which may hide a difference"
        }
      }
    }

    public init() {}
  }

  /// One figure of both builds; the number is the ratio of candidate to baseline.
  public struct Figure: MeasuredSubject {
    public static let valueKey = "ratio"

    public let name, unit: String
    public let judged: Bool
    public let baseline, candidate: Double?
    public let baselineRuns, candidateRuns: [Double]
    public let secondOpinion, smallestVisible: Double?
    public let call: RegressionCall?

    public init(
      _ name: String, unit: String, baseline: Double?, candidate: Double?, baselineRuns: [Double],
      candidateRuns: [Double], secondOpinion: Double?, smallestVisible: Double?,
      call: RegressionCall?
    ) {
      self.name = name
      self.unit = unit
      judged = call != nil
      self.baseline = baseline
      self.candidate = candidate
      self.baselineRuns = baselineRuns
      self.candidateRuns = candidateRuns
      self.secondOpinion = secondOpinion
      self.smallestVisible = smallestVisible
      self.call = call
    }
  }

  public struct Growth: Codable, Sendable {
    public var replications = 0
    /// The number of identical replications, to the last event.
    public var identical = 0
    /// Whether all replications are identical, and every metric with them.
    public var isIdentical = false
    /// The metric that is judged.
    public var judged = ""
    /// Whether the judged metric is undefined in every replication.
    public var isUndefined = false
    /// Whether less of the judged metric is better; `nil` in older runs.
    public var isBetterLess: Bool?
    public var metrics: [Measured<Movement>] = []
    public var rules: [Spoken] = []
    public var lostMetrics: [String] = []
    public var newMetrics: [String] = []

    public init() {}
  }

  /// A metric of both builds; the number is the difference.
  public struct Movement: MeasuredSubject {
    public static let valueKey = "difference"

    public let metric, unit: String
    public let moved: Bool
    public let baseline, candidate: Double?
    /// The distance from zero in standard errors; `nil` where all pairs differ equally.
    public let standardErrors: Double?

    public init(
      _ metric: String, unit: String, moved: Bool, baseline: Double?, candidate: Double?,
      standardErrors: Double?
    ) {
      self.metric = metric
      self.unit = unit
      self.moved = moved
      self.baseline = baseline
      self.candidate = candidate
      self.standardErrors = standardErrors
    }
  }

  /// A rule that decided more or less often, on average over the replications.
  public struct Spoken: Codable, Sendable {
    public let rule: String
    public let meaning: String?
    public let baseline, candidate, difference: Double

    public init(_ rule: String, meaning: String?, baseline: Double, candidate: Double) {
      self.rule = rule
      self.meaning = meaning
      self.baseline = baseline
      self.candidate = candidate
      difference = candidate - baseline
    }
  }
}

// MARK: As JSON · the findings about times, or about a simulation, beside the rest

extension RegressFindings {
  private enum Key: String, CodingKey {
    case command, title, question, planKind, baseline, candidate, tolerance, verdict
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    command = try fields.decode(String.self, forKey: .command)
    title = try fields.decode(String.self, forKey: .title)
    question = try fields.decodeIfPresent(String.self, forKey: .question)
    planKind = try fields.decode(String.self, forKey: .planKind)
    baseline = try fields.decode(String.self, forKey: .baseline)
    candidate = try fields.decode(String.self, forKey: .candidate)
    tolerance = try fields.decode(Double.self, forKey: .tolerance)
    verdict = try fields.decode(RegressionCall.self, forKey: .verdict)
    if planKind == Self.growthPlan {
      growth = try Growth(from: decoder)
    } else {
      times = try Times(from: decoder)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(command, forKey: .command)
    try fields.encode(title, forKey: .title)
    try fields.encodeIfPresent(question, forKey: .question)
    try fields.encode(planKind, forKey: .planKind)
    try fields.encode(baseline, forKey: .baseline)
    try fields.encode(candidate, forKey: .candidate)
    try fields.encode(tolerance, forKey: .tolerance)
    try fields.encode(verdict, forKey: .verdict)
    try times?.encode(to: encoder)
    try growth?.encode(to: encoder)
  }

  /// The plan kind whose findings are those of a simulation.
  public static let growthPlan = "growth"
}

/// The result of comparing one figure.
public enum RegressionCall: String, Sendable, Hashable, Codable {
  /// The whole interval lies beyond the tolerance.
  case worse
  /// The whole interval lies beyond the tolerance on the other side.
  case better
  /// The whole interval excludes a worsening beyond the tolerance.
  case noDifference = "no difference"
  /// The interval contains the end of the tolerance.
  case undecided = "not decided"

  /// The verdict on a gate that tolerates no more.
  var onGate: GateVerdict {
    switch self {
    case .worse: .missed
    case .better, .noDifference: .kept
    case .undecided: .undecided
    }
  }
}
