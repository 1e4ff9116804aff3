public import Statistics

extension CalibrationOutcome {
  /// The mean of the posterior, in coordinates; `nil` without draws.
  public var centre: [Double]? {
    guard !draws.isEmpty else { return nil }
    return parameters.indices.map { axis in
      draws.reduce(0.0) { $0 + $1[axis] } / Double(draws.count)
    }
  }

  /// The mean exposure of each cell in the runs at draws from the posterior.
  private var exposures: [Double] {
    cells.indices.map { cell in
      predictions.reduce(0.0) { $0 + $1[cell].exposure } / Double(max(1, predictions.count))
    }
  }

  /// Returns Fisher's information of the chosen cells at the middle of the posterior; `nil` without
  /// draws or runs there.
  public func information(where isLogged: (Int) -> Bool) -> SymmetricMatrix? {
    guard let likelihood, let centre, !predictions.isEmpty else { return nil }
    return likelihood.information(at: centre, exposures: exposures, where: isLogged)
  }

  /// Returns the standard deviation that each parameter is expected to keep if the chosen cells are
  /// logged, as a share of the prior's; `nil` without draws.
  public func expectedWidths(where isLogged: (Int) -> Bool) -> [Double]? {
    guard var information = information(where: isLogged) else { return nil }
    let priors = parameters.map(\.priorDeviation)
    for axis in parameters.indices {
      information[axis, axis] += 1 / (priors[axis] * priors[axis])
    }
    guard let inverse = Cholesky(information)?.inverse else { return nil }
    return parameters.indices.map { inverse[$0, $0].squareRoot() / priors[$0] }
  }

  /// The directions in which the chosen cells say less than the priors, the flattest first: the
  /// share of each parameter, on its natural scale.
  public func flatDirections(where isLogged: (Int) -> Bool) -> [[Double]] {
    guard let information = information(where: isLogged) else { return [] }
    let eigen = SymmetricEigen(information)
    return zip(eigen.values, eigen.directions).filter { $0.0 < 3 }.map(\.1).reversed()
  }
}
