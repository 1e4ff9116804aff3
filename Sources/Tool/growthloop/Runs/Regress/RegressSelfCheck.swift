import GrowthloopStudies
import GrowthloopFindings
import GrowthloopTransport
import GrowthloopLoadGenerator
package import GrowthloopReports
import Statistics
import Vocabulary

/// A check of comparisons on this machine.
///
/// It counts how often two equal builds are called different, and adds a delay of a tenth.
package struct RegressSelfCheck: Encodable {
  let machine = Machine.description
  let build = Machine.build
  let tolerance: Double
  /// The number of comparisons of this build with itself, each of `rounds` rounds.
  let trials: Int
  let trialsWanted: Int
  let rounds: Int
  let calledDifferent: Int
  /// The number of these whose interval excludes a ratio of one, whatever the tolerance.
  let intervalsBesideOne: Int
  let undecided: Int
  let planted: Planted?

  /// The service of this build compared with itself with a slower handler.
  struct Planted: Encodable {
    let rounds: Int
    let medianMilliseconds: Double
    let delayMilliseconds: Double
    let ratio, low, high: Double?
    let call: RegressionCall
  }

  private static let trialRounds = 8
  private static let plantedRounds = 24
  private static let median = FigureChoice(names: ["p50"])
  private static let tolerance = Tolerance(0.05)

  /// Returns the load on the services: the mix of all requests by users of links.
  private static func scenario(runsFor length: Interval) -> LoadScenario {
    var scenario = LoadScenario()
    scenario.gates = []
    scenario.title = "Self-check of regress"
    scenario.length = length
    scenario.warmUp = .milliseconds(100)
    scenario.links.count = 500
    scenario.limits.connections = 64
    return scenario
  }

  package static func run(trials: Int, on console: any Console) throws -> RegressSelfCheck {
    try Interrupt.watching(console) { interrupt in
      try RegressSelfCheck(trials: trials, on: console, until: interrupt)
    }
  }

  private init(trials: Int, on console: any Console, until interrupt: Interrupt) throws {
    tolerance = Self.tolerance.share
    trialsWanted = trials
    rounds = Self.trialRounds
    // The shorter of the two first, so that problems show early.
    planted = try Self.plant(on: console, until: interrupt)
    var comparisons: [FigureComparison] = []
    let loads = try BuildLoads(
      Self.scenario(runsFor: .milliseconds(300)), in: nil, on: console, until: interrupt)
    let tool = try GrowthloopTool(at: console.tool, called: "this build")
    let start = ContinuousClock.now
    while comparisons.count < trials, !interrupt.isSet {
      let done = Double(comparisons.count)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      let left =
        done > 0 ? ", \(NumberText.time(seconds / done * (Double(trials) - done))) left" : ""
      let work = RoundsWork(
        console: console, rounds: Self.trialRounds,
        order: Interleaving(seed: UInt64(comparisons.count)), interrupt: interrupt,
        judged: Self.median)
      let outcome = try work.run { _, progress in
        try loads.run(tool, "trial \(comparisons.count + 1) of \(trials)\(left), \(progress)")
      }
      if !outcome.isPartial { comparisons.append(Self.compare(outcome)) }
    }
    self.trials = comparisons.count
    calledDifferent = comparisons.count { $0.call == .worse || $0.call == .better }
    undecided = comparisons.count { $0.call == .undecided }
    intervalsBesideOne = comparisons.count { $0.estimate?.ratio.contains(1) == false }
  }

  private static func compare(_ rounds: RoundsOutcome) -> FigureComparison {
    let median = rounds.figures.filter { $0.name == "p50" }
    precondition(median.count == 1, "every run has a median")
    return RegressionOutcome(median, tolerance: tolerance, seed: 1) { _ in true }.comparisons[0]
  }

  /// Compares the service with one whose handler takes a tenth of the median longer.
  private static func plant(
    on console: any Console, until interrupt: Interrupt
  ) throws -> Planted? {
    let scenario = scenario(runsFor: .milliseconds(600))
    let processors = try ThisThread.processors()
    let last = processors.count > 1 ? processors.last : nil
    func run(_ delay: Duration, _ progress: String) throws -> Reading? {
      let service = try InProcessService(
        for: scenario, on: processors.filter { $0 != last }, delayedBy: delay, until: interrupt)
      defer { service.stop() }
      let work = LoadWork(
        console: console, interrupt: interrupt, processor: last, title: "\(progress): ")
      let record = try work.run(scenario.plan(against: service.target, service.links))
      return record.wasCancelled ? nil : Reading(record)
    }
    func work(_ rounds: Int) -> RoundsWork {
      RoundsWork(
        console: console, rounds: rounds, order: Interleaving(seed: 1), interrupt: interrupt,
        judged: median)
    }
    let pilot = try work(3).run { _, progress in try run(.zero, "pilot, \(progress)") }
    guard !pilot.isPartial, let median = compare(pilot).figure.medians.baseline else { return nil }
    let delay = Duration.nanoseconds(Int64(median * 1e6 * 0.1))
    let outcome = try work(plantedRounds).run { build, progress in
      try run(build == .candidate ? delay : .zero, "a tenth more, \(progress)")
    }
    guard !outcome.isPartial else { return nil }
    let comparison = compare(outcome)
    return Planted(
      rounds: plantedRounds, medianMilliseconds: median,
      delayMilliseconds: delay / .milliseconds(1), ratio: comparison.estimate?.ratio.value,
      low: comparison.estimate?.ratio.low, high: comparison.estimate?.ratio.high,
      call: comparison.call ?? .undecided)
  }

  package var exitCode: ExitCode {
    guard let planted, trials == trialsWanted else { return .interrupted }
    let isBelievable = Double(calledDifferent) < 0.05 * Double(trials) && planted.call == .worse
    return isBelievable ? .success : .gateMissed
  }

  package var text: String {
    let share = trials > 0 ? NumberText.percent(Double(calledDifferent) / Double(trials)) : "–"
    var text = """
      \(machine), \(build) build; the median response time, a tolerance of \
      \(NumberText.percent(tolerance))

      This build against itself, a fresh service for each run, \(rounds) rounds a comparison:
        \(calledDifferent) of \(trials) called different (\(share); target: fewer than 5%)
        \(intervalsBesideOne) of \(trials) intervals leave out a ratio of one; \(undecided) comparisons not decided

      """
    if let planted {
      func shown(_ ratio: Double?) -> String { ratio.map { NumberText.decimal($0, 3) } ?? "–" }
      text += """

        This build against itself with a handler that works a tenth of the median longer \
        (\(LoadText.time(planted.delayMilliseconds * 1e6)) on \
        \(LoadText.time(planted.medianMilliseconds * 1e6))), \(planted.rounds) rounds:
          ratio \(shown(planted.ratio)), 95% interval \(shown(planted.low)) to \(shown(planted.high)): \
        \(planted.call.wordOfTimes)

        """
    }
    return text + (exitCode == .interrupted ? "\nPARTIAL: interrupted.\n" : "")
  }
}
