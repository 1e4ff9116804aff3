import RandomStreams
public import Statistics

/// What the final size of a cascade says about the coefficient K behind it, when each member brings
/// a Poisson number of others.
///
/// The size has the Borel–Tanner distribution: its likelihood is e^(−Kn) (Kn)^(n−s).
public struct TotalProgeny: Sendable, Hashable {
  /// The members at the beginning.
  public let founders: Int
  /// All members at the end, with the founders.
  public let members: Int

  /// Creates the size of a cascade that has ended.
  public init(founders: Int, members: Int) {
    precondition(founders > 0 && members >= founders, "\(members) members of \(founders) founders")
    self.founders = founders
    self.members = members
  }

  /// The likeliest K: the share of members whom another brought.
  public var coefficient: Double { 1 - Double(founders) / Double(members) }

  /// The standard error of `coefficient`, √(K (1 − K) / s).
  public var standardError: Double {
    (coefficient * (1 - coefficient) / Double(founders)).squareRoot()
  }

  /// Returns the factor on the standard error where the numbers that members send differ, with a
  /// gamma distribution of that shape: √(1 + K / shape).
  public func spread(ofShape shape: Double) -> Double { (1 + coefficient / shape).squareRoot() }

  /// Returns the logarithm of the likelihood of a K, without what does not depend on it.
  public func logLikelihood(of coefficient: Double) -> Double {
    let (members, brought) = (Double(members), Double(members - founders))
    return brought == 0
      ? -coefficient * members : brought * Double.log(coefficient) - coefficient * members
  }

  /// Returns the values of K that the likelihood does not rule out.
  public func profile(confidence: Double = 0.95) -> Estimate {
    let drop = ChiSquare(degreesOfFreedom: 1).quantile(confidence) / 2
    let best = logLikelihood(of: coefficient)
    func end(inside: Double, outside: Double) -> Double {
      var (inside, outside) = (inside, outside)
      for _ in 0..<200 {
        let middle = (inside + outside) / 2
        if best - logLikelihood(of: middle) > drop { outside = middle } else { inside = middle }
      }
      return inside
    }
    var beyond = max(2 * coefficient, 1 / Double(members))
    while best - logLikelihood(of: beyond) <= drop { beyond *= 2 }
    return Estimate(
      coefficient, from: coefficient > 0 ? end(inside: coefficient, outside: 0) : 0,
      to: end(inside: coefficient, outside: beyond), confidence: confidence)
  }
}
