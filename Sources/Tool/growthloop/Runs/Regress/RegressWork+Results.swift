import GrowthloopFindings
import GrowthloopReports

extension RegressWork {
  /// Measures this build once, as the result of that kind was measured, and compares both.
  func compareAnew(
    with baseline: Baseline, of plan: String, _ words: [String]
  ) throws -> RegressFindings? {
    guard case .result(let before) = baseline else {
      preconditionFailure("only a result is compared anew")
    }
    guard before.comparison?.word == plan else { throw unlike(before) }
    console.show(progress: "this build is measured once")
    return try ownTool().results(of: words + request.changeWords, until: interrupt) {
      try compare(before, $0)
    }
  }

  func compare(_ before: MeasuredFolder, _ after: MeasuredFolder) throws -> RegressFindings {
    guard let kind = before.comparison, kind.word == after.comparison?.word else {
      throw unlike(before)
    }
    return try kind.compareResults(self, before, after)
  }

  /// Compares the figures of two results of separate measurements.
  func compare(
    _ pair: MeasuredPair, of plan: String, _ figures: [FigureRounds], _ remark: String
  ) throws -> RegressFindings {
    let choice = request.figures
    try choice.require(in: figures)
    let seed = pair.after.run.seed ?? 1
    let outcome = RegressionOutcome(figures, tolerance: request.timeTolerance, seed: seed) {
      choice.includes($0, among: figures)
    }
    var times = RegressFindings.Times()
    times.seed = seed
    times.method = "\(MeasuredPair.method)\(remark)"
    (times.rounds, times.roundsWanted) = (1, 1)
    times.notes = pair.differences
    times.reason = times.notes.isEmpty ? nil : .notComparable
    return RegressFindings(
      outcome, times, of: plan, title: pair.after.run.title ?? "Two results", pair.before.name,
      pair.after.name, command: request.command)
  }

  func unlike(_ files: MeasuredFolder) -> UnfitInput {
    UnfitInput(
      description: "'\(files.name)' is not a result of the same kind: it holds "
        + "\(files.comparison.map { "a \($0.word) run" } ?? "nothing that can be compared")")
  }
}
