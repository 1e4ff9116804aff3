import Statistics

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
