internal import RandomStreams

/// A period in which the rate changes from one value to another.
struct RateSegment: Hashable, Sendable {
  /// The course of the rate.
  enum Course: Hashable, Sendable {
    /// By the same amount in equal times.
    case linear
    /// By the same factor in equal times.
    case geometric
  }

  /// In seconds.
  let length: Double
  /// Arrivals a second at the start.
  let first: Double
  /// Arrivals a second at the end.
  let last: Double
  let course: Course

  init(_ length: Duration, from first: Double, to last: Double, course: Course = .linear) {
    self.length = length.seconds
    self.first = first
    self.last = last
    self.course = first == last ? .linear : course
  }

  /// The expected number of arrivals.
  var mass: Double { mass(before: length) }

  /// Returns the rate after so many seconds.
  func rate(at time: Double) -> Double {
    switch course {
    case .linear: first + slope * time
    case .geometric: first * Double.exp(growth * time)
    }
  }

  /// Returns the expected number of arrivals in the first seconds.
  func mass(before time: Double) -> Double {
    switch course {
    case .linear: time * (first + slope * time / 2)
    case .geometric: first * Double.expMinusOne(growth * time) / growth
    }
  }

  /// Returns the seconds until an expected number of arrivals: the inverse of `mass(before:)`.
  func time(ofMass mass: Double) -> Double {
    guard mass > 0 else { return 0 }
    switch course {
    case .linear where slope == 0: return mass / first
    case .linear:
      // The form of the root that loses no digits where the slope is small.
      return 2 * mass / (first + max(0, first * first + 2 * slope * mass).squareRoot())
    case .geometric: return Double.log(onePlus: mass * growth / first) / growth
    }
  }

  private var slope: Double { (last - first) / length }
  private var growth: Double { Double.log(last / first) / length }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
