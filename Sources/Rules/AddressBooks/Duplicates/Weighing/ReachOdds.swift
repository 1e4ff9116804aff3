/// How often two entries share a telephone number or an address of mail.
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
