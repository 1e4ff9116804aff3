/// A way in which chance gives values.
public protocol Distribution<Value>: Sendable {
  associatedtype Value

  /// Returns one value; the same numbers of `generator` give the same value.
  func sample(using generator: inout some RandomNumberGenerator) -> Value

  /// What the values are on average; of yes and no, the share of yes.
  var mean: Double { get }

  /// The mean square of what separates a value from the mean.
  var variance: Double { get }
}

/// A distribution whose probabilities add up in closed form.
public protocol CumulativeDistribution<Value>: Distribution where Value: Comparable {
  /// Returns the probability of at most `value`.
  func cumulative(_ value: Value) -> Double

  /// Returns the least value whose cumulative probability reaches `probability`, from 0 to 1.
  func quantile(_ probability: Double) -> Value
}

extension Distribution {
  /// Returns the distribution that `build` makes of parameters that stand in the source, as in
  /// `Exponential.certain(try .init(mean: 3))`.
  ///
  /// Parameters from outside deserve a `try` of their own: here a wrong one is a trap.
  @inlinable
  public static func certain(
    _ build: @autoclosure () throws(InvalidParameter) -> Self
  ) -> Self {
    do {
      return try build()
    } catch {
      preconditionFailure(error.description)
    }
  }
}
