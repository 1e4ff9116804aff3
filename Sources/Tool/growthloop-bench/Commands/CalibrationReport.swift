import GrowthloopStudies
import Statistics
import GrowthloopReports
import GrowthloopFindings

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
