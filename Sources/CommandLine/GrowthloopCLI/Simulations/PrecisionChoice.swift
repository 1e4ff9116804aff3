import Diagnostics
import Experiments
import Scenarios
import Statistics

/// How narrow an interval is wanted, by the command line or else by the scenario.
struct PrecisionChoice {
  static let options = ["--until"]

  static let help = """
      --until METRIC=W      ends as soon as the interval of that metric is no wider than ± W (such as
                            k.cohort=0.01, or =2% of the mean), after ten replications at the least;
                            the scenario's precision if not said
    """

  let stop: Study.Stop?
  /// The words by which the command line asks for it.
  let words: [String]

  init(_ arguments: Arguments, of choice: ChosenScenario) throws {
    if let text = try arguments.one("--until") {
      stop = try Self.stop(text)
      words = ["--until", text]
    } else {
      stop = try choice.scenario.precision.map { try Self.stop($0, of: choice.setup.name) }
      words = []
    }
  }

  private static func stop(_ precision: Precision, of scenario: String) throws -> Study.Stop {
    guard let metric = Metric.named(precision.metric) else {
      let near = Suggestion.phrase(for: precision.metric, among: Metric.all.map(\.key))
      throw DiagnosticList([
        Diagnostic(
          .error, "'precision.metric' is no metric: '\(precision.metric)'\(near)",
          at: SourceText(argument: scenario).range(0..<0))
      ])
    }
    switch precision.width {
    case .halfWidth(let width): return .init(metric: metric.key, target: .halfWidth(width))
    case .share(let share): return .init(metric: metric.key, target: .relativeHalfWidth(share))
    }
  }

  /// Reads METRIC=W, where W is a number or a share of the mean.
  private static func stop(_ text: String) throws -> Study.Stop {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw UsageError(
        description: "'--until \(text)' must be METRIC=WIDTH, such as k.cohort=0.01 or k.cohort=2%")
    }
    let metric = try RunOptions.metric(String(parts[0]))
    let isShare = parts[1].hasSuffix("%")
    guard let width = Double(isShare ? parts[1].dropLast() : parts[1]), width > 0, width.isFinite
    else {
      throw UsageError(
        description: "'--until \(text)' must name half a width above 0, such as 0.01 or 2%")
    }
    return Study.Stop(
      metric: metric.key, target: isShare ? .relativeHalfWidth(width / 100) : .halfWidth(width))
  }
}
