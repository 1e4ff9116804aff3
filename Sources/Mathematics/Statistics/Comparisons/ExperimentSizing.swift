internal import RandomStreams

/// The size, the power and the smallest effect of an experiment with two groups.
///
/// Its outcome is a rate or a mean of units, which may come in clusters, and whose outcome may be
/// compared with what they did before (CUPED). The test is Student's, by Welch, with as many degrees of
/// freedom as the independent units or clusters give.
public struct ExperimentSizing: Sendable, Hashable {
  /// What is measured of each unit, without an effect.
  public enum Outcome: Sendable, Hashable {
    /// It happens or not; above 0 and below 1.
    case rate(Double)
    /// A number with this mean and standard deviation.
    case mean(Double, deviation: Double)

    /// The rate or the mean.
    public var level: Double {
      switch self {
      case .rate(let level), .mean(let level, _): level
      }
    }

    /// Returns the variance of a unit whose level has moved so far.
    fileprivate func variance(movedBy difference: Double) -> Double {
      switch self {
      case .rate(let rate): (rate + difference) * (1 - rate - difference)
      case .mean(_, let deviation): deviation * deviation
      }
    }
  }

  /// What is measured.
  public let outcome: Outcome
  /// The error rates.
  public let analysis: PowerAnalysis
  /// The factor on the variance of independent units.
  public let varianceFactor: Double
  /// The share of all units in the treatment.
  public let allocation: Double
  /// The looks on the way; `nil` for one at the end.
  public let looks: LookPlan?
  private let clusterSize: Double

  /// - Parameters:
  ///   - outcome: What is measured of each unit, without an effect.
  ///   - analysis: The error rates.
  ///   - clusters: What clusters do to the variance; `nil` for independent units.
  ///   - correlationBefore: The correlation of the outcome with the same before the experiment; it
  ///     takes its square from the variance (Deng and others, 2013).
  ///   - allocation: The share of all units in the treatment.
  ///   - looks: The looks on the way, with the error rates of `analysis`.
  public init(
    _ outcome: Outcome, analysis: PowerAnalysis = PowerAnalysis(), clusters: DesignEffect? = nil,
    correlationBefore: Double = 0, allocation: Double = 0.5, looks: LookPlan? = nil
  ) {
    precondition(
      correlationBefore.magnitude < 1, "a correlation of \(correlationBefore) leaves no variance")
    precondition(
      allocation > 0 && allocation < 1, "an allocation of \(allocation) leaves one group")
    self.outcome = outcome
    self.analysis = analysis
    self.allocation = allocation
    self.looks = looks
    clusterSize = clusters?.meanClusterSize ?? 1
    varianceFactor = (clusters?.factor ?? 1) * (1 - correlationBefore * correlationBefore)
  }

  /// The fewest units of both groups: two clusters in the smaller one.
  public var fewest: Double { 2 * clusterSize / min(allocation, 1 - allocation) }

  /// Returns the power of so many units of both groups to tell the difference from `null`.
  ///
  /// An effect found in the wrong direction does not count.
  public func power(difference: Double, from null: Double = 0, total: Double) -> Double {
    let power = powerOfOneLook(difference - null, movedBy: difference, total: total)
    guard let looks else { return power }
    return looks.power(drift: analysis.threshold + Double.normalQuantile(min(power, 1 - 1e-15)))
  }

  /// Returns the units of both groups that tell the difference from `null`; infinite where the two are
  /// the same.
  public func total(difference: Double, from null: Double = 0) -> Double {
    guard difference != null else { return .infinity }
    let needed = neededPower
    func isEnough(_ total: Double) -> Bool {
      powerOfOneLook(difference - null, movedBy: difference, total: total) >= needed
    }
    guard !isEnough(fewest) else { return fewest }
    var high = 2 * fewest
    while !isEnough(high) {
      high *= 2
      guard high.isFinite else { return .infinity }
    }
    return Self.bisect(high / 2, high, isEnough)
  }

  /// Returns the least rise that so many units of both groups find; `nil` where no rise of a rate is.
  public func detectableRise(total: Double) -> Double? {
    let needed = neededPower
    func isSeen(_ rise: Double) -> Bool {
      powerOfOneLook(rise, movedBy: rise, total: total) >= needed
    }
    if case .rate(let rate) = outcome {
      return isSeen(1 - rate) ? Self.bisect(0, 1 - rate, isSeen) : nil
    }
    var high = (varianceFactor * outcome.variance(movedBy: 0) / total).squareRoot()
    while !isSeen(high) { high *= 2 }
    return Self.bisect(0, high, isSeen)
  }

  /// Welch's degrees of freedom of so many units of both groups.
  public func degreesOfFreedom(movedBy difference: Double, total: Double) -> Double {
    let parts = parts(movedBy: difference)
    let all = parts.control + parts.treatment
    let clusters = (
      control: max(total * (1 - allocation) / clusterSize, 2),
      treatment: max(total * allocation / clusterSize, 2)
    )
    return all * all
      / (parts.control * parts.control / (clusters.control - 1)
        + parts.treatment * parts.treatment / (clusters.treatment - 1))
  }

  /// The variance of each group's mean, if there was one unit in all.
  private func parts(movedBy difference: Double) -> (control: Double, treatment: Double) {
    (
      varianceFactor * outcome.variance(movedBy: 0) / (1 - allocation),
      varianceFactor * outcome.variance(movedBy: difference) / allocation
    )
  }

  private func powerOfOneLook(_ distance: Double, movedBy difference: Double, total: Double)
    -> Double
  {
    let parts = parts(movedBy: difference)
    let drift = distance.magnitude * (total / (parts.control + parts.treatment)).squareRoot()
    let t = StudentT(degreesOfFreedom: degreesOfFreedom(movedBy: difference, total: total))
    let errors = analysis.falsePositiveRate / (analysis.isTwoSided ? 2 : 1)
    return t.upperTail(t.quantile(upperTail: errors), drift: drift)
  }

  /// The power that one look needs for all looks together to have the required one.
  private var neededPower: Double {
    guard let looks else { return analysis.power }
    let sought = Double.normalQuantile(analysis.power)
    // By normal scores the power of all looks is next to a line: secants find its end in a few steps.
    var (before, now) = (sought, sought + 0.3)
    func excess(_ reserve: Double) -> Double {
      Double.normalQuantile(looks.power(drift: analysis.threshold + reserve)) - sought
    }
    var (excessBefore, excessNow) = (excess(before), excess(now))
    for _ in 0..<12 where excessNow.magnitude > 1e-9 && excessNow != excessBefore {
      let next = now - excessNow * (now - before) / (excessNow - excessBefore)
      (before, excessBefore) = (now, excessNow)
      (now, excessNow) = (next, excess(next))
    }
    return Double.normalCumulative(now)
  }

  /// Returns the least number that is enough, between one that is not and one that is.
  private static func bisect(_ low: Double, _ high: Double, _ isEnough: (Double) -> Bool) -> Double
  {
    var (low, high) = (low, high)
    while high - low > 1e-13 * high {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { break }
      if isEnough(middle) { high = middle } else { low = middle }
    }
    return high
  }
}

/// The factor by which clusters of similar observations require a larger sample.
///
/// Source: Kish (1965); for unequal clusters Eldridge, Ashby and Kerry (2006).
public struct DesignEffect: Sendable, Hashable {
  /// The factor on the variance, and on the size of a sample.
  public let factor: Double
  /// The mean number of observations in a cluster.
  public let meanClusterSize: Double

  /// - Parameters:
  ///   - meanClusterSize: the mean number of observations in a cluster.
  ///   - intraclassCorrelation: the correlation of two observations in a cluster, from 0 to 1.
  ///   - sizeVariation: the standard deviation of the sizes as a proportion of their mean.
  public init(
    meanClusterSize: Double, intraclassCorrelation: Double, sizeVariation: Double = 0
  ) {
    self.meanClusterSize = meanClusterSize
    let weighted = (1 + sizeVariation * sizeVariation) * meanClusterSize
    factor = 1 + (weighted - 1) * intraclassCorrelation
  }
}
