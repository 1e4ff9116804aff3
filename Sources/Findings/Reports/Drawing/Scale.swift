import RandomStreams

/// A map from numbers to places on an axis.
struct Scale: Hashable, Sendable {
  /// The quantity to which distances are proportional.
  enum Form: Hashable, Sendable {
    /// Equal differences.
    case linear
    /// Equal ratios.
    case logarithmic
    /// Equal ratios of the remainder to 100: 90, 99, 99.9 and so on.
    case nines
  }

  let form: Form
  /// The numbers at both ends of the axis.
  let from: Double
  let to: Double
  /// The places of the ends, in units of the picture.
  let start: Double
  let end: Double

  init(_ form: Form = .linear, from: Double, to: Double, start: Double, end: Double) {
    self.form = form
    self.from = from
    self.to = to
    self.start = start
    self.end = end
  }

  /// Returns the place of a number; one beyond an end has the place of that end.
  func place(_ number: Double) -> Double {
    let (low, high) = (position(from), position(to))
    guard high > low else { return (start + end) / 2 }
    let share = min(1, max(0, (position(number) - low) / (high - low)))
    return start + share * (end - start)
  }

  private func position(_ number: Double) -> Double {
    switch form {
    case .linear: number
    case .logarithmic: .log(max(number, .leastNormalMagnitude))
    case .nines: Self.nines(number)
    }
  }

  /// Returns the nines of a percentile: none at 0, one at 90, two at 99.
  static func nines(_ percentile: Double) -> Double {
    -Double.log(max(1e-12, 1 - percentile / 100)) / .log(10)
  }
}
