import GrowthloopFindings
import GrowthloopModel
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import Statistics
import Vocabulary

/// The landing page as a load run measured it, for a comparison with a page that comes at once.
struct LandingChoice {
  static let option = CommandOption(
    "--landing", "DIR",
    "the folder of a load run: what the times of its landing page cost in newcomers, beside a page "
      + "that comes at once (recipients.landing)", shapesResult: true, completion: .folder)

  private let run: String
  private let request: RequestFigures
  private let times: HDRHistogram

  /// Reads the run that the command line names; `nil` without one.
  ///
  /// - Throws: `UsageError` for a run of another kind, or one without good times of a landing page.
  init?(_ arguments: Arguments, on console: any Console) throws {
    guard let path = try arguments.one(Self.option) else { return nil }
    let file = "/run.json"
    run = path.hasSuffix(file) ? String(path.dropLast(file.count)) : path
    let folder = ResultFolder(path: run).files
    let kind = try folder.head().kind ?? "another version"
    guard kind == LoadFindings.kind else {
      throw UsageError(
        description:
          "'\(run)' has a run of '\(kind)': '\(Self.option)' takes one of 'growthloop load'")
    }
    let findings: LoadFindings = try folder.findings()
    let named = findings.kinds.first { $0.name == Self.landing }
    guard let request = named ?? (findings.kinds.count == 1 ? findings.kinds.first : nil) else {
      let others = findings.kinds.map(\.name).joined(separator: ", ")
      throw UsageError(
        description:
          "'\(run)' has no request called '\(Self.landing)', and several others (\(others)): "
          + "measure the landing page alone, or call it so")
    }
    guard let times = request.histograms?.response, !times.isEmpty else {
      throw UsageError(
        description: "'\(run)' has no latencies: no \(request.name) was answered")
    }
    let (errors, planned) = (request.counts.errors, request.counts.planned)
    guard errors * 2 < planned else {
      throw UsageError(
        description:
          "\(errors) of \(planned) requests of '\(run)' got no good answer, so their times are not those of "
          + "a landing page: 'growthloop report \(run)' says why")
    }
    if !findings.valid || findings.isPartial {
      console.complain(
        "warning: the times of '\(run)' are in doubt: "
          + (findings.isPartial
            ? "the run was interrupted" : findings.because.joined(separator: "; ")))
    }
    self.request = request
    self.times = times
  }

  private static let landing = "landingTap"
  private static let key = "recipients.landing"

  /// Returns the scenario with a page that comes at once, and with the measured one: at its own loss by
  /// the second, and at both ends of the range of that.
  func scenarios(
    of file: String, changed changes: [ScenarioOverride], on console: any Console
  ) throws -> (base: ChosenScenario, variants: [ChosenScenario], found: LandingFound) {
    func scenario(_ own: [(String, String)], _ name: String, isQuiet: Bool) throws -> ChosenScenario
    {
      try ChosenScenario(
        named: file,
        changed: changes.overlaid(
          by: own.map { ScenarioOverride($0.0, to: $0.1, option: Self.option.name) }),
        called: name, on: console, quietly: isQuiet)
    }
    let asked = try scenario([("\(Self.key).time", "0s")], file, isQuiet: true)
    let wait = asked.scenario.behaviour.recipients.landing ?? LandingWait()
    let base = try scenario(
      [("\(Self.key).time", ValueText.spelt(wait.known))], file, isQuiet: false)
    let second = asked.setup.parameters.first { $0.name == "\(Self.key).lossPerSecond" }
    let losses =
      [wait.lossPerSecond]
      + [second?.range?.low, second?.range?.high].compactMap { $0.flatMap(Double.init) }
    let variants = try losses.map { loss in
      let text = NumberText.percent(loss)
      return try scenario(
        [
          ("\(Self.key).time", ValueText.spelt(time(losing: loss))),
          ("\(Self.key).lossPerSecond", "\(loss)"),
        ], "landing page of \(run), \(text) a second", isQuiet: true)
    }
    return (
      base, variants,
      LandingFound(
        run: run, request: request.name, p50: request.response["p50"], p90: request.response["p90"],
        p99: request.response["p99"], losses: losses,
        range: LandingRange(second) { loss in
          let further = time(losing: loss) - wait.known
          return 1 - LandingWait.kept(of: Double(further.milliseconds), losing: loss)
        })
    )
  }

  /// Returns the one time that costs as many installs as all measured ones together.
  private func time(losing loss: Double) -> Interval {
    let longest = Interval.minutes(1)
    var kept = 0.0
    for bucket in times.buckets {
      let milliseconds = min(Double(bucket.median) / 1e6, Double(longest.milliseconds))
      kept += Double(bucket.count) * LandingWait.kept(of: milliseconds, losing: loss)
    }
    return Interval(
      milliseconds: Int64(
        LandingWait.wait(keeping: kept / Double(times.totalCount), losing: loss).rounded()))
  }
}
