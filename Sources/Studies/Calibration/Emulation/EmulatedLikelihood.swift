public import Statistics
import RandomStreams

/// The likelihood of observed counts under an emulator of the simulator.
public struct EmulatedLikelihood: Sendable {
  private let emulator: Emulator
  /// The observation of each cell; `nil` where it is missing, or not logged.
  let observed: [CellCount?]
  /// What the model may miss, on the scale of each cell's predictor.
  let discrepancy: Double
  /// That of the wave before, which knows the ground that was left since; none for the first.
  private let earlier: [EmulatedLikelihood]
  /// The cells that are observed, with something at risk.
  let used: [Int]
  /// The inverse of the correlations of what is left of the used cells.
  private var precision = SymmetricMatrix(count: 0)

  private var basis: PolynomialBasis { emulator.basis }
  private var cells: [CalibrationCell] { emulator.cells }
  private var fits: [CellFit] { emulator.fits }

  init(
    _ emulator: Emulator, observed: [CellCount?], discrepancy: Double,
    after earlier: EmulatedLikelihood? = nil
  ) {
    self.emulator = emulator
    self.earlier = earlier.map { [$0] } ?? []
    self.observed = observed
    self.discrepancy = discrepancy
    used = observed.indices.filter { (observed[$0]?.exposure ?? 0) > 0 }
    precision = precision(of: used, exposures: observed.map { $0?.exposure ?? 0 })
  }

  /// Returns the inverse of the correlations of what is left of these cells.
  private func precision(of chosen: [Int], exposures: [Double]) -> SymmetricMatrix {
    let found = ResidualCorrelations(chosen.map { fits[$0].residuals })
    var correlations = found.matrix
    // What the emulator does not know, and what the model may miss, is of each cell by itself: only
    // the simulator's noise is shared. Its part is that in the middle of the runs.
    let terms = basis.terms(at: basis.centre)
    let leverage = emulator.leverage(terms)
    let noise = chosen.map { cell in
      (fits[cell].dispersion / emulated(cell, of: exposures[cell], terms, leverage).inflation)
        .squareRoot()
    }
    for row in chosen.indices {
      for column in 0..<row { correlations[row, column] *= noise[row] * noise[column] }
    }
    // Correlations that are not kept are not estimated either.
    let factor = ResidualCorrelations.precisionFactor(
      runs: max(2, emulator.runs - emulator.basis.count), outputs: chosen.count)
    return Cholesky(correlations)?.inverse.scaled(by: 1 - found.kept * (1 - max(factor, 0.1)))
      ?? SymmetricMatrix(diagonal: chosen.map { _ in 1 })
  }

  /// What is emulated of a cell: its count's mean, the variance by the family's own law, and how many
  /// times as great the whole variance is.
  private typealias Emulated = (
    predictor: Double, mean: Double, variance: Double, inflation: Double
  )

  /// Returns what is emulated of a cell, at a point with these terms, for `exposure`.
  @inline(__always)
  private func emulated(
    _ cell: Int, of exposure: Double, _ terms: [Double], _ leverage: Double
  ) -> Emulated {
    let (fit, family) = (fits[cell], cells[cell].family)
    let predictor = predictor(cell, terms)
    let (mean, variance) = CellFit.mean(predictor, exposure, family)
    let miss = family == .number ? discrepancy * predictor : discrepancy
    // A fit that knows so many runs only is wrong by a part of what a run is; of a cell with more at
    // risk than in these, by a greater part.
    let scale = fit.exposure > 0 ? exposure / fit.exposure : 1
    return (
      predictor, mean, variance,
      fit.dispersion * (1 + leverage * scale) + variance * miss * miss
    )
  }

  @inline(__always)
  private func predictor(_ cell: Int, _ terms: [Double]) -> Double {
    let coefficients = fits[cell].coefficients
    var sum = 0.0
    for term in terms.indices { sum += coefficients[term] * terms[term] }
    return sum
  }

  /// Returns the logarithm of the likelihood at a point.
  public func logLikelihood(at point: [Double]) -> Double {
    let terms = basis.terms(at: point)
    let leverage = emulator.leverage(terms)
    if let earlier = earlier.first, !emulator.knows(leverage) {
      return earlier.logLikelihood(at: point)
    }
    let (residuals, logVariances) = residuals(of: used, observed, terms, leverage)
    return -(precision.form(residuals) + logVariances) / 2
  }

  /// Returns how far the count of each chosen cell lies from its emulated law, in standard deviations,
  /// and the logarithms of the variances added up.
  @inline(__always)
  private func residuals(
    of chosen: [Int], _ counts: [CellCount?], _ terms: [Double], _ leverage: Double
  ) -> (residuals: [Double], logVariances: Double) {
    var residuals: [Double] = []
    residuals.reserveCapacity(chosen.count)
    var logVariances = 0.0
    for cell in chosen {
      guard let count = counts[cell] else { continue }
      let emulated = emulated(cell, of: count.exposure, terms, leverage)
      let deviance = CellFit.signedDeviance(count, emulated.predictor, cells[cell].family)
      residuals.append(deviance / emulated.inflation.squareRoot())
      logVariances += Double.log(emulated.inflation)
    }
    return (residuals, logVariances)
  }

  /// Returns how far each observation lies from its emulated law, in standard deviations; `nil` where
  /// there is none.
  public func implausibilities(at point: [Double]) -> [Double?] {
    let terms = basis.terms(at: point)
    let leverage = emulator.leverage(terms)
    if let earlier = earlier.first, !emulator.knows(leverage) {
      return earlier.implausibilities(at: point)
    }
    var distances = cells.map { _ in Double?.none }
    for (cell, residual) in zip(used, residuals(of: used, observed, terms, leverage).residuals) {
      distances[cell] = residual
    }
    return distances
  }

  /// Returns the chance that the observations of some stage lie as far from their emulated laws as
  /// these do at the likeliest point; the number of stages is allowed for.
  public func chanceOfMisfit(at point: [Double]) -> Double {
    let distances = implausibilities(at: point)
    let stages = Dictionary(grouping: used) { cells[$0].stage }.values
    let chances = stages.map { stage in
      ChiSquare(degreesOfFreedom: Double(stage.count)).upperTail(
        precision(of: stage, exposures: observed.map { $0?.exposure ?? 0 })
          .form(stage.map { distances[$0] ?? 0 }))
    }
    return min(1, Double(chances.count) * (chances.min() ?? 1))
  }

  /// Returns how far the count of a cell lies from its emulated law where the parameters fit it and the
  /// other `chosen` cells, in standard deviations.
  ///
  /// It is the score of a parameter that moves this cell alone. Source: Rao (1948).
  public func misfit(
    of cell: Int, among chosen: [Int], counts: [CellCount?], at point: [Double]
  ) -> Double {
    let terms = basis.terms(at: point)
    let leverage = emulator.leverage(terms)
    if let earlier = earlier.first, !emulator.knows(leverage) {
      return earlier.misfit(of: cell, among: chosen, counts: counts, at: point)
    }
    let chosen = chosen.filter { (counts[$0]?.exposure ?? 0) > 0 }
    let exposures = counts.map { $0?.exposure ?? 0 }
    let precision = precision(of: chosen, exposures: exposures)
    let changes = responses(of: chosen, exposures, terms, leverage, at: point)
    // What the parameters do themselves is taken out of the direction.
    var direction = chosen.map { $0 == cell ? 1.0 : 0 }
    let weights = precision.times(direction)
    var own = information(changes, precision)
    for axis in 0..<basis.dimensions { own[axis, axis] += 1e-9 }
    let overlap = (0..<basis.dimensions).map { axis in
      zip(weights, changes).reduce(0) { $0 + $1.0 * $1.1[axis] }
    }
    for (axis, share) in (Cholesky(own)?.solution(of: overlap) ?? []).enumerated() {
      for place in direction.indices { direction[place] -= share * changes[place][axis] }
    }
    let rest = precision.times(direction)
    let residuals = residuals(of: chosen, counts, terms, leverage).residuals
    let length = zip(rest, direction).reduce(0) { $0 + $1.0 * $1.1 }
    return zip(rest, residuals).reduce(0) { $0 + $1.0 * $1.1 } / max(length, 1e-300).squareRoot()
  }

  /// Returns the emulated mean of a cell at a point, for `exposure`.
  public func mean(of cell: Int, at point: [Double], exposure: Double) -> Double {
    CellFit.mean(
      predictor(cell, basis.terms(at: point)), exposure, cells[cell].family
    ).mean
  }

  /// Returns the gradient of the likelihood's logarithm, and Fisher's information.
  func score(at point: [Double]) -> (gradient: [Double], information: SymmetricMatrix) {
    let terms = basis.terms(at: point)
    let leverage = emulator.leverage(terms)
    if let earlier = earlier.first, !emulator.knows(leverage) { return earlier.score(at: point) }
    let widening = basis.slopes(emulator.leverageCoefficients(terms)[...], at: point)
    var residuals: [Double] = []
    // Of each used cell: how its residual and the logarithm of its variance change along each axis.
    var changes: [[Double]] = []
    var gradient = [Double](repeating: 0, count: basis.dimensions)
    for cell in used {
      guard let count = observed[cell] else { continue }
      let (fit, family) = (fits[cell], cells[cell].family)
      let now = emulated(cell, of: count.exposure, terms, leverage)
      let slopes = basis.slopes(fit.coefficients[...], at: point)
      let root = now.inflation.squareRoot()
      let residual = CellFit.signedDeviance(count, now.predictor, family) / root
      let slope = CellFit.slopeOfSignedDeviance(count, now.predictor, family) / root
      let perLeverage = fit.dispersion * (fit.exposure > 0 ? count.exposure / fit.exposure : 1)
      let perPredictor =
        discrepancy * discrepancy
        * (family == .number
          ? 2 * now.predictor : CellFit.slopeOfVariance(now.predictor, count.exposure, family))
      changes.append(
        gradient.indices.map { axis in
          let change =
            (perLeverage * widening[axis] + perPredictor * slopes[axis]) / now.inflation
          gradient[axis] -= change / 2
          return slope * slopes[axis] - residual * change / 2
        })
      residuals.append(residual)
    }
    let pulls = precision.times(residuals)
    for (pull, change) in zip(pulls, changes) {
      for axis in gradient.indices { gradient[axis] -= pull * change[axis] }
    }
    return (gradient, information(changes, precision))
  }

  /// Returns Fisher's information of the cells that `isLogged` chooses, for these exposures.
  public func information(
    at point: [Double], exposures: [Double], where isLogged: (Int) -> Bool
  ) -> SymmetricMatrix {
    let terms = basis.terms(at: point)
    let leverage = emulator.leverage(terms)
    if let earlier = earlier.first, !emulator.knows(leverage) {
      return earlier.information(at: point, exposures: exposures, where: isLogged)
    }
    let chosen = cells.indices.filter { isLogged($0) && exposures[$0] > 0 }
    return information(
      responses(of: chosen, exposures, terms, leverage, at: point),
      precision(of: chosen, exposures: exposures))
  }

  /// Returns how the residual of each chosen cell is expected to change along each axis.
  private func responses(
    of chosen: [Int], _ exposures: [Double], _ terms: [Double], _ leverage: Double,
    at point: [Double]
  ) -> [[Double]] {
    chosen.map { cell in
      let emulated = emulated(cell, of: exposures[cell], terms, leverage)
      let scale = (emulated.variance / emulated.inflation).squareRoot()
      return basis.slopes(fits[cell].coefficients[...], at: point).map { -scale * $0 }
    }
  }

  /// Returns the information of residuals that change so along each axis.
  private func information(
    _ changes: [[Double]], _ precision: SymmetricMatrix
  ) -> SymmetricMatrix {
    let weighted = (0..<basis.dimensions).map { axis in precision.times(changes.map { $0[axis] }) }
    var information = SymmetricMatrix(count: basis.dimensions)
    for row in weighted.indices {
      for column in 0...row {
        information[row, column] = zip(changes, weighted[column]).reduce(0) {
          $0 + $1.0[row] * $1.1
        }
      }
    }
    return information
  }
}
