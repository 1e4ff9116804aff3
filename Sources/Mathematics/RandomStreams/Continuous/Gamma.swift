/// The gamma distribution: the waiting time for `shape` events, or a rate that differs between
/// people.
@frozen
public struct Gamma: CumulativeDistribution, Hashable, BitwiseCopyable {
  /// The number of events waited for, from 10^−100 to 10^100; it need not be whole.
  public let shape: Double
  /// The mean wait for a single event, in the unit of the values; above 0 and finite.
  public let scale: Double
  @usableFromInline let core: GammaCore

  /// - Throws: `InvalidParameter` unless the shape is from 10^−100 to 10^100 and the scale above 0
  ///   and finite.
  public init(shape: Double, scale: Double) throws(InvalidParameter) {
    try InvalidParameter.requireShape(shape, "shape")
    try InvalidParameter.requirePositive(scale, "scale")
    self.shape = shape
    self.scale = scale
    core = GammaCore(shape: shape)
  }

  /// By rejection, with about 1.05 pairs of numbers, and one more for a shape below 1, where a value
  /// may be too small for a number other than 0.
  @inlinable
  public func sample(using generator: inout some RandomNumberGenerator) -> Double {
    let value = scale * core.sample(using: &generator)
    guard shape < 1 else { return value }
    return value * Double.exp(Double.log(generator.openUniform()) / shape)
  }

  /// The mean, shape · scale.
  public var mean: Double { shape * scale }

  /// The variance, shape · scale².
  public var variance: Double { shape * scale * scale }

  /// Returns the probability of at most `value`: the regularized lower incomplete gamma function.
  public func cumulative(_ value: Double) -> Double {
    value <= 0 ? 0 : Double.regularizedLowerGamma(shape: shape, value / scale)
  }

  /// Computes the cumulative probability about 60 times.
  public func quantile(_ probability: Double) -> Double {
    leastValue(reaching: probability, upTo: .infinity)
  }
}

/// The beta distribution: a proportion between 0 and 1, such as a person's inclination.
@frozen
public struct Beta: CumulativeDistribution, Hashable, BitwiseCopyable {
  /// The first shape, from 10^−100 to 10^100: a greater one moves the values towards 1.
  public let alpha: Double
  /// The second shape, from 10^−100 to 10^100: a greater one moves the values towards 0.
  public let beta: Double
  @usableFromInline let forCore: GammaCore
  @usableFromInline let againstCore: GammaCore

  /// - Throws: `InvalidParameter` unless both shapes are from 10^−100 to 10^100.
  public init(alpha: Double, beta: Double) throws(InvalidParameter) {
    try InvalidParameter.requireShape(alpha, "alpha")
    try InvalidParameter.requireShape(beta, "beta")
    self.alpha = alpha
    self.beta = beta
    forCore = GammaCore(shape: alpha)
    againstCore = GammaCore(shape: beta)
  }

  /// By the proportion of one gamma value in the sum of two; so close to 0 or 1 that no number lies
  /// between, it is 0 or 1.
  @inlinable
  public func sample(using generator: inout some RandomNumberGenerator) -> Double {
    let up = forCore.sample(using: &generator)
    let down = againstCore.sample(using: &generator)
    guard alpha < 1 || beta < 1 else { return up / (up + down) }
    // By logarithms, since with small shapes both gamma values may vanish.
    var odds = Double.log(down / up)
    if alpha < 1 { odds -= Double.log(generator.openUniform()) / alpha }
    if beta < 1 { odds += Double.log(generator.openUniform()) / beta }
    return 1 / (1 + Double.exp(odds))
  }

  /// The mean, α / (α + β).
  public var mean: Double { alpha / (alpha + beta) }

  /// The variance, mean · (1 − mean) / (α + β + 1); at most 1/4.
  public var variance: Double { mean * (beta / (alpha + beta)) / (alpha + beta + 1) }

  /// Returns the probability of at most `value`: the regularized incomplete beta function.
  public func cumulative(_ value: Double) -> Double {
    value <= 0 ? 0 : value >= 1 ? 1 : Double.regularizedBeta(value, alpha, beta)
  }

  /// Computes the cumulative probability about 60 times.
  public func quantile(_ probability: Double) -> Double {
    leastValue(reaching: probability, upTo: 1)
  }
}

/// The exponential distribution: the waiting time for an event of constant rate.
@frozen
public struct Exponential: CumulativeDistribution, Hashable, BitwiseCopyable {
  /// The mean waiting time, above 0 and finite; the inverse of the rate.
  public let mean: Double

  /// - Throws: `InvalidParameter` unless `mean` is above 0 and finite.
  public init(mean: Double) throws(InvalidParameter) {
    try InvalidParameter.requirePositive(mean, "mean")
    self.mean = mean
  }

  /// - Throws: `InvalidParameter` unless `rate`, events per unit of time, is above 0 and finite,
  ///   and so is the mean.
  public init(rate: Double) throws(InvalidParameter) {
    try InvalidParameter.requirePositive(rate, "rate")
    try InvalidParameter.requirePositive(1 / rate, "mean")
    mean = 1 / rate
  }

  /// By inversion: a greater number of the generator gives a greater value, at most 36.7 means.
  @inlinable
  public func sample(using generator: inout some RandomNumberGenerator) -> Double {
    -mean * Double.log(1 - generator.openUniform())
  }

  /// The square of the mean; infinite where it exceeds the greatest number.
  public var variance: Double { mean * mean }

  /// Returns the probability of at most `value`, with full accuracy where that is tiny.
  public func cumulative(_ value: Double) -> Double {
    value <= 0 ? 0 : -Double.expMinusOne(-value / mean)
  }

  /// Returns the least value whose cumulative probability reaches `probability`; infinite for 1.
  public func quantile(_ probability: Double) -> Double {
    -mean * Double.log(onePlus: -probability)
  }
}

/// The gamma distribution of scale 1 for shapes from 1, and for a smaller one that of a shape
/// greater by 1, which a number to the power of 1/shape completes (Marsaglia and Tsang, 2000).
@usableFromInline
@frozen
struct GammaCore: Hashable, BitwiseCopyable {
  @usableFromInline let centre: Double
  @usableFromInline let spread: Double

  init(shape: Double) {
    centre = (shape < 1 ? shape + 1 : shape) - 1.0 / 3
    spread = 1 / (9 * centre).squareRoot()
  }

  @inlinable
  func sample(using generator: inout some RandomNumberGenerator) -> Double {
    while true {
      let deviate = Double.normalQuantile(generator.openUniform())
      let chance = generator.openUniform()
      let root = 1 + spread * deviate
      guard root > 0 else { continue }
      let cube = root * root * root
      let square = deviate * deviate
      // The first condition implies the second, and nearly always spares its logarithms.
      if chance < 1 - 0.0331 * square * square
        || Double.log(chance) < 0.5 * square + centre * (1 - cube + Double.log(cube))
      {
        return centre * cube
      }
    }
  }
}

/// A lookup table of a distribution's quantiles.
///
/// It interpolates linearly between a thousand of them: of a log-normal distribution with a sigma
/// of up to 2 no value is off by more than one in ten thousand. The sixteenth at either end, where
/// no line would do, is computed.
@frozen
public struct QuantileTable: Sendable {
  @usableFromInline static var end: Double { 0x1p-4 }
  @usableFromInline static var cells: Int { 1_024 }
  /// The cells for each unit of probability.
  @usableFromInline static var perUnit: Double { Double(cells) / (1 - 2 * end) }

  @usableFromInline let values: [Double]

  /// Computes the table by 1,025 calls of `quantile`, for probabilities from 1/16 to 15/16.
  public init(_ quantile: (Double) -> Double) {
    values = (0...Self.cells).map { quantile(Self.end + Double($0) / Self.perUnit) }
  }

  /// Returns the quantile of `probability`, above 0 and below 1; near either, that of `compute`.
  @inlinable @inline(__always)
  public func quantile(_ probability: Double, else compute: (Double) -> Double) -> Double {
    let place = (probability - Self.end) * Self.perUnit
    guard place >= 0, place < Double(Self.cells) else { return compute(probability) }
    let cell = Int(place)
    let left = values[cell]
    return left + (values[cell + 1] - left) * (place - Double(cell))
  }
}
