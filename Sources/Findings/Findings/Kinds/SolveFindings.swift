public import Statistics

/// The findings of `solve`.
public struct SolveFindings: RunFindings {
  public static let kind = "solve"

  public var command = ""
  public var title = ""
  public var question: String?
  public var target = 0.0
  public var metric = ""
  public var definition = ""
  public var unit = ""
  public var style = NumberStyle.ratio
  public var seed: UInt64 = 0
  /// The replications of the base.
  public var replications = 0
  /// The replications of the answer, and of its confirmation; `nil` in runs of older versions.
  public var answerReplications: Int?
  /// How many people one simulated person stood for, on the way and at the answer, where that was more
  /// than one.
  public var peoplePerPerson: [Int]?
  public var isPartial = false
  /// The metric at the scenario's values.
  public var base = Measure(nil, in: .ratio)
  /// Whether the nearest point has the target; otherwise it comes nearest to it.
  public var isReached = false
  /// The distance of the nearest point, in half ranges; `nil` before it was found.
  public var distance: Double?
  /// The metric at the nearest point, with fresh random numbers, unless an interrupt came before them.
  public var confirmed = Measure(nil, in: .ratio)
  /// By how much more or fewer people invites bring there than now, in proportion; left out where that
  /// is the metric, or not known.
  public var people: Measure?
  /// Whether the search left ways aside that bring fewer people; `nil` where it did not.
  public var keepsPeople: Bool?
  public var solved: [SolvedParameter] = []
  public var frontier: SolvedFrontier?
  public var remarks: [String] = []
  /// The number of points that were evaluated.
  public var evaluations = 0
  public var parameters: [Parameter] = []

  public init() {}

  public var note: String? { isPartial ? "interrupted before the search ended" : nil }
}

/// A varied parameter at the nearest point; its number is the value there.
public struct SolvedParameter: Codable, Sendable {
  public let parameter: String
  public let value: String
  public let low: String
  public let high: String
  /// Whether the range is assumed, as no source gives one.
  public let isAssumed: Bool
  /// The value at the nearest point; `nil` before that was found.
  public let nearest: String?
  /// The ends of its interval, on the way from now to the nearest point; `nil` where it stays, and
  /// where the target is not reached.
  public let from: String?
  public let to: String?
  /// The distance that it moves, in half ranges.
  public let moved: Double?
  /// The value that has the target by itself; `nil` where none has.
  public let alone: String?
  /// The metric at the end of the range that comes nearest to the target, of this parameter alone.
  public let aloneReaches: Double?
  /// By how much more or fewer people invites bring where it has the target by itself, likewise.
  public var alonePeople: Measure?

  public init(
    _ parameter: String, value: String, low: String, high: String, isAssumed: Bool,
    nearest: String?, from: String? = nil, to: String? = nil, moved: Double?, alone: String?,
    aloneReaches: Double?
  ) {
    self.parameter = parameter
    self.value = value
    self.low = low
    self.high = high
    self.isAssumed = isAssumed
    self.nearest = nearest
    self.from = from
    self.to = to
    self.moved = moved
    self.alone = alone
    self.aloneReaches = aloneReaches
  }
}

extension Measure {
  /// Whether a change in proportion is surely a loss, of a hundredth or more.
  public var isLoss: Bool { isSure && (value ?? 0) <= -0.01 }
}

/// The values of two parameters that have the target together.
public struct SolvedFrontier: Codable, Sendable {
  public let x: Coordinate
  public let y: Coordinate
  public let points: [Point]

  /// One of the two parameters, with the place of the base and of the nearest point.
  public struct Coordinate: Codable, Sendable {
    public let parameter: String
    /// The notation of its numbers; times are in days.
    public let style: NumberStyle
    public let base: Double
    public let nearest: Double

    public init(_ parameter: String, _ style: NumberStyle, base: Double, nearest: Double) {
      self.parameter = parameter
      self.style = style
      self.base = base
      self.nearest = nearest
    }
  }

  /// A value of the first with that of the second; `nil` where no value of the range has the target.
  public struct Point: Codable, Sendable {
    public let x: Double
    public let y: Double?
    public let xValue: String
    public let yValue: String?

    public init(x: Double, y: Double?, xValue: String, yValue: String?) {
      self.x = x
      self.y = y
      self.xValue = xValue
      self.yValue = yValue
    }
  }

  public init(x: Coordinate, y: Coordinate, points: [Point]) {
    self.x = x
    self.y = y
    self.points = points
  }
}

/// The findings of `load --find-capacity`: the highest rate that keeps the gates, and every trial.
public struct CapacityFindings: RunFindings {
  public static let kind = "capacity"

  public var command = ""
  public var title = ""
  public var question: String?
  public var profile = ""
  public var seed: UInt64 = 0
  public var target = ""
  public var machine = ""
  public var build = ""
  public var gates: [String] = []
  public var capacity: Capacity
  /// The reasons why the last invalid trial was invalid; empty if all were valid.
  public var because: [String] = []
  public var parameters: [Parameter] = []

  /// The range of the capacity.
  public struct Capacity: Codable, Sendable {
    public let steps: [Step]
    /// The highest rate that was kept, with every lower one kept too.
    public let low: Double?
    /// The lowest rate from which on gates are missed.
    public let high: Double?
    public let isPartial: Bool

    public init(steps: [Step], low: Double?, high: Double?, isPartial: Bool) {
      self.steps = steps
      self.low = low
      self.high = high
      self.isPartial = isPartial
    }
  }

  /// One rate with its trials.
  public struct Step: Codable, Sendable {
    public let rate: Double
    public let trials: [Trial]

    public init(rate: Double, trials: [Trial]) {
      self.rate = rate
      self.trials = trials
    }

    /// The result of most trials.
    public var majority: Trial? {
      [Trial.kept, .missed].first { trial in 2 * trials.count { $0 == trial } > trials.count }
    }
  }

  /// The result of one trial.
  public enum Trial: String, Codable, Sendable, CaseIterable {
    case kept, missed, undecided
    /// Undecided, and the generator was the bottleneck.
    case invalid
  }

  public init(_ capacity: Capacity) { self.capacity = capacity }

  public var isPartial: Bool { capacity.isPartial }
}

/// The findings of `contacts`.
public struct ContactsFindings: RunFindings {
  public static let kind = "contacts"

  public var command = ""
  public var title = ""
  public var question: String?
  public var seed: UInt64 = 0
  /// The language of the order of names; `nil` for the built-in order.
  public var language: String?
  /// The country whose plan applies to telephone numbers.
  public var home = ""
  public var machine = ""
  public var build = ""
  public var partial = false
  public var booksWanted = 0
  /// A row for each book and operation.
  public var times: FigureTable
  /// A row for each book.
  public var memory: FigureTable
  public var gates: [JudgedGate] = []
  /// Every single time, a histogram of nanoseconds for each book and operation.
  public var histograms: [TaggedHistogram] = []

  public init(times: FigureTable, memory: FigureTable) {
    self.times = times
    self.memory = memory
  }

  public var judged: [JudgedGate] { gates }
  public var isPartial: Bool { partial }
  public var note: String? {
    partial ? "interrupted after \(memory.rows.count) of \(booksWanted) books" : nil
  }
}

/// What a part of a run is a part of: the head of a folder with some of its replications.
public struct PartFindings: RunFindings {
  public static let kind = "part"

  /// The command line that computed the part.
  public var command: String
  public var title: String
  public var question: String?
  /// The command line of the whole run, without the number of replications and the folder.
  public var run: [String]
  public var seed: UInt64
  /// The persons whose screens of invites are kept.
  public var persons: [Int]
  /// A digest of each plan, in their order.
  public var plans: [String]
  /// The first and the last replication, counted from 1.
  public var from: Int
  public var to: Int
  public var isPartial: Bool

  public init(
    command: String, title: String, run: [String], seed: UInt64, persons: [Int], plans: [String],
    from: Int, to: Int, isPartial: Bool
  ) {
    self.command = command
    self.title = title
    self.run = run
    self.seed = seed
    self.persons = persons
    self.plans = plans
    self.from = from
    self.to = to
    self.isPartial = isPartial
  }
}
