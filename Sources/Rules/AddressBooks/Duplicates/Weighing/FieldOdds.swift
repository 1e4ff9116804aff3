/// How much more often two texts of a field are so alike for one person than for two strangers.
///
/// The shares are those of common experience with address books and registers, not of any one book:
/// a book only says how rare its texts are.
struct FieldOdds {
  /// How often the entries of one person are so alike.
  let same: Double
  let slip: Double
  var slips = 0.05
  var vague = 0.02
  let different: Double
  /// How often the entries of two strangers are so alike without being the same.
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

  /// The first letters of names are the same by chance so often.
  static let initialByChance = 0.07

  /// Returns the odds of such a likeness, where strangers have the text with the chance `rarity`.
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
