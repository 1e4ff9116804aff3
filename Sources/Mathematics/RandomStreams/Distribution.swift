/// A probability distribution that a generator samples.
public protocol Distribution<Value>: Sendable {
  /// The type of a value: a real number, a whole number, or yes and no.
  associatedtype Value

  /// Returns one value; the same numbers of `generator` give the same value.
  func sample(using generator: inout some RandomNumberGenerator) -> Value

  /// The mean of the values; for yes and no, the proportion of yes.
  var mean: Double { get }

  /// The mean square deviation from the mean.
  var variance: Double { get }
}

/// A distribution with a cumulative probability in closed form.
public protocol CumulativeDistribution<Value>: Distribution where Value: Comparable {
  /// Returns the probability of at most `value`.
  func cumulative(_ value: Value) -> Double

  /// Returns the least value whose cumulative probability reaches `probability`, from 0 to 1.
  func quantile(_ probability: Double) -> Value
}

extension Distribution {
  /// Returns the distribution of constant parameters, as in `Exponential.certain(try .init(mean:
  /// 3))`.
  ///
  /// Parameters from outside require a `try` of their own: here an invalid one is a trap.
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

extension CumulativeDistribution<Int> {
  /// Returns the least value from `lowest` up to `highest` whose cumulative probability reaches
  /// `probability`, in a number of steps that grows with the logarithm of the answer.
  func leastValue(reaching probability: Double, from lowest: Int, to highest: Int = .max) -> Int {
    guard cumulative(lowest) < probability else { return lowest }
    // A probability of 1 is beyond every sum, and so is replaced by the greatest below it.
    let target = Swift.min(probability, 1 - 0x1p-53)
    var low = lowest
    var step = 1
    while highest - low > step, cumulative(low + step) < target {
      low += step
      step = Swift.min(step * 2, 1 << 60)
    }
    var high = highest - low > step ? low + step : highest
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if cumulative(middle) < target { low = middle } else { high = middle }
    }
    return high
  }
}

extension CumulativeDistribution<Double> {
  /// Returns the least number from 0 up to `highest` whose cumulative probability reaches
  /// `probability`, by halving the numbers between, of which there are fewer than 2^63.
  func leastValue(reaching probability: Double, upTo highest: Double) -> Double {
    guard probability > 0 else { return 0 }
    guard probability < 1 else { return probability == 1 ? highest : .nan }
    // Numbers that are not negative are ordered as their bit patterns are.
    var low: UInt64 = 0
    var high = highest.bitPattern
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if cumulative(Double(bitPattern: middle)) < probability {
        low = middle
      } else {
        high = middle
      }
    }
    return Double(bitPattern: high)
  }
}

extension MutableCollection where Self: RandomAccessCollection {
  /// Shuffles the elements; every order is exactly equally likely.
  ///
  /// Unlike that of `shuffle(using:)`, the result does not change with the standard library.
  ///
  /// - Complexity: O(count).
  @inlinable
  public mutating func shuffle(by generator: inout some RandomNumberGenerator) {
    var left = count
    var place = startIndex
    while left > 1 {
      let distance = Int(generator.uniform(below: UInt64(left)))
      swapAt(place, index(place, offsetBy: distance))
      formIndex(after: &place)
      left -= 1
    }
  }
}
