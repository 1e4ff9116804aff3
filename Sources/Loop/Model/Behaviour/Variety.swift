import RandomStreams

/// The number of values of a trait among people, and their inequality.
public struct Variety: Hashable, Sendable {
  /// At least 1.
  public var count: Int
  /// The exponent s of Zipf's law: the value of rank r is drawn in proportion to 1 / r^s; 0 makes
  /// all equal.
  public var exponent: Double

  public init(count: Int, exponent: Double) {
    self.count = count
    self.exponent = exponent
  }
}

extension Variety {
  /// The chance that two people have the same value.
  public var agreement: Double {
    let weights = weights
    let total = weights.reduce(0, +)
    return weights.reduce(0) { $0 + ($1 / total) * ($1 / total) }
  }

  /// The choice of a rank, counted from 0.
  var choice: Categorical {
    precondition(count >= 1, "a variety of \(count) values leaves none to choose")
    return Categorical.certain(try .init(weights: weights))
  }

  private var weights: [Double] {
    (0..<count).map { Double.exp(-exponent * Double.log(Double($0 + 1))) }
  }
}
