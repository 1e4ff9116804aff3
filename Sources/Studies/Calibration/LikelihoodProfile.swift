public import Statistics

/// How far the emulated likelihood falls along one parameter, without any prior.
struct LikelihoodProfile {
  private let likelihood: EmulatedLikelihood
  /// Where the emulator has seen runs.
  private let reach: [ClosedRange<Double>]
  /// The likeliest point, and its likelihood.
  private(set) var best: [Double]
  private var top: Double

  /// The drop of the logarithm at the ends of a 95% interval.
  static let drop = ChiSquare(degreesOfFreedom: 1).quantile(0.95) / 2

  init(_ likelihood: EmulatedLikelihood, near draws: [[Double]], reach: [ClosedRange<Double>]) {
    self.likelihood = likelihood
    self.reach = reach
    best = draws[0]
    top = -.infinity
    for draw in draws {
      let value = likelihood.logLikelihood(at: draw)
      if value > top { (top, best) = (value, draw) }
    }
    (best, top) = climb(from: best, holding: nil)
  }

  /// Climbs to the likeliest point within reach, with one coordinate held or none.
  private func climb(from start: [Double], holding held: Int?) -> ([Double], Double) {
    var point = start
    var value = likelihood.logLikelihood(at: point)
    var damping = 1e-3
    for _ in 0..<40 {
      let (gradient, information) = likelihood.score(at: point)
      var damped = information
      for axis in point.indices {
        damped[axis, axis] = information[axis, axis] * (1 + damping) + 1e-6
      }
      // A coordinate at an end that would go beyond it stays.
      let still = point.indices.filter { axis in
        axis == held || (point[axis] <= reach[axis].lowerBound && gradient[axis] < 0)
          || (point[axis] >= reach[axis].upperBound && gradient[axis] > 0)
      }
      var pull = gradient
      for axis in still {
        pull[axis] = 0
        for other in point.indices { damped[axis, other] = other == axis ? 1 : 0 }
      }
      guard let step = Cholesky(damped)?.solution(of: pull) else { break }
      let next = point.indices.map { axis in
        axis == held
          ? point[axis]
          : min(max(point[axis] + step[axis], reach[axis].lowerBound), reach[axis].upperBound)
      }
      let reached = likelihood.logLikelihood(at: next)
      if reached > value {
        let gain = reached - value
        (point, value) = (next, reached)
        damping = max(damping / 5, 1e-6)
        if gain < 1e-5 { break }
      } else {
        damping *= 8
        if damping > 1e6 { break }
      }
    }
    return (point, value)
  }

  /// How a parameter's likelihood ends on both sides.
  struct Ends: Sendable {
    /// Where the drop is reached, from the likeliest point outwards; `nil` where it is not, within
    /// the range.
    let low, high: Double?
    var isClosed: Bool { low != nil && high != nil }
  }

  /// Returns the ends with all other parameters free.
  func profile(of axis: Int) -> Ends {
    ends { side in
      var point = best
      return search(axis, side) { coordinate in
        point[axis] = coordinate
        let (reached, value) = climb(from: point, holding: axis)
        point = reached
        return top - value
      }
    }
  }

  /// Returns the ends with all other parameters at the likeliest point.
  func slice(of axis: Int) -> Ends {
    ends { side in
      search(axis, side) { coordinate in
        var point = best
        point[axis] = coordinate
        return top - likelihood.logLikelihood(at: point)
      }
    }
  }

  private func ends(_ end: (Double) -> Double?) -> Ends { Ends(low: end(-1), high: end(1)) }

  /// Walks outwards to where `fall` has reached the drop.
  private func search(_ axis: Int, _ side: Double, _ fall: (Double) -> Double) -> Double? {
    let start = best[axis]
    let end = side < 0 ? reach[axis].lowerBound : reach[axis].upperBound
    let steps = 24
    var last = (place: start, fall: 0.0)
    for step in 1...steps {
      // Small steps first: an interval may be a hundredth of the range.
      let share = Double(step * step) / Double(steps * steps)
      let place = start + (end - start) * share
      guard place != last.place else { return nil }
      let now = fall(place)
      if now >= Self.drop {
        let part = (Self.drop - last.fall) / max(now - last.fall, 1e-9)
        return last.place + min(max(part, 0), 1) * (place - last.place)
      }
      last = (place, now)
    }
    return nil
  }
}

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

/// What observations say about one parameter.
public struct ParameterVerdict: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// The likelihood ends within the range on both sides.
    case identified
    /// Only a combination with other parameters is known.
    case together
    /// The likelihood is as good at an end of the range as anywhere.
    case notIdentified
    /// The same, but a prior knew more than the range: the posterior is the prior's.
    case priorSpoke
  }

  public let kind: Kind
  /// The parameters that it is known together with, by their places, the closest first.
  public let partners: [Int]
  /// The 95% interval of the likelihood alone, without the prior; without an end where it has none.
  public let low, high: Double?
}

extension CalibrationOutcome {
  /// What the observations say about each parameter; empty without draws.
  public var verdicts: [ParameterVerdict] {
    guard let likelihood, !draws.isEmpty else { return [] }
    let profile = LikelihoodProfile(likelihood, near: draws, reach: reach)
    return parameters.indices.map { verdict(on: $0, profile) }
  }

  /// The likeliest point, in coordinates, whatever the prior.
  public var likeliest: [Double]? {
    guard let likelihood, !draws.isEmpty else { return nil }
    return LikelihoodProfile(likelihood, near: draws, reach: reach).best
  }

  /// Where the draws and a little beyond lie: an emulator says nothing of what is far from its runs.
  private var reach: [ClosedRange<Double>] {
    parameters.indices.map { axis in
      let values = draws.map { $0[axis] }
      let (low, high) = (values.min() ?? -1, values.max() ?? 1)
      let margin = 0.5 * (high - low)
      return max(-1, low - margin)...min(1, high + margin)
    }
  }

  /// The standard deviation, in coordinates, from which a parameter counts as unknown: half of that
  /// of the whole range.
  private static let narrowness = 0.5 / 3.0.squareRoot()

  /// A correlation from which parameters count as known together.
  private static let closeness = 0.5

  private func verdict(on axis: Int, _ profile: LikelihoodProfile) -> ParameterVerdict {
    let ends = profile.profile(of: axis)
    func verdict(_ kind: ParameterVerdict.Kind, _ partners: [Int] = []) -> ParameterVerdict {
      ParameterVerdict(
        kind: kind, partners: partners,
        low: ends.low.map { parameters[axis].value(at: $0) },
        high: ends.high.map { parameters[axis].value(at: $0) })
    }
    // At an end of its range a parameter has one side, and is known by how near it is to it.
    let spread = width(of: axis) * parameters[axis].priorDeviation
    if ends.isClosed && spread < Self.narrowness
      || spread < Self.narrowness / 2 && (ends.low != nil || ends.high != nil)
    {
      return verdict(.identified)
    }
    let alone = profile.slice(of: axis)
    let others = parameters.indices.filter { $0 != axis }
      .map { (place: $0, correlation: correlation(axis, $0).magnitude) }
      .sorted { ($1.correlation, $0.place) < ($0.correlation, $1.place) }
    if alone.low != nil || alone.high != nil, let closest = others.first {
      let partners = others.filter { $0.correlation >= Self.closeness }
      return verdict(.together, (partners.isEmpty ? [closest] : partners).map(\.place))
    }
    return verdict(parameters[axis].isInformed ? .priorSpoke : .notIdentified)
  }
}
