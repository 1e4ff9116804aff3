import HomeSections
import RandomStreams
import Statistics
import Vocabulary

/// The HOLD model on all candidates, at several numbers of pending events and mixes of increments.
public struct HoldBenchmark: Sendable {
  public var candidates = HoldCandidate.all
  public var sizes = [1_000, 100_000, 1_000_000, 10_000_000]
  public var mixes = IncrementMix.allCases
  /// The number of rounds; each times every candidate once, so that noise affects all of them.
  public var rounds = 5
  public var holdsPerRound = 1_000_000
  /// The limit of pending events above which only the exponential mix is measured.
  public var mostPendingOfAllMixes = 1_000_000
  /// Whether the candidates' own limits are ignored.
  public var ignoresLimits = false
  /// The limit of pending events up to which SimPy runs too, in the first mix; 0 disables it.
  public var mostPendingOfSimPy = 100_000
  public var holdsOfSimPy = 200_000

  public init() {}

  /// One row of the table.
  public struct Row: Encodable, Sendable {
    public let mix: String
    public let pending: Int
    public let candidate: String
    /// The figures; `nil` if the candidate could not be measured.
    public let figures: Figures?
    /// The reason for missing figures.
    public let note: String?
  }

  public struct Figures: Encodable, Sendable {
    /// The median over the rounds.
    public let eventsPerSecond: Double
    /// The median ratio of this candidate's speed to that of the C++ windows in the same round.
    public let toYardstick: Double
    public let bytesPerPendingEvent: Double
    /// Whether the candidate took the same events in the same order as the C++ windows.
    public let agrees: Bool
  }

  /// Measures one mix at one size after another; `report` receives the rows of each.
  public func measure(report: ([Row]) -> Void = { _ in }) -> [Row] {
    var all: [Row] = []
    let simPy = mostPendingOfSimPy > 0 ? SimPyPeer() : nil
    for mix in mixes {
      for size in sizes where size <= mostPendingOfAllMixes || mix == mixes.first {
        let workload = HoldWorkload(mix, pending: size)
        var rows = measure(workload, named: mix.rawValue)
        if size <= mostPendingOfSimPy && mix == mixes.first {
          rows.append(row(of: simPy, on: workload, beside: rows[0]))
        }
        report(rows)
        all += rows
      }
    }
    return all
  }

  private func measure(_ workload: HoldWorkload, named mix: String) -> [Row] {
    let pending = workload.firstTicks.count
    let yardstick = HoldCandidate.yardstick
    let present = candidates.filter { candidate in
      candidate.name != yardstick.name && (ignoresLimits || pending <= candidate.mostPending)
    }
    // The yardstick starts every round.
    let contenders = [yardstick] + present
    let runs = contenders.map { $0.start(workload) }
    // As many holds as pending events advance by one mean increment: each event moves about once.
    for run in runs { _ = run.hold(times: max(pending, 100_000)) }

    let clock = ContinuousClock()
    var seconds = [[Double]](repeating: [], count: runs.count)
    var checkSums = [UInt64](repeating: 0, count: runs.count)
    for _ in 0..<rounds {
      for (place, run) in runs.enumerated() {
        let elapsed = clock.measure { checkSums[place] = run.hold(times: holdsPerRound) }
        seconds[place].append(elapsed / .seconds(1))
      }
    }
    return contenders.indices.map { place in
      let ratios = zip(seconds[0], seconds[place]).map { $0 / $1 }
      let figures = Figures(
        eventsPerSecond: Double(holdsPerRound) / seconds[place].median,
        toYardstick: ratios.median,
        bytesPerPendingEvent: Double(runs[place].bytes) / Double(pending),
        agrees: checkSums[place] == checkSums[0])
      return Row(
        mix: mix, pending: pending, candidate: contenders[place].name, figures: figures, note: nil)
    }
  }

  /// Measures SimPy on the same workload after the others.
  ///
  /// Alternating rounds with a second process would not make the comparison closer.
  private func row(of simPy: SimPyPeer?, on workload: HoldWorkload, beside yardstick: Row) -> Row {
    let outcome = simPy?.hold(workload, times: holdsOfSimPy)
    var figures: Figures?
    if let outcome, let reference = yardstick.figures {
      let checkSum = YardstickRun(.windows, on: workload).hold(times: SimPyPeer.checkedHolds)
      figures = Figures(
        eventsPerSecond: outcome.eventsPerSecond,
        toYardstick: outcome.eventsPerSecond / reference.eventsPerSecond,
        bytesPerPendingEvent: outcome.bytesPerPendingEvent,
        agrees: outcome.checkSum == checkSum)
    }
    let note = simPy == nil ? "not installed (pip install simpy)" : "its script failed"
    return Row(
      mix: yardstick.mix, pending: yardstick.pending, candidate: "SimPy, callbacks",
      figures: figures, note: figures == nil ? note : nil)
  }
}

/// The rate at which changes are found in series that have one, and in series that have none.
public struct ChangeBenchmark: Sendable {
  public var lengths = [40, 60, 100, 200]
  /// The number of series of each kind.
  public var series = 1_000
  public var seed: UInt64 = 1

  public init() {}

  /// The change added to the noise, in standard deviations of it.
  public enum Truth: Sendable, Hashable, CustomStringConvertible {
    case level
    /// A step at a uniformly drawn place of the middle half.
    case step(Double)
    /// A linear drift, with its total from the first number to the last.
    case drift(Double)

    var isStep: Bool { if case .step = self { true } else { false } }

    public var description: String {
      switch self {
      case .level: "a level"
      case .step(let size): "a step of \(size)"
      case .drift(let rise): "a drift of \(rise)"
      }
    }
  }

  /// One row of the table, over all series.
  public struct Row: Encodable, Sendable {
    public let truth: String
    public let isStep: Bool
    public let length: Int
    /// The proportion of a deviation that the next number keeps.
    public let dependence: Double
    public let series: Int
    /// The proportions called steps, steps with one within three places, and a drift.
    public var steps = 0.0
    public var near = 0.0
    public var drift = 0.0
  }

  private static let truths: [(truth: Truth, dependences: [Double])] = [
    (.level, [0, 0.3, 0.5, 0.7]), (.step(3), [0, 0.3, 0.5, 0.7]), (.step(1.5), [0, 0.5]),
    (.drift(2), [0, 0.5]), (.drift(4), [0, 0.5]), (.drift(8), [0, 0.5]),
  ]

  /// Measures series of one length.
  public func measure(_ length: Int) -> [Row] {
    Self.truths.flatMap { truth, dependences in
      dependences.map { row(truth, length: length, dependence: $0) }
    }
  }

  private func row(_ truth: Truth, length: Int, dependence: Double) -> Row {
    var row = Row(
      truth: truth.description, isStep: truth.isStep, length: length, dependence: dependence,
      series: series)
    let stream = RandomSource(seed: seed).stream(for: 0x6368_616E)
    for number in 0..<series {
      var draw = stream[UInt64(number)]
      let step = length / 4 + Int(draw.uniform(below: UInt64(length / 2 + 1)))
      let noise = Self.noise(length, dependence, &draw)
      let values = noise.enumerated().map { place, noise in
        switch truth {
        case .level: noise
        case .step(let size): noise + (place >= step ? size : 0)
        case .drift(let rise): noise + rise * Double(place) / Double(length - 1)
        }
      }
      switch LevelShifts().course(of: values) {
      case .steps(let places, _):
        row.steps += 1
        row.near += places.contains { abs($0 - step) <= 3 } ? 1 : 0
      case .drift: row.drift += 1
      case .level, .tooShort: break
      }
    }
    for share in [\Row.steps, \Row.near, \Row.drift] { row[keyPath: share] /= Double(series) }
    return row
  }

  /// Returns noise with standard deviation one; each number keeps a proportion of the one before.
  private static func noise(_ length: Int, _ dependence: Double, _ draw: inout Draw) -> [Double] {
    let fresh = (1 - dependence * dependence).squareRoot()
    var last = Normal.standard.sample(using: &draw)
    return (0..<length).map { place in
      if place > 0 { last = dependence * last + fresh * Normal.standard.sample(using: &draw) }
      return last
    }
  }
}

/// A measurement of the cost of evaluating the home tab's sections as address books grow.
public struct SectionBenchmark: Sendable {
  public var sizes = [500, 5_000, 10_000, 50_000, 100_000]
  /// The number of evaluations of each book.
  public var rounds = 1_000

  public init() {}

  /// The history of the book, which determines the cost of the search for the newest contacts.
  public enum Book: String, CaseIterable, Sendable {
    /// The contacts of one year, in random order.
    case grown = "a book of a year"
    /// The first import: all contacts are new, at one instant.
    case imported = "a book just imported"
    /// All contacts are new, and each newer than the one before: the worst case.
    case ascending = "every contact newer than the last"
  }

  /// One row of the table; times are milliseconds.
  public struct Row: Encodable, Sendable {
    public let contacts: Int
    public let book: String
    public let samples: Int
    public let median: Double
    public let ninetyNinth: Double
    public let most: Double
  }

  /// Measures books of `size` contacts.
  public func measure(_ size: Int) -> [Row] {
    Book.allCases.map { row(size, $0) }
  }

  private func row(_ size: Int, _ book: Book) -> Row {
    let contacts = Self.contacts(size, book)
    let matters = Self.matters(size)
    let shelf = SectionShelf()
    let clock = ContinuousClock()
    var items = 0
    let samples = (0..<rounds).map { round in
      let now = Self.now + .seconds(Int64(round))
      let elapsed = clock.measure {
        let evaluation = HomePolicy.rin.evaluate(
          contacts.span, matters, shelf: shelf, at: now, zone: .utc)
        items &+=
          SectionLayout(evaluation).visible.count
          &+ HomePolicy.rin.badgeCount(of: evaluation.contents)
      }
      return Double(elapsed.components.seconds) * 1e3
        + Double(elapsed.components.attoseconds) / 1e15
    }.sorted()
    precondition(items > 0)
    return Row(
      contacts: size, book: book.rawValue, samples: rounds, median: samples[rounds / 2],
      ninetyNinth: samples[rounds * 99 / 100], most: samples[rounds - 1])
  }

  private static let now = Instant(milliseconds: 1_767_268_800_000)

  private static func contacts(_ size: Int, _ book: Book) -> [SectionContact] {
    let stream = RandomStream(key: 7)
    return (0..<size).map { place in
      var draws = stream[UInt64(place)]
      let age: Interval =
        switch book {
        case .grown: .minutes(Int64(Int.random(in: 0..<525_600, using: &draws)))
        case .imported: .hours(1)
        case .ascending: .seconds(Int64(size - place))
        }
      var contact = SectionContact(
        addedAt: now - age, isReachable: Int.random(in: 0..<50, using: &draws) > 0,
        birthday: Int.random(in: 0..<3, using: &draws) > 0
          ? .none
          : YearDay(
            month: 1 + Int.random(in: 0..<12, using: &draws),
            day: 1 + Int.random(in: 0..<28, using: &draws)) ?? .none)
      if Int.random(in: 0..<20, using: &draws) == 0 {
        contact.receive(
          fields: 2, from: .network, at: now - .hours(Int64(Int.random(in: 0..<99, using: &draws))))
      }
      return contact
    }
  }

  /// Returns two suggestions and a reminder for every hundred contacts, and a changed score.
  private static func matters(_ size: Int) -> SectionMatters {
    var matters = SectionMatters()
    matters.conflicts = 1
    matters.suggestions = (0..<size / 50).map {
      MergeSuggestion(confidence: 0.70 + Double($0 % 25) / 100)
    }
    matters.reminders = (0..<size / 100).map {
      Reminder(due: now + .hours(Int64($0 % 999)), text: "Follow up")
    }
    matters.score = ScoreWatch(score: 69)
    matters.score?.receive(72, at: now)
    return matters
  }
}
