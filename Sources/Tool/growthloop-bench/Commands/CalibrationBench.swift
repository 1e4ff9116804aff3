import GrowthloopFindings
import GrowthloopReports
import GrowthloopStudies
import SimulationKernel
import Statistics

/// `growthloop-bench calibration`: calibrations of data whose truth is known.
enum CalibrationBench: RunnableCommand {
  static let name = "calibration"
  static let summary = "calibrations of data whose truth is known: ranks, coverage and verdicts"
  static let manual = Manual(
    "calibration [options]",
    about: """
      Draws truths for the eight parameters of a branching funnel, simulates the data of each, calibrates
      the parameters to them with 2,000 runs, and ranks every truth, and its likelihood, among the draws.
      The same for eight parameters of the baseline, by one emulator of 2,000 runs that answers all data.
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
    let seed = try arguments.seed() ?? 1
    let runs = try arguments.number(runs, in: 200...100_000) ?? 2_000
    let count = try arguments.number(sets, in: 20...100_000) ?? 1_020
    let workers = Workers(try arguments.workers())
    var whole = CalibrationBenchmark()
    (whole.seed, whole.runs) = (seed, runs)
    var amortised = BaselineCalibration()
    (amortised.seed, amortised.runs) = (seed, runs)
    let funnels = [
      try judged("a branching funnel, all waves anew for each data set", on: console) {
        [whole] in try await whole.ranks(of: count, on: workers, width: [1, 0.9])
      },
      try judged("the baseline, one emulator for all data sets", on: console) {
        [amortised] in try await amortised.ranks(of: count, on: workers, width: [1, 0.9])
      },
    ]
    let wrong = try wait(on: console) { try await wrongVerdicts(seed: seed) }
    let report = CalibrationReport(
      funnels: funnels, runs: runs, wronglyIdentified: wrong.identified,
      wronglyNotIdentified: wrong.not)
    try console.write(report, asked: arguments)
    return report.isKept ? .success : .gateMissed
  }

  private static func judged(
    _ name: String, on console: any Console,
    by ranks: @escaping @Sendable () async throws -> [TruthRanks]
  ) throws -> JudgedFunnel {
    let clock = ContinuousClock.now
    let found = try wait(on: console, for: ranks)
    let seconds = (ContinuousClock.now - clock) / .seconds(1)
    return JudgedFunnel(name, found[0], narrowed: found[1], seconds: seconds)
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
      try Task.checkCancellation()
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

/// Ranks of truths in calibrations of some funnels, and wrong verdicts.
struct CalibrationReport: Encodable, CustomStringConvertible {
  let funnels: [JudgedFunnel]
  let runs: Int
  let wronglyIdentified: Int
  let wronglyNotIdentified: Int

  var isKept: Bool {
    funnels.allSatisfy(\.isKept) && wronglyIdentified <= 3 && wronglyNotIdentified <= 3
  }

  var description: String {
    """
    \(funnels.map(\.description).joined(separator: "\n"))
    Calibrations have \(runs) runs each. Of 100 planted cases that data cannot identify \
    \(wronglyIdentified) were called identified, and of 100 that they can \(wronglyNotIdentified) were not.

    """
  }
}

/// The ranks of truths in calibrations of one funnel.
struct JudgedFunnel: Encodable, CustomStringConvertible {
  struct Quantity: Encodable {
    let name: String
    let chiSquare: Double
    let covered: Int
    let narrowedChiSquare: Double
  }

  let name: String
  let sets: Int
  let secondsPerSet: Double
  let quantities: [Quantity]
  let chiSquareLimit: Double
  let leastCovered: Int
  let mostCovered: Int
  let areEven: Bool
  let isNarrownessCaught: Bool

  init(_ name: String, _ ranks: TruthRanks, narrowed: TruthRanks, seconds: Double) {
    self.name = name
    sets = ranks.count
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
  }

  /// Whether everything holds; narrowness shows only in about a thousand data sets.
  var isKept: Bool { areEven && (isNarrownessCaught || sets < 1_000) }

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
      \(name):
      \(table)
      \(sets) data sets, \(secondsPerSet.text(decimals: 2)) s each: ranks and intervals \
      \(areEven ? "are right" : "are NOT right") (chi-square up to \(chiSquareLimit.text(decimals: 1)), \
      \(leastCovered) to \(mostCovered) intervals); posteriors nine tenths as wide \
      \(isNarrownessCaught ? "are caught" : "are NOT caught").

      """
  }
}

extension Console {
  /// Writes a report in the requested form: JSON or text.
  func write(
    _ report: some Encodable & CustomStringConvertible, asked arguments: Arguments
  ) throws {
    try write(arguments.has(.json) ? report.json() : report.description)
  }
}
