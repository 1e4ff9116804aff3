import Statistics

/// The findings of `rehearse`.
public struct RehearsalFindings: RunFindings {
  public static let kind = "rehearse"

  public var command = ""
  public var title = ""
  public var question: String?
  public var profile = ""
  /// The settings in which the service differs from the simulator's profile.
  public var settingsOfService: [String] = []
  public var seed: UInt64 = 0
  /// Planned requests a second.
  public var rate = 0
  public var machine = ""
  public var build = ""
  /// Whether the run was interrupted before the comparison.
  public var partial = false
  /// The number of newcomers in the script.
  public var people = 0
  public var links = 0
  public var requests = 0
  /// Requests that were sent again after an outage.
  public var repeated = 0
  /// Requests that were due during an outage or right after; they are timed separately.
  public var disturbed = 0
  public var errors = 0
  public var seconds = 0.0
  public var outageSeconds: [Double] = []
  public var mostInFlight = 0
  public var comparisons: [Comparison] = []
  /// Response times of each kind of request, and of all.
  public var latencies: FigureTable
  /// The gates on response times and errors.
  public var gates: [JudgedGate] = []
  /// The equality of both sides: a gate of every rehearsal.
  public var outcome = JudgedGate(matching: nil)
  /// The first differences of each subject; differences.jsonl has all of them.
  public var differences: [DifferenceFound] = []
  /// In nanoseconds, by kind of request.
  public var histograms: [TaggedHistogram] = []

  /// The number of comparisons of one subject.
  public struct Comparison: Codable, Sendable {
    public let subject: String
    public let compared: Int
    public let different: Int

    public init(_ subject: String, compared: Int, different: Int) {
      self.subject = subject
      self.compared = compared
      self.different = different
    }
  }

  public init(latencies: FigureTable) { self.latencies = latencies }

  public var compared: Int { comparisons.reduce(0) { $0 + $1.compared } }
  public var different: Int { comparisons.reduce(0) { $0 + $1.different } }

  public var judged: [JudgedGate] { [outcome] + gates }
  public var isPartial: Bool { partial }
  public var note: String? {
    if partial { return "interrupted before anything was compared" }
    return differences.first.map { difference in
      let rules = difference.rules.isEmpty ? "" : " (\(difference.rules.joined(separator: ", ")))"
      let words = difference.sides.map { "\($0.side): \($0.said)" }.joined(separator: "; ")
      return "\(difference.subject) of person \(difference.person)\(rules): \(words)"
    }
  }
}

extension JudgedGate {
  /// Creates the gate on equality with the rules' decisions; `nil` without a comparison.
  public init(matching differences: Int?) {
    let count = differences.map { Double($0) }
    let verdict: GateVerdict =
      switch differences {
      case nil: .undecided
      case 0: .kept
      default: .missed
      }
    self.init(
      "differences < 1", Measure(count, from: count, to: count, in: .whole),
      GateLimit(.below, 1), verdict)
  }
}

/// A value that differs from the expected one.
public struct DifferenceFound: Codable, Sendable {
  public let subject: String
  public let person: UInt32
  /// The value that the documents require, in place of one of the others.
  public let promise: String?
  public let simulator: String?
  public let service: String?
  public let rules: [String]
  public let story: [String]

  public init(
    subject: String, person: UInt32, promise: String?, simulator: String?, service: String?,
    rules: [String], story: [String]
  ) {
    self.subject = subject
    self.person = person
    self.promise = promise
    self.simulator = simulator
    self.service = service
    self.rules = rules
    self.story = story
  }

  /// The values of both sides.
  public var sides: [(side: String, said: String)] {
    [("promised", promise), ("simulator", simulator), ("service", service)].compactMap {
      side, said in said.map { (side, $0) }
    }
  }
}

/// The findings of `history`: a series for each machine and plan, with its steps.
public struct HistoryFindings: RunFindings {
  public static let kind = "history"

  public let command: String
  public let title: String
  public let question: String?
  public let figure: String
  public let series: [Series]

  public struct Series: Codable, Sendable {
    public let machine, plan, unit: String
    /// What a plan of load asks for; left out of others.
    public let asks: String?
    public let at: [String]
    public let commits: [String?]
    public let values: [Double]
    /// The ends of the intervals, where they were measured.
    public let lows, highs: [Double?]
    /// The trend of the measurements.
    public let course: Course
    /// The number of measurements that would be enough; where there are too few.
    public let fewest: Int?
    /// The autocorrelation, the proportion of a deviation that the next measurement keeps; where
    /// estimated.
    public let dependence: Double?
    public let drift: Drift?
    public let steps: [Step]

    public init(
      machine: String, plan: String, asks: String? = nil, unit: String, at: [String],
      commits: [String?], values: [Double], lows: [Double?], highs: [Double?], course: Course,
      fewest: Int?,
      dependence: Double?, drift: Drift?, steps: [Step]
    ) {
      self.machine = machine
      self.plan = plan
      self.asks = asks
      self.unit = unit
      self.at = at
      self.commits = commits
      self.values = values
      self.lows = lows
      self.highs = highs
      self.course = course
      self.fewest = fewest
      self.dependence = dependence
      self.drift = drift
      self.steps = steps
    }
  }

  public enum Course: String, Codable, Sendable { case tooShort, level, drift, steps }

  public struct Drift: Codable, Sendable {
    public let from, to: Double
    public let rise: Double?

    public init(from: Double, to: Double, rise: Double?) {
      self.from = from
      self.to = to
      self.rise = rise
    }
  }

  public struct Step: Codable, Sendable {
    public let index: Int
    public let at: String
    public let commit: String?
    public let before, after: Double
    /// Left out where the level before is unsuitable as a base.
    public let rise: Double?
    /// Where measurements are known to be independent.
    public let pValue: Double?

    public init(
      index: Int, at: String, commit: String?, before: Double, after: Double, rise: Double?,
      pValue: Double?
    ) {
      self.index = index
      self.at = at
      self.commit = commit
      self.before = before
      self.after = after
      self.rise = rise
      self.pValue = pValue
    }
  }

  public init(of figure: String, _ series: [Series], command: String) {
    title = "History of \(figure)"
    question = nil
    self.command = command
    self.figure = figure
    self.series = series
  }

  public var isPartial: Bool { false }

  public var misfit: String? {
    for (place, one) in series.enumerated() {
      let count = one.values.count
      let lists = [
        ("at", one.at.count), ("commits", one.commits.count), ("lows", one.lows.count),
        ("highs", one.highs.count),
      ]
      for (name, length) in lists where length != count {
        return "series[\(place)].\(name) has \(length) values, and series[\(place)].values has "
          + "\(count)"
      }
    }
    return nil
  }
}
