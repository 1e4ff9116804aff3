public import Statistics

/// The places of known truths among draws from the posteriors of data that they made.
///
/// Where the posteriors are right every rank is equally likely. Sources: Talts and others (2018); of
/// the likelihood as a quantity that depends on the data, Modrák and others (2023).
public struct TruthRanks: Sendable {
  /// The quantities: the parameters, then the likelihood.
  public let names: [String]
  /// For each quantity the share of draws below the truth, by data set.
  public private(set) var ranks: [[Double]]

  /// Creates an empty list for calibrations of these parameters.
  public init(_ parameters: [CalibratedParameter]) {
    names = parameters.map(\.name) + ["log-likelihood"]
    ranks = names.map { _ in [] }
  }

  /// The number of data sets.
  public var count: Int { ranks[0].count }

  /// Adds the outcome of a data set; draws are taken `width` times as far from their mean.
  public mutating func record(
    _ outcome: CalibrationOutcome, truth values: [Double], width: Double = 1
  ) {
    guard let likelihood = outcome.likelihood, let centre = outcome.centre else { return }
    let truth = zip(outcome.parameters, values).map { $0.coordinate(of: $1) }
    let draws = outcome.draws.map { draw in
      zip(draw, centre).map { $1 + width * ($0 - $1) }
    }
    let count = Double(draws.count)
    for axis in truth.indices {
      ranks[axis].append(Double(draws.count { $0[axis] < truth[axis] }) / count)
    }
    let level = likelihood.logLikelihood(at: truth)
    ranks[truth.count].append(
      Double(draws.count { likelihood.logLikelihood(at: $0) < level }) / count)
  }

  /// Adds the ranks of another list of the same quantities.
  public mutating func merge(_ other: TruthRanks) {
    for quantity in ranks.indices { ranks[quantity] += other.ranks[quantity] }
  }

  /// Returns the chi-square of a quantity's ranks in so many equal bins.
  public func chiSquare(of quantity: Int, bins: Int = 20) -> Double {
    var counts = [Int](repeating: 0, count: bins)
    for rank in ranks[quantity] { counts[min(bins - 1, Int(rank * Double(bins)))] += 1 }
    let expected = Double(count) / Double(bins)
    return counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
  }

  /// Returns the chi-square above which the ranks of one of `family` quantities are not even.
  public static func limit(ofChiSquare level: Double, family: Int = 1, bins: Int = 20) -> Double {
    ChiSquare(degreesOfFreedom: Double(bins - 1)).quantile(upperTail: level / Double(family))
  }

  /// Returns how often the middle `confidence` of the draws holds the truth.
  public func coverage(of quantity: Int, confidence: Double = 0.95) -> Proportion {
    let tail = (1 - confidence) / 2
    return Proportion(
      ranks[quantity].count { $0 >= tail && $0 <= 1 - tail }, of: ranks[quantity].count)
  }

  /// Returns the numbers of data sets that right intervals hold, but for a chance of `level` over
  /// all of `family` quantities.
  public static func acceptedCoverage(
    of count: Int, confidence: Double = 0.95, level: Double, family: Int = 1
  ) -> ClosedRange<Int> {
    let law = BinomialTails(trials: count, chance: confidence)
    let tail = level / Double(2 * family)
    return law.quantile(tail)...law.quantile(1 - tail)
  }

  /// Whether the ranks of every quantity are even, and its intervals hold as often as they say, but
  /// for a chance of `level` each.
  public func areEven(level: Double = 0.01) -> Bool {
    let limit = Self.limit(ofChiSquare: level, family: names.count)
    let accepted = Self.acceptedCoverage(of: count, level: level, family: names.count)
    return names.indices.allSatisfy {
      chiSquare(of: $0) <= limit && accepted.contains(coverage(of: $0).successes)
    }
  }

  /// Whether the ranks of some parameter are not even: the likelihood is left out.
  public func betrayNarrowness(level: Double = 0.01) -> Bool {
    let limit = Self.limit(ofChiSquare: level, family: names.count - 1)
    return names.indices.dropLast().contains { chiSquare(of: $0) > limit }
  }
}
