extension Array<Double> {
  /// Returns the quantile of these sorted numbers, interpolated between neighbours.
  ///
  /// The definition that R calls type 7 and NumPy has by default (Hyndman and Fan, 1996).
  public func interpolatedQuantile(_ p: Double) -> Double {
    precondition(!isEmpty, "no numbers have no quantile")
    let position = p * Double(count - 1)
    let below = Swift.min(Int(position), count - 1)
    let above = Swift.min(below + 1, count - 1)
    return self[below] + (self[above] - self[below]) * (position - Double(below))
  }
}
