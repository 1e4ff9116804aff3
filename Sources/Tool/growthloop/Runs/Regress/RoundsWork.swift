import GrowthloopStudies
import Statistics
import GrowthloopReports

/// Runs of two builds in turn, round after round, with progress.
struct RoundsWork {
  let console: any Console
  let rounds: Int
  let order: Interleaving
  let interrupt: Interrupt
  /// The judged figures; an unknown name is an error after the first round.
  let judged: FigureChoice

  /// Measures both builds in every round, until an interrupt.
  ///
  /// `measure` receives a build and the progress, and returns `nil` for an aborted run.
  func run(_ measure: (Build, String) throws -> Reading?) throws -> RoundsOutcome {
    var outcome = RoundsOutcome(wanted: rounds)
    let start = ContinuousClock.now
    for round in 0..<rounds {
      var readings: [Build: Reading] = [:]
      for build in order.order(inRound: round) {
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        let progress = line(round, build, after: elapsed)
        console.show(progress: progress)
        guard !interrupt.isSet, let reading = try measure(build, progress) else { return outcome }
        readings[build] = reading
      }
      if let baseline = readings[.baseline], let candidate = readings[.candidate] {
        outcome.record(baseline, candidate)
        try judged.require(in: outcome.figures)
      }
    }
    return outcome
  }

  private func line(_ round: Int, _ build: Build, after seconds: Double) -> String {
    let left = round > 0 ? seconds / Double(round) * Double(rounds - round) : nil
    return "round \(round + 1) of \(rounds), \(build.rawValue)"
      + (left.map { ", \(NumberText.time($0)) left" } ?? "")
  }
}

/// The results of the rounds that both builds finished.
struct RoundsOutcome {
  let wanted: Int
  private(set) var finished = 0
  private(set) var figures: [FigureRounds] = []
  /// The number of runs in which the generator was the bottleneck, and the reasons in the last of
  /// them.
  private(set) var limitedRuns = 0
  private(set) var lastDoubts: [String] = []

  init(wanted: Int) {
    self.wanted = wanted
  }

  var isPartial: Bool { finished < wanted }
  /// Whether the generator was the bottleneck in most runs.
  var isLimited: Bool { limitedRuns > finished }

  /// Adds a round; a figure that is missing in any run is dropped.
  mutating func record(_ baseline: Reading, _ candidate: Reading) {
    let before = Dictionary(baseline.figures.map { ($0.name, $0.value) }) { first, _ in first }
    let after = Dictionary(candidate.figures.map { ($0.name, $0.value) }) { first, _ in first }
    if finished == 0 {
      figures = baseline.figures.map { FigureRounds($0.name, unit: $0.unit) }
    }
    figures = figures.compactMap { figure in
      guard let base = before[figure.name], let other = after[figure.name] else { return nil }
      var figure = figure
      figure.baseline.append(base)
      figure.candidate.append(other)
      return figure
    }
    for reading in [baseline, candidate] where !reading.doubts.isEmpty {
      limitedRuns += 1
      lastDoubts = reading.doubts
    }
    finished += 1
  }
}
