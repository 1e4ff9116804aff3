import Statistics
import RandomStreams

/// A generalised linear model of one cell: the predictor of its mean, and its spread.
struct CellFit: Sendable {
  let coefficients: [Double]
  /// The variance beside that of the family's own law; of a number, the variance.
  let dispersion: Double
  /// What was at risk in a run, on average.
  let exposure: Double
  /// What is left of each run's count, in units of its standard deviation; nothing without any at
  /// risk.
  let residuals: [Double]

  /// Fits the counts of runs whose terms are the rows of `terms`, `width` each; sooner from the
  /// coefficients of a fit that is near.
  ///
  /// Each run has random numbers of its own, so what
  /// the residuals have in common is the fit's failure and what they do not is the simulator's noise.
  init(
    _ family: CalibrationCell.Family, _ counts: [CellCount], terms: [Double], width: Int,
    from near: [Double]? = nil
  ) {
    let runs = counts.count
    var coefficients = near ?? [Double](repeating: 0, count: width)
    var predictor = counts.indices.map { run in
      guard let near else { return Self.start(counts[run], family) }
      return Self.bounded(
        (0..<width).reduce(0) { $0 + near[$1] * terms[run * width + $1] }, family)
    }
    // A little is known before: where next to nothing happens a slope could grow without end.
    let prior = family == .number ? 0 : Self.priorPrecision
    var loss = Double.infinity
    for _ in 0..<25 {
      var normal = SymmetricMatrix(count: width)
      var right = [Double](repeating: 0, count: width)
      for run in 0..<runs {
        let (mean, weight) = Self.mean(predictor[run], counts[run].exposure, family)
        guard weight > 0 else { continue }
        let row = terms[run * width..<(run + 1) * width]
        let pull = weight * predictor[run] + counts[run].count - mean
        normal.addToLowerHalf(weight, row)
        for term in 0..<width { right[term] += pull * row[row.startIndex + term] }
      }
      normal.mirror()
      let most = (0..<width).reduce(0.0) { max($0, normal[$1, $1]) }
      for term in 0..<width { normal[term, term] += 1e-9 * most + 1e-6 + (term > 0 ? prior : 0) }
      guard let solved = Cholesky(normal) else { break }
      var next = solved.solution(of: right)
      var now = 0.0
      // A step that goes too far is halved.
      for attempt in 0..<6 {
        if attempt > 0 { next = zip(next, coefficients).map { ($0 + $1) / 2 } }
        now = prior * next.dropFirst().reduce(0) { $0 + $1 * $1 }
        for run in 0..<runs {
          let row = terms[run * width..<(run + 1) * width]
          var sum = 0.0
          for term in 0..<width { sum += next[term] * row[row.startIndex + term] }
          predictor[run] = Self.bounded(sum, family)
          now += Self.deviance(counts[run], predictor[run], family)
        }
        if now <= loss + 1e-9 * loss.magnitude { break }
      }
      coefficients = next
      let isSettled = (loss - now).magnitude < 1e-6 * (now + 0.1)
      loss = now
      if isSettled { break }
    }
    self.coefficients = coefficients
    var (deviance, expected, events) = (0.0, 0.0, 0.0)
    var known = 0
    for run in 0..<runs {
      let (mean, variance) = Self.mean(predictor[run], counts[run].exposure, family)
      guard variance > 0 else { continue }
      known += 1
      events += Self.events(counts[run], family)
      deviance += Self.deviance(counts[run], predictor[run], family)
      expected += MeanDeviance.of(mean, counts[run].exposure, family)
    }
    let freedom = Double(max(1, known - width)) / Double(max(1, known))
    let measured = max(
      deviance / max(expected * freedom, 1e-300), family == .number ? 1e-12 : 0.02)
    // A handful of events says little of their spread: it is then the family's own.
    let weight = family == .number ? 1 : events / (events + 5)
    dispersion = weight * measured + (1 - weight)
    exposure = counts.reduce(0) { $0 + $1.exposure } / Double(max(1, runs))
    let unit = dispersion.squareRoot()
    residuals = counts.indices.map {
      Self.signedDeviance(counts[$0], predictor[$0], family) / unit
    }
  }

  /// The precision of what is known of a slope before, in logarithms of odds or rates for a standard
  /// deviation of the runs: a single count in the middle says more.
  private static let priorPrecision = 0.04

  private static func start(_ count: CellCount, _ family: CalibrationCell.Family) -> Double {
    switch family {
    case .share:
      let share = (count.count + 0.5) / (count.exposure + 1)
      return Double.log(share / (1 - share))
    case .rate: return Double.log((count.count + 0.5) / max(count.exposure, 1e-9))
    case .number: return count.count
    }
  }

  @inline(__always)
  private static func bounded(_ predictor: Double, _ family: CalibrationCell.Family) -> Double {
    family == .number ? predictor : min(max(predictor, -25), 25)
  }

  /// Returns the mean at a predictor, and the variance of the family's own law.
  @inline(__always)
  static func mean(
    _ predictor: Double, _ exposure: Double, _ family: CalibrationCell.Family
  ) -> (mean: Double, variance: Double) {
    switch family {
    case .share:
      let share = 1 / (1 + Double.exp(-bounded(predictor, family)))
      return (exposure * share, exposure * share * (1 - share))
    case .rate:
      let mean = exposure * Double.exp(bounded(predictor, family))
      return (mean, mean)
    case .number: return (predictor, 1)
    }
  }

  /// Returns the number of events by which a count differs from one without any chance.
  private static func events(_ count: CellCount, _ family: CalibrationCell.Family) -> Double {
    switch family {
    case .share: min(count.count, count.exposure - count.count)
    case .rate: count.count
    case .number: 0
    }
  }

  /// Returns the root of the deviance, negative for a count below the mean.
  @inline(__always)
  static func signedDeviance(
    _ observed: CellCount, _ predictor: Double, _ family: CalibrationCell.Family
  ) -> Double {
    let root = max(deviance(observed, predictor, family), 0).squareRoot()
    return observed.count < mean(predictor, observed.exposure, family).mean ? -root : root
  }

  /// Returns the slope of `signedDeviance` along the predictor.
  static func slopeOfSignedDeviance(
    _ observed: CellCount, _ predictor: Double, _ family: CalibrationCell.Family
  ) -> Double {
    let (mean, variance) = mean(predictor, observed.exposure, family)
    let distance = signedDeviance(observed, predictor, family)
    // The links are canonical: the deviance falls by twice what a count is above its mean. Near the
    // mean both are nought, and their quotient the standard deviation.
    return distance.magnitude < 1e-4
      ? -variance.squareRoot() : (mean - observed.count) / distance
  }

  /// Returns the slope of the variance of the family's own law along the predictor.
  static func slopeOfVariance(
    _ predictor: Double, _ exposure: Double, _ family: CalibrationCell.Family
  ) -> Double {
    let (mean, variance) = mean(predictor, exposure, family)
    switch family {
    case .share: return exposure > 0 ? variance * (1 - 2 * mean / exposure) : 0
    case .rate: return mean
    case .number: return 0
    }
  }

  /// Returns twice what the likelihood lacks of the best that a count could have.
  @inline(__always)
  static func deviance(
    _ observed: CellCount, _ predictor: Double, _ family: CalibrationCell.Family
  ) -> Double {
    let (mean, variance) = mean(predictor, observed.exposure, family)
    guard variance > 0 else { return 0 }
    let count = observed.count
    switch family {
    case .share:
      let (rest, meanRest) = (observed.exposure - count, observed.exposure - mean)
      return 2
        * ((count > 0 ? count * Double.log(count / mean) : 0)
          + (rest > 0 ? rest * Double.log(rest / meanRest) : 0))
    case .rate:
      return 2 * ((count > 0 ? count * Double.log(count / mean) : 0) - count + mean)
    case .number: return (count - mean) * (count - mean)
    }
  }
}
