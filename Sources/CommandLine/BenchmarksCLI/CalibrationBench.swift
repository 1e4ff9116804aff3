import Benchmarks
import Calibration
import JSON
import SimulationKernel
import Statistics
import Terminal
import TextLayout

/// `growthloop-bench calibration`: calibrations of data whose truth is known.
enum CalibrationBench: RunnableCommand {
  static let name = "calibration"
  static let summary = "calibrations of data whose truth is known: ranks, coverage and verdicts"
  static let manual = Manual(
    "calibration [options]",
    about: """
      Draws truths for the eight parameters of a branching funnel, simulates the data of each, calibrates
      the parameters to them with 2,000 runs, and ranks every truth, and its likelihood, among the draws.
      It gives 1 where the ranks of a quantity are not even (chi-square of 20 bins, 1% over the family),
      where its 95% intervals hold too often or too seldom, where draws planted at nine tenths of their
      width are not caught, or where of 100 cases that data cannot identify and 100 that they can more than
      three verdicts are wrong. With the default of 1,020 data sets it takes about ten minutes on two cores.
      """,
    options: [
      sets, runs, .seed.meaning("random seed (default: 1)"), .workers,
      .json.meaning("the same as one JSON document"),
    ],
    examples: "growthloop-bench calibration --sets 100")

  private static let sets = CommandOption(
    "--sets", "N", "number of data sets (default: 1,020)")
  private static let runs = CommandOption(
    "--runs", "N", "number of runs of each calibration (default: 2,000)")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    var benchmark = CalibrationBenchmark()
    benchmark.seed = try arguments.seed() ?? 1
    benchmark.runs = try arguments.number(runs, in: 200...100_000) ?? 2_000
    let count = try arguments.number(sets, in: 20...100_000) ?? 1_020
    let workers = Workers(try arguments.workers())
    let clock = ContinuousClock.now
    let ranks = try wait(on: console) { [benchmark] in
      try await benchmark.ranks(of: count, on: workers, width: [1, 0.9])
    }
    let seconds = (ContinuousClock.now - clock) / .seconds(1)
    let seed = benchmark.seed
    let wrong = try wait(on: console) { try await wrongVerdicts(seed: seed) }
    let report = CalibrationReport(
      ranks[0], narrowed: ranks[1], runs: benchmark.runs, seconds: seconds,
      wronglyIdentified: wrong.identified, wronglyNot: wrong.not)
    try console.write(report, asked: arguments)
    return report.isKept ? .success : .gateMissed
  }

  private static func wait<Outcome: Sendable>(
    on console: any Console, for body: @escaping @Sendable () async throws -> Outcome
  ) throws -> Outcome {
    try console.wait(showing: { "calibrating, \(Int($0 / .seconds(1))) s" }, for: body)
  }

  private static func wrongVerdicts(seed: UInt64) async throws -> (identified: Int, not: Int) {
    var planted = PlantedVerdicts()
    planted.seed = seed
    var (identified, not) = (0, 0)
    for number in 0..<100 {
      let (kind, blank) = try await planted.verdicts(number, identified: false)
      // The first parameter of an idle pair is identified, the second is not.
      let unknown = kind == .idle ? Array(blank.dropFirst()) : blank
      if unknown.contains(.identified) { identified += 1 }
      let (_, known) = try await planted.verdicts(number, identified: true)
      if known.contains(where: { $0 != .identified }) { not += 1 }
    }
    return (identified, not)
  }
}

/// Ranks of truths, and wrong verdicts.
struct CalibrationReport: Encodable, CustomStringConvertible {
  struct Quantity: Encodable {
    let name: String
    let chiSquare: Double
    let covered: Int
    let narrowedChiSquare: Double
  }

  let sets: Int
  let runs: Int
  let secondsPerSet: Double
  let quantities: [Quantity]
  let chiSquareLimit: Double
  let leastCovered: Int
  let mostCovered: Int
  let areEven: Bool
  let isNarrownessCaught: Bool
  let wronglyIdentified: Int
  let wronglyNotIdentified: Int

  init(
    _ ranks: TruthRanks, narrowed: TruthRanks, runs: Int, seconds: Double, wronglyIdentified: Int,
    wronglyNot: Int
  ) {
    sets = ranks.count
    self.runs = runs
    secondsPerSet = seconds / Double(max(1, ranks.count))
    let family = ranks.names.count
    quantities = ranks.names.enumerated().map { place, name in
      Quantity(
        name: name, chiSquare: ranks.chiSquare(of: place),
        covered: ranks.coverage(of: place).successes,
        narrowedChiSquare: narrowed.chiSquare(of: place))
    }
    chiSquareLimit = TruthRanks.limit(ofChiSquare: 0.01, family: family)
    let accepted = TruthRanks.acceptedCoverage(of: ranks.count, level: 0.01, family: family)
    (leastCovered, mostCovered) = (accepted.lowerBound, accepted.upperBound)
    areEven = ranks.areEven()
    isNarrownessCaught = narrowed.betrayNarrowness()
    self.wronglyIdentified = wronglyIdentified
    wronglyNotIdentified = wronglyNot
  }

  /// Whether everything holds; narrowness shows only in about a thousand data sets.
  var isKept: Bool {
    areEven && (isNarrownessCaught || sets < 1_000) && wronglyIdentified <= 3
      && wronglyNotIdentified <= 3
  }

  var description: String {
    let table = TextTable(
      header: ["quantity", "chi-square", "95% intervals that hold", "chi-square, .9 as wide"],
      rows: quantities.map { row in
        [
          row.name, row.chiSquare.text(decimals: 1), "\(row.covered) of \(sets)",
          row.narrowedChiSquare.text(decimals: 1),
        ]
      })
    return """
      \(table)
      \(sets) data sets of \(runs) runs, \(secondsPerSet.text(decimals: 2)) s each: ranks and intervals \
      \(areEven ? "are right" : "are NOT right") (chi-square up to \(chiSquareLimit.text(decimals: 1)), \
      \(leastCovered) to \(mostCovered) intervals); posteriors nine tenths as wide \
      \(isNarrownessCaught ? "are caught" : "are NOT caught").
      Of 100 planted cases that data cannot identify \(wronglyIdentified) were called identified, and of 100 \
      that they can \(wronglyNotIdentified) were not.

      """
  }
}
