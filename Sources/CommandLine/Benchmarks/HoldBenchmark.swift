/// The HOLD model on all candidates, at several numbers of pending events and mixes of increments.
public struct HoldBenchmark: Sendable {
  public var candidates = HoldCandidate.all
  public var sizes = [1_000, 100_000, 1_000_000, 10_000_000]
  public var mixes = IncrementMix.allCases
  /// Every candidate is timed once in each round, so that a noisy spell meets all of them.
  public var rounds = 5
  public var holdsPerRound = 1_000_000
  /// Above so many pending events only the exponential mix is measured.
  public var mostPendingOfAllMixes = 1_000_000
  /// Whether the candidates' own limits are passed over.
  public var ignoresLimits = false
  /// Up to so many pending events SimPy runs beside, in the first mix; 0 leaves it out.
  public var mostPendingOfSimPy = 100_000
  public var holdsOfSimPy = 200_000

  public init() {}

  /// One line of the table.
  public struct Row: Encodable, Sendable {
    public let mix: String
    public let pending: Int
    public let candidate: String
    /// `nil` where it could not be measured.
    public let figures: Figures?
    /// Why not.
    public let note: String?
  }

  public struct Figures: Encodable, Sendable {
    /// The median over the rounds.
    public let eventsPerSecond: Double
    /// This candidate's speed by that of the C++ windows in the same round; the median.
    public let toYardstick: Double
    public let bytesPerPendingEvent: Double
    /// Whether it took the same events at the same ticks in the same order as the C++ windows.
    public let agrees: Bool
  }

  /// Measures one mix at one size after another; `report` gets the rows as they come.
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
    // The yardstick is the first of every round.
    let contenders = [yardstick] + present
    let runs = contenders.map { $0.start(workload) }
    // As many holds as events are pending pass one mean increment: every event moved about once.
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

  /// SimPy on the same work right after the others: rounds of a second process would be no closer.
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
