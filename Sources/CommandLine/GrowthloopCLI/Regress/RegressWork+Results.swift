import JSON
import Regressions

extension RegressWork {
  /// Measures this build once, as the result of that kind was measured, and compares both.
  func compareAnew(
    with baseline: Baseline, of kind: PlanKind, _ words: [String]
  ) throws -> ComparedBuilds? {
    guard case .result(let before) = baseline else {
      preconditionFailure("only a result is compared anew")
    }
    guard before.kind == kind else { throw unlike(before) }
    console.show(progress: "this build is measured once")
    return try ownTool().results(of: words + options.changeWords, until: interrupt) {
      try compare(before, $0)
    }
  }

  func compare(_ before: ResultFiles, _ after: ResultFiles) throws -> ComparedBuilds {
    guard let kind = before.kind, kind == after.kind else { throw unlike(before) }
    if kind == .growth { return try growthReport(before, after) }
    let pair = ResultPair(kind: kind, before: before, after: after)
    let figures = try pair.figures()
    let choice = options.figures
    try choice.require(in: figures)
    let seed = after.run["seed"]?.amount.flatMap { UInt64(exactly: $0) } ?? 1
    let outcome = RegressionOutcome(figures, tolerance: options.timeTolerance, seed: seed) {
      choice.includes($0, among: figures)
    }
    let differences = pair.differences
    return .times(
      RegressReport(
        command: options.command, title: after.run["title"]?.word ?? "Two results", kind: kind,
        seed: seed, baseline: before.name, candidate: after.name, method: pair.method,
        outcome: outcome, rounds: 1, roundsWanted: 1, notes: differences,
        isComparable: differences.isEmpty))
  }

  func unlike(_ files: ResultFiles) -> UnfitInput {
    UnfitInput(
      description: "'\(files.name)' is no result of the same kind: it holds "
        + "\(files.kind.map { "a \($0.rawValue) run" } ?? "nothing that can be compared")")
  }
}
