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
