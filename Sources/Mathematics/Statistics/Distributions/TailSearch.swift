internal import RandomStreams

/// A search for the argument at which a tail of a distribution has a given probability.
enum TailSearch {
  /// Returns the positive `x` whose tail is `share`; the tail must be monotonic.
  ///
  /// Newton's steps between logarithms, since tails are nearly powers or exponentials; a bracket
  /// keeps them in bounds.
  static func argument(
    of share: Double, from start: Double, isFalling: Bool,
    tail: (Double) -> (share: Double, density: Double)
  ) -> Double {
    var low = 0.0
    var high = Double.infinity
    var x = start > 0 && start < .infinity ? start : 1
    for _ in 0..<200 {
      let here = tail(x)
      if here.share == share { return x }
      if (here.share > share) == isFalling { low = x } else { high = x }
      let slope = here.density * x / here.share * (isFalling ? -1 : 1)
      let newton = x * Double.exp(-Double.log(here.share / share) / slope)
      let next = newton > low && newton < high ? newton : middle(low, high)
      if (next - x).magnitude <= 2e-16 * x { return next }
      x = next
    }
    return x
  }

  private static func middle(_ low: Double, _ high: Double) -> Double {
    if low == 0 { return high / 16 }
    if high == .infinity { return low * 16 }
    return low.squareRoot() * high.squareRoot()
  }
}
