import GrowthloopFindings
import GrowthloopStudies
import GrowthloopPlans
import Statistics
import GrowthloopReports

/// The required width of an interval, from the command line or else from the scenario.
struct PrecisionChoice {
  static let until = CommandOption(
    "--until", "METRIC=W",
    "ends as soon as the interval of that metric is no wider than ± W, such as k.cohort=0.01, or =2% of "
      + "the mean, after at least ten replications (default: the scenario's precision)",
    shapesResult: true, completion: .keys { Metric.all.map(\.key) })

  let stop: Study.Stop?
  /// Whether the command line requests it.
  let isAsked: Bool

  init(_ arguments: Arguments, of choice: ChosenScenario) throws {
    if let text = try arguments.one(Self.until) {
      stop = try Self.stop(text)
      isAsked = true
    } else {
      stop = try choice.scenario.precision.map { try Self.stop($0, of: choice.setup.name) }
      isAsked = false
    }
  }

  private static func stop(_ precision: Precision, of scenario: String) throws -> Study.Stop {
    guard let metric = Metric.named(precision.metric) else {
      let near = Suggestion.phrase(for: precision.metric, among: Metric.all.map(\.key))
      throw DiagnosticList([
        Diagnostic(
          .error, "unknown metric '\(precision.metric)' in 'precision.metric'\(near)",
          at: SourceText(argument: scenario).range(0..<0))
      ])
    }
    switch precision.width {
    case .halfWidth(let width): return .init(metric: metric.key, target: .halfWidth(width))
    case .share(let share): return .init(metric: metric.key, target: .relativeHalfWidth(share))
    }
  }

  /// Reads METRIC=W, where W is a number or a proportion of the mean.
  private static func stop(_ text: String) throws -> Study.Stop {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw UsageError(
        description: "'--until \(text)' must be METRIC=WIDTH, such as k.cohort=0.01 or k.cohort=2%")
    }
    let metric = try Metric.known(String(parts[0]))
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
