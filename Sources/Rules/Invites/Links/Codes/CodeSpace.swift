/// Collision statistics of a set of equally likely codes.
///
/// The functions describe codes drawn blindly. A mint that checks for a taken code never collides,
/// and only draws again.
public struct CodeSpace: Hashable, Sendable, BitwiseCopyable {
  /// The number of different codes.
  public let count: UInt64

  /// Creates a space of `count` codes, which must be at least one.
  public init(count: UInt64) {
    precondition(count > 0, "a space of codes has at least one")
    self.count = count
  }

  /// The 62⁸ invite codes.
  public static let inviteCodes = CodeSpace(count: 218_340_105_584_896)
}

extension CodeSpace {
  /// The expected number of pairs that share a code among `codes` blind draws.
  public func expectedCollidingPairs(among codes: UInt64) -> Double {
    guard codes > 1 else { return 0 }
    return Double(codes) / 2 * Double(codes - 1) / Double(count)
  }

  /// The chance that any two of `codes` blind draws are the same (the birthday problem).
  public func probabilityOfCollision(among codes: UInt64) -> Double {
    guard codes <= count else { return 1 }
    guard codes > 4_096 else {
      // Each draw adds the chance that it is the first to hit one before; nothing cancels.
      var probability = 0.0
      for drawn in 0..<codes { probability += (1 - probability) * Double(drawn) / Double(count) }
      return probability
    }
    // −log of the product of 1 − i/count, to the third order; the remainder is below
    // codes⁵/(20·count⁴), and past 4 096 codes that is nothing until the chance is as good as 1.
    let drawn = Double(codes - 1)
    let space = Double(count)
    let first = drawn * (drawn + 1) / 2 / space
    let second = first * (2 * drawn + 1) / 6 / space
    let third = first * first / 3 / space
    return Self.chanceOfAny(expecting: first + second + third)
  }

  /// The chance that the next blind draw is one of `taken` codes.
  public func probabilityThatNextCollides(taken: UInt64) -> Double {
    Double(min(taken, count)) / Double(count)
  }

  /// The expected number of draws until a free code; infinite when all are taken.
  public func expectedDrawsPerMint(taken: UInt64) -> Double {
    taken < count ? Double(count) / Double(count - taken) : .infinity
  }

  /// The chance that a mint gives up after `draws` draws.
  public func probabilityOfRefusal(taken: UInt64, draws: Int) -> Double {
    (0..<draws).reduce(1) { chance, _ in chance * probabilityThatNextCollides(taken: taken) }
  }

  /// Returns 1 − e⁻ˣ, the chance that at least one of `x` expected rare events happens.
  ///
  /// The rules have no mathematics library. The power series serves small numbers, where 1 − exp(−x)
  /// would lose all its digits; larger ones are doubled up from there: of two halves at least one
  /// has an event with q + (1 − q)q. No step subtracts nearly equal numbers.
  static func chanceOfAny(expecting x: Double) -> Double {
    guard x < 40 else { return 1 }
    var part = x
    var doublings = 0
    while part > 0.125 {
      part /= 2
      doublings += 1
    }
    var term = part
    var chance = part
    for power in 2...11 {
      term *= -part / Double(power)
      chance += term
    }
    for _ in 0..<doublings { chance += (1 - chance) * chance }
    return chance
  }
}
