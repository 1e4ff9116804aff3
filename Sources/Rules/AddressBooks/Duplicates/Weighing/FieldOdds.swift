/// The likelihood ratios of a field: the frequency of a likeness for one person against two
/// strangers.
///
/// The proportions come from common experience with address books and registers, not from one book.
/// A book contributes only the rarity of its texts.
struct FieldOdds {
  /// The proportion of pairs of one person with this likeness.
  let same: Double
  let slip: Double
  var slips = 0.05
  var vague = 0.02
  let different: Double
  /// The proportion of pairs of strangers with this likeness and different texts.
  let slipByChance: Double
  var slipsByChance = 0.01

  static let given = FieldOdds(
    same: 0.7, slip: 0.12, different: 0.1, slipByChance: 0.004, slipsByChance: 0.02)
  static let family = FieldOdds(same: 0.68, slip: 0.18, different: 0.07, slipByChance: 0.002)
  static let street = FieldOdds(
    same: 0.58, slip: 0.27, slips: 0.07, different: 0.05, slipByChance: 0.001,
    slipsByChance: 0.003)
  static let locality = FieldOdds(same: 0.7, slip: 0.2, different: 0.04, slipByChance: 0.001)
  static let postcode = FieldOdds(same: 0.8, slip: 0.17, different: 0.03, slipByChance: 0.01)
  static let number = FieldOdds(same: 0.83, slip: 0.07, different: 0.1, slipByChance: 0.05)
  static let region = FieldOdds(same: 0.95, slip: 0.05, different: 0.05, slipByChance: 0.7)

  /// The probability that the first letters of two names are equal by chance.
  static let initialByChance = 0.07

  /// Returns the odds of such a likeness, where strangers have the text with the probability
  /// `rarity`.
  func odds(of likeness: Likeness, rarity: Double) -> Double {
    switch likeness {
    case .same: same / rarity
    case .slip: slip / max(slipByChance, rarity)
    case .slips: slips / max(slipsByChance, rarity)
    case .initial: same / Self.initialByChance
    case .vague: vague / 0.04
    case .different: different / 0.94
    }
  }
}

/// The probability that two entries share a telephone number or an e-mail address.
struct ReachOdds {
  let same: Double
  let slip: Double
  let different: Double
  let slipByChance: Double
  let sameOfHousehold: Double
  let differentOfHousehold: Double

  static let phone = ReachOdds(
    same: 0.6, slip: 0.03, different: 0.37, slipByChance: 0.0005, sameOfHousehold: 0.25,
    differentOfHousehold: 0.75)
  static let email = ReachOdds(
    same: 0.5, slip: 0.04, different: 0.46, slipByChance: 0.002, sameOfHousehold: 0.05,
    differentOfHousehold: 0.95)
}
