import Gates
import LoadGenerator
import LoadTrials
import Verdicts

extension LoadReport {
  /// The gates of a run by itself, as continuous integration reads them.
  ///
  /// A plan of gates has one such file for all its stages, and says in it what undecided gates are.
  var junit: (name: String, text: String) {
    let stage = StageResult(
      kind: "load", name: title, folder: nil, title: title, seconds: record.elapsed / .seconds(1),
      note: note, gates: gates, ending: ending)
    let run = RunVerdict(
      command: repetition.alone.text(), title: title, question: scenario.question, stages: [stage])
    return ("junit.xml", JUnitReport(of: run).text)
  }

  /// A run without gates that ends with 2 has nothing else to show it.
  private var ending: StageResult.Ending {
    if isPartial { return .interrupted }
    return gates.isEmpty && outcome.verdict == .undecided ? .empty : .complete
  }
}
