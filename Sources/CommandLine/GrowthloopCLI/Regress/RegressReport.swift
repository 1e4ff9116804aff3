import Experiments
import Regressions
import Statistics

/// What a comparison of times came to, for people and for programs.
struct RegressReport {
  let command: String
  let title: String
  let kind: PlanKind
  let seed: UInt64
  let baseline: String
  let candidate: String
  /// What was done to both, in a sentence.
  let method: String
  let outcome: RegressionOutcome
  let rounds: Int
  let roundsWanted: Int
  /// What must be known beside the figures.
  var notes: [String] = []
  /// Whether the figures of both may be held against each other at all.
  var isComparable = true
  /// Whether what both builds took was for the most part the generator's own: a difference that shows
  /// nevertheless is one, but one that does not may be hidden.
  var isLimited = false

  var isPartial: Bool { rounds < roundsWanted }
  var call: RegressionCall {
    if !isComparable || isLimited && outcome.call == .noDifference { return .undecided }
    return outcome.call
  }

  var exitCode: ExitCode { isPartial ? .interrupted : ExitCode(of: call) }

  func files() throws -> [(name: String, text: String)] {
    [("run.json", try json()), ("summary.md", text(isMarkdown: true)), ("rounds.csv", csv)]
  }

  /// A row for each round and figure.
  private var csv: String {
    var csv = CSV(["figure", "unit", "run", "baseline", "candidate"])
    for figure in outcome.comparisons.map(\.figure) {
      for run in 0..<max(figure.baseline.count, figure.candidate.count) {
        func cell(_ values: [Double]) -> String { CSV.cell(run < values.count ? values[run] : nil) }
        csv.add(
          [figure.name, figure.unit, "\(run)", cell(figure.baseline), cell(figure.candidate)])
      }
    }
    return csv.description
  }
}

extension RegressReport: Encodable {
  private enum Key: String, CodingKey {
    case kind, planKind, command, title, seed, baseline, candidate, machine, build, method, rounds
    case roundsWanted, partial, tolerance, confidence, verdict, notes, figures
  }

  private struct Figure: Encodable {
    let name, unit: String
    let judged: Bool
    let baseline, candidate: Double?
    let baselineRuns, candidateRuns: [Double]
    let ratio, low, high, confidence, secondOpinion, smallestVisible: Double?
    let call: RegressionCall?

    init(_ comparison: FigureComparison) {
      name = comparison.figure.name
      unit = comparison.figure.unit
      judged = comparison.call != nil
      baseline = comparison.figure.medians.baseline
      candidate = comparison.figure.medians.candidate
      baselineRuns = comparison.figure.baseline
      candidateRuns = comparison.figure.candidate
      let estimate = comparison.estimate
      ratio = estimate?.ratio.value
      low = estimate?.ratio.low
      high = estimate?.ratio.high
      confidence = estimate?.ratio.confidence
      secondOpinion = estimate?.secondOpinion
      smallestVisible = comparison.smallestVisible
      call = comparison.call
    }
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode("regress", forKey: .kind)
    try fields.encode(kind, forKey: .planKind)
    try fields.encode(command, forKey: .command)
    try fields.encode(title, forKey: .title)
    try fields.encode(seed, forKey: .seed)
    try fields.encode(baseline, forKey: .baseline)
    try fields.encode(candidate, forKey: .candidate)
    try fields.encode(Machine.description, forKey: .machine)
    try fields.encode(Machine.build, forKey: .build)
    try fields.encode(method, forKey: .method)
    try fields.encode(rounds, forKey: .rounds)
    try fields.encode(roundsWanted, forKey: .roundsWanted)
    try fields.encode(isPartial, forKey: .partial)
    try fields.encode(outcome.tolerance.share, forKey: .tolerance)
    try fields.encode(outcome.confidence, forKey: .confidence)
    try fields.encode(call, forKey: .verdict)
    try fields.encode(notes, forKey: .notes)
    try fields.encode(outcome.comparisons.map(Figure.init), forKey: .figures)
  }
}

extension ExitCode {
  /// What a caller is told of a comparison.
  init(of call: RegressionCall) {
    self =
      switch call {
      case .worse: .gateMissed
      case .undecided: .gateUndecided
      case .better, .noDifference: .success
      }
  }
}
