import Experiments
import Regressions
import Statistics

extension RegressReport {
  /// The report as a terminal or a page shows it.
  func text(isMarkdown: Bool = false) -> String {
    let table = figureTable
    let parts = [
      (isMarkdown ? "# " : "") + title + "\n",
      "\(candidate) against \(baseline)\n\(Machine.description), \(Machine.build) build; seed "
        + "\(seed)\n\(method)\n",
      isMarkdown ? table.markdown : table.text,
      explanation,
      notes.isEmpty ? nil : notes.map { "\($0)\n" }.joined(),
      isPartial
        ? "PARTIAL: interrupted after \(rounds) of \(roundsWanted) rounds.\n" : nil,
      verdict,
    ]
    return parts.compactMap(\.self).joined(separator: "\n")
  }

  /// All quantiles of all that was measured, and whatever is judged.
  private var shown: [FigureComparison] {
    outcome.comparisons.filter { $0.call != nil || !$0.figure.name.contains(" ") }
  }

  private var figureTable: ReportTable {
    ReportTable(
      header: [
        "figure", "baseline", "candidate", "ratio", "interval", "seen from", "Mann–Whitney", "",
      ],
      rows: shown.map { comparison in
        let figure = comparison.figure
        func time(_ value: Double?) -> String {
          value.map { "\(NumberText.significant($0)) \(figure.unit)" } ?? "–"
        }
        let ratio = comparison.estimate?.ratio
        return [
          figure.name, time(figure.medians.baseline), time(figure.medians.candidate),
          ratio.map { NumberText.decimal($0.value, 3) } ?? "–",
          ratio.map { "\(NumberText.decimal($0.low, 3)) to \(NumberText.decimal($0.high, 3))" }
            ?? "too few runs",
          comparison.smallestVisible.map { "+\(NumberText.percent($0))" } ?? "–",
          comparison.estimate.map { "p \(NumberText.decimal($0.secondOpinion, 3))" } ?? "–",
          comparison.call.map(Self.words) ?? "told",
        ]
      })
  }

  private var explanation: String {
    let judged = outcome.comparisons.count { $0.call != nil }
    let together =
      judged > 1 ? "; the intervals of the \(judged) judged figures hold it together" : ""
    return """
      Times are medians of the runs. The ratio is candidate to baseline, its interval
      \(NumberText.decimal(outcome.confidence * 100, 0))%\(together). A call needs all of it on one \
      side of +\(NumberText.percent(outcome.tolerance.share)). 'Seen from' is the
      least slowing that would have been called in four of five such comparisons.

      """
  }

  private var verdict: String {
    let tolerance = "+\(NumberText.percent(outcome.tolerance.share))"
    return switch call {
    case .worse: "REGRESSION: slower than the tolerance of \(tolerance).\n"
    case .better: "FASTER, and by more than the tolerance of \(tolerance).\n"
    case .noDifference: "NO REGRESSION: no slowing beyond \(tolerance).\n"
    case .undecided where !isComparable: "NOT DECIDED: these figures do not compare.\n"
    case .undecided where isLimited && outcome.call == .noDifference:
      "NOT DECIDED: the generator was the bottleneck, and may hide a difference. A lower rate or a "
        + "quieter machine helps.\n"
    case .undecided:
      "NOT DECIDED: luck leaves both open. More rounds narrow the interval, twice as much by "
        + "four times as many; or name a greater --tolerance.\n"
    }
  }

  static func words(_ call: RegressionCall) -> String {
    switch call {
    case .worse: "slower"
    case .better: "faster"
    case .noDifference, .undecided: call.rawValue
    }
  }
}
