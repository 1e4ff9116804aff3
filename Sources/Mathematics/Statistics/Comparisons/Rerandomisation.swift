internal import RandomStreams

/// A test of two groups that draws anew who was in which, and asks how often chance alone lies as far
/// out.
///
/// If the change does nothing it is exact for units of any distribution and groups of any sizes, where
/// Student's test of few skewed units against many errs too often. The statistic is the difference in
/// standard errors, so it holds asymptotically where only the means are equal: Janssen (1997), Chung and
/// Romano (2013).
public struct Rerandomisation: Sendable {
  /// The statistics of the redrawn groups, rising.
  private let statistics: [Double]

  /// Draws the groups anew, each time with the sizes that they have; `isAdjusted` takes out first what
  /// the units did before.
  ///
  /// `nil` with fewer than ten units in a group.
  public init?(
    control: RatioSample, treatment: RatioSample, isAdjusted: Bool = false, draws: Int = 4_000,
    seed: UInt64 = 1
  ) {
    guard min(control.count, treatment.count) >= Self.fewest, draws >= 1 else { return nil }
    let adjusted =
      isAdjusted ? RatioSample.withoutBefore(control: control, treatment: treatment) : nil
    var units = ((adjusted?.control ?? control).units + (adjusted?.treatment ?? treatment).units)
      .map { ($0.numerator, $0.denominator) }
    let all = units.reduce(into: Sums()) { $0.add($1) }
    // The smaller group is drawn; the other one has what is left.
    let size = min(control.count, treatment.count)
    let sign = treatment.count <= control.count ? 1.0 : -1
    var generator = RandomSource(seed: seed).stream(for: Purpose(rawValue: 0))[0]
    var statistics: [Double] = []
    for _ in 0..<draws {
      var drawn = Sums()
      for place in 0..<size {
        units.swapAt(place, place + Int(generator.uniform(below: UInt64(units.count - place))))
        drawn.add(units[place])
      }
      statistics.append(sign * drawn.statistic(beside: all))
    }
    self.statistics = statistics.sorted()
  }

  /// With fewer units in a group the redrawn statistics have no end.
  public static let fewest = 10

  /// Returns the effect with its interval and two-sided p-value, valid for one look at the planned end.
  ///
  /// The interval ends where the redrawn statistics do, in standard errors of the effect.
  public func comparison(of samples: TwoSample, confidence: Double = 0.95) -> Comparison {
    preconditionConfidence(confidence)
    let statistic = samples.difference / samples.standardError
    let count = Double(statistics.count + 1)
    // Units of few values often make the same statistic again, but for rounding.
    let rounding = 1e-9 * max(1, statistic.magnitude)
    let atLeast = statistics.count { $0 >= statistic - rounding }
    let atMost = statistics.count { $0 <= statistic + rounding }
    let place = min(
      max(Int(((1 - confidence) / 2 * count).rounded(.down)), 1), (statistics.count + 1) / 2)
    let low = min(statistics[place - 1], 0) - rounding
    let high = max(statistics[statistics.count - place], 0) + rounding
    return Comparison(
      estimate: Estimate(
        samples.difference, from: samples.difference - high * samples.standardError,
        to: samples.difference - low * samples.standardError, confidence: confidence),
      pValue: min(1, 2 * Double(min(atLeast, atMost) + 1) / count))
  }

  /// Sums over the units of a group.
  private struct Sums {
    var count = 0.0
    var numerators = 0.0
    var denominators = 0.0
    var squares = (0.0, 0.0, 0.0)

    mutating func add(_ unit: (Double, Double)) {
      count += 1
      numerators += unit.0
      denominators += unit.1
      squares.0 += unit.0 * unit.0
      squares.1 += unit.0 * unit.1
      squares.2 += unit.1 * unit.1
    }

    /// The distance of this ratio above that of all other units, in standard errors.
    func statistic(beside all: Sums) -> Double {
      var rest = Sums()
      rest.count = all.count - count
      rest.numerators = all.numerators - numerators
      rest.denominators = all.denominators - denominators
      rest.squares = (
        all.squares.0 - squares.0, all.squares.1 - squares.1, all.squares.2 - squares.2
      )
      let difference = numerators / denominators - rest.numerators / rest.denominators
      let square = variance + rest.variance
      guard difference.isFinite, square > 0 else { return 0 }
      return difference / square.squareRoot()
    }

    /// The variance of the ratio, by the delta method.
    private var variance: Double {
      let ratio = numerators / denominators
      let square = squares.0 - 2 * ratio * squares.1 + ratio * ratio * squares.2
      return max(0, square) * count / ((count - 1) * denominators * denominators)
    }
  }
}

extension TwoSample {
  /// Returns the skewness of the difference of two groups' ratios, of units alike in both.
  ///
  /// The moments are those of all units: a few of one group that lack the large ones by chance would
  /// hide it, and just then Student's test errs.
  public static func skewness(control: RatioSample, treatment: RatioSample) -> Double {
    let (ours, theirs) = (control.powers, treatment.powers)
    let counts = (Double(control.count), Double(treatment.count))
    let all = counts.0 + counts.1
    let square = (ours.squares + theirs.squares) / all * (1 / counts.0 + 1 / counts.1)
    guard square > 0 else { return 0 }
    return (ours.cubes + theirs.cubes) / all
      * (1 / (counts.1 * counts.1) - 1 / (counts.0 * counts.0)) / (square * square.squareRoot())
  }

  /// The skewness of a difference from which on Student's interval misses too often on one side.
  ///
  /// With less, each tail of 2.5% has from 2 to 3%: the size of 355 times the squared skewness, after
  /// Boos and Hughes-Oliver (2000) and Kohavi and others (2014), for two groups.
  public static let greatSkewness = 0.053_074
}
