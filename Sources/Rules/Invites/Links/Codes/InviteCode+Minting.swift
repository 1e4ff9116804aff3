public import Vocabulary

extension InviteCode {
  /// The reason why no code was minted.
  public enum MintRefusal: Error, Hashable, Sendable {
    /// Every code that was drawn is taken; the space is full, or the generator is stuck.
    case everyDrawTaken(draws: Int)

    /// The deciding rule.
    public var rule: RuleID { "LNK-06" }
  }

  /// Returns a random code, each of the 62⁸ with the same probability.
  ///
  /// Where codes protect something, pass a cryptographic generator, such as the system's.
  public static func random(using generator: inout some RandomNumberGenerator) -> InviteCode {
    InviteCode(number: generator.number(below: CodeSpace.inviteCodes.count))
  }

  /// Draws codes until one is free, at most `draws` times.
  ///
  /// Between check and insertion another writer may take the code. A store with several writers
  /// decides with its unique index, and then mints again.
  public static func mint(
    using generator: inout some RandomNumberGenerator, draws: Int = 8,
    isTaken: (InviteCode) -> Bool
  ) throws(MintRefusal) -> InviteCode {
    for _ in 0..<draws {
      let code = random(using: &generator)
      if !isTaken(code) { return code }
    }
    throw .everyDrawTaken(draws: draws)
  }
}

extension RandomNumberGenerator {
  /// Draws a whole number from 0 to `bound` − 1, each with exactly the same probability.
  ///
  /// The standard library does the same, but may change how many draws it takes; here the same
  /// seed must give the same numbers with every toolchain. (Lemire, "Fast random integer
  /// generation in an interval", 2019.)
  mutating func number(below bound: UInt64) -> UInt64 {
    precondition(bound > 0, "there is no number below zero")
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      // The lowest products would give some numbers a higher probability than others.
      let excess = (0 &- bound) % bound
      while product.low < excess { product = next().multipliedFullWidth(by: bound) }
    }
    return product.high
  }
}

extension LinkRules {
  static let minting: [Rule] = [
    Rule("LNK-06", "A code that is taken is never given again: two inviters never share one.")
  ]
}
