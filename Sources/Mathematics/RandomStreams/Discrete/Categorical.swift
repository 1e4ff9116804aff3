/// A choice among categories by weight: one multiplication and one comparison for each draw,
/// whatever their number (the alias method of Walker, 1977, with the tables of Vose, 1991).
public struct Categorical: CumulativeDistribution, Hashable {
  /// One column of the table: it holds its own category up to a threshold, another one beyond.
  @usableFromInline
  @frozen
  struct Column: Hashable, BitwiseCopyable {
    @usableFromInline var threshold: UInt64 = 0
    @usableFromInline var alias: Int
  }

  /// The probability of each category.
  public let probabilities: [Double]
  @usableFromInline let columns: [Column]

  /// Prepares the table, in time and memory proportional to the number of weights.
  ///
  /// - Throws: `InvalidParameter` unless the weights are finite and not negative, and their sum is
  ///   finite and above 0.
  public init(weights: [Double]) throws(InvalidParameter) {
    for (place, weight) in weights.enumerated() {
      try InvalidParameter.require(
        weight >= 0 && weight < .infinity, "weight \(place)", weight, "at least 0 and finite")
    }
    let total = weights.reduce(0, +)
    try InvalidParameter.requirePositive(total, "sum of the weights")
    probabilities = weights.map { $0 / total }
    columns = Self.columns(of: probabilities)
  }

  private static func columns(of probabilities: [Double]) -> [Column] {
    var shares = probabilities.map { $0 * Double(probabilities.count) }
    let likeliest = shares.indices.max { shares[$0] < shares[$1] } ?? 0
    var columns = shares.map { _ in Column(alias: likeliest) }
    var scarce = shares.indices.filter { shares[$0] < 1 }
    var ample = shares.indices.filter { shares[$0] >= 1 }
    while let taker = scarce.last, let giver = ample.last {
      scarce.removeLast()
      columns[taker] = Column(threshold: UInt64(shares[taker] * 0x1p64), alias: giver)
      shares[giver] -= 1 - shares[taker]
      if shares[giver] < 1 {
        ample.removeLast()
        scarce.append(giver)
      }
    }
    // Columns left over by rounding are full, but a category of weight 0 stays impossible.
    for rest in scarce + ample where probabilities[rest] > 0 {
      columns[rest] = Column(threshold: .max, alias: rest)
    }
    return columns
  }

  /// Returns the place of a category among the weights.
  @inlinable
  public func sample(using generator: inout some RandomNumberGenerator) -> Int {
    let (place, fraction) = generator.next().multipliedFullWidth(by: UInt64(columns.count))
    let column = columns[Int(place)]
    return fraction < column.threshold ? Int(place) : column.alias
  }

  /// The mean place.
  public var mean: Double {
    probabilities.indices.reduce(0) { $0 + Double($1) * probabilities[$1] }
  }

  /// The mean square distance of a drawn place from the mean place.
  public var variance: Double {
    let mean = mean
    return probabilities.indices.reduce(0) { sum, place in
      let distance = Double(place) - mean
      return sum + distance * distance * probabilities[place]
    }
  }

  /// Returns the probability of a place up to `value`.
  ///
  /// - Complexity: O(value).
  public func cumulative(_ value: Int) -> Double {
    guard value < probabilities.count - 1 else { return 1 }
    return value < 0 ? 0 : probabilities[...value].reduce(0, +)
  }

  /// Returns the first place up to which the probabilities sum to at least `probability`.
  ///
  /// A category of weight 0 is never returned.
  public func quantile(_ probability: Double) -> Int {
    var sum = 0.0
    var last = 0
    for (place, share) in probabilities.enumerated() where share > 0 {
      sum += share
      last = place
      if sum >= probability { break }
    }
    return last
  }
}
