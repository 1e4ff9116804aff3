extension Double {
  /// Returns the chance that a standard normal deviate is at most `z`.
  ///
  /// Full relative accuracy in the far lower tail; for the upper tail ask for the cumulative of
  /// −`z`.
  public static func normalCumulative(_ z: Double) -> Double {
    guard z.magnitude < 39 else { return z.isNaN ? z : z < 0 ? 0 : 1 }
    let distance = z.magnitude
    let tail =
      0.5 * exp(minusSquareOf: distance, times: 0.5)
      * scaledComplementaryErrorFunction(distance * 0.5.squareRoot())
    return z < 0 ? tail : 1 - tail
  }

  /// Returns the `z` that a standard normal deviate stays below with chance `p`, to 16 digits.
  ///
  /// A `p` of 0 gives minus infinity, of 1 infinity; outside of that, and for NaN, NaN.
  /// The upper tail's quantile is minus that of the lower, which keeps its digits.
  /// Source: Wichura (1988), algorithm AS 241, PPND16.
  @inlinable
  public static func normalQuantile(_ p: Double) -> Double {
    let offset = p - 0.5
    if offset.magnitude <= 0.425 {
      return offset * centralNormalQuantileRatio(0.180625 - offset * offset)
    }
    guard p > 0, p < 1 else { return p == 0 ? -.infinity : p == 1 ? .infinity : .nan }
    let root = (-log(offset < 0 ? p : 1 - p)).squareRoot()
    let z = root <= 5 ? middleNormalQuantile(root - 1.6) : farNormalQuantile(root - 5)
    return offset < 0 ? -z : z
  }

  @inlinable
  static func centralNormalQuantileRatio(_ r: Double) -> Double {
    var above = 2509.0809287301226727
    above = above * r + 33430.575583588128105
    above = above * r + 67265.770927008700853
    above = above * r + 45921.953931549871457
    above = above * r + 13731.693765509461125
    above = above * r + 1971.5909503065514427
    above = above * r + 133.14166789178437745
    above = above * r + 3.387132872796366608
    var below = 5226.495278852545925
    below = below * r + 28729.085735721942674
    below = below * r + 39307.89580009271061
    below = below * r + 21213.794301586595867
    below = below * r + 5394.1960214247511077
    below = below * r + 687.1870074920579083
    below = below * r + 42.313330701600911252
    return above / (below * r + 1)
  }

  @usableFromInline
  static func middleNormalQuantile(_ r: Double) -> Double {
    var above = 7.7454501427834140764e-4
    above = above * r + 0.0227238449892691845833
    above = above * r + 0.24178072517745061177
    above = above * r + 1.27045825245236838258
    above = above * r + 3.64784832476320460504
    above = above * r + 5.7694972214606914055
    above = above * r + 4.6303378461565452959
    above = above * r + 1.42343711074968357734
    var below = 1.05075007164441684324e-9
    below = below * r + 5.475938084995344946e-4
    below = below * r + 0.0151986665636164571966
    below = below * r + 0.14810397642748007459
    below = below * r + 0.68976733498510000455
    below = below * r + 1.6763848301838038494
    below = below * r + 2.05319162663775882187
    return above / (below * r + 1)
  }

  @usableFromInline
  static func farNormalQuantile(_ r: Double) -> Double {
    var above = 2.01033439929228813265e-7
    above = above * r + 2.71155556874348757815e-5
    above = above * r + 0.0012426609473880784386
    above = above * r + 0.026532189526576123093
    above = above * r + 0.29656057182850489123
    above = above * r + 1.7848265399172913358
    above = above * r + 5.4637849111641143699
    above = above * r + 6.6579046435011037772
    var below = 2.04426310338993978564e-15
    below = below * r + 1.4215117583164458887e-7
    below = below * r + 1.8463183175100546818e-5
    below = below * r + 7.868691311456132591e-4
    below = below * r + 0.0148753612908506148525
    below = below * r + 0.13692988092273580531
    below = below * r + 0.59983220655588793769
    return above / (below * r + 1)
  }
}
