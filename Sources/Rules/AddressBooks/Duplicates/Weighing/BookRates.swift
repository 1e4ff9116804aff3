/// The estimated rates of duplicates and of people of one household in a book.
///
/// They are estimated from the book itself by expectation maximisation, starting with common
/// values.
struct BookRates {
  private(set) var duplicates = 0.2
  private(set) var housemates = 0.1
  private let count: Double

  /// The weight of the prior rates, in entries.
  private static let experience = 10.0
  private static let rounds = 40

  init(count: Int) {
    self.count = Double(count)
  }

  mutating func learn(from odds: [PairOdds]) {
    let (common, rounds) = (self, Self.rounds)
    for _ in 0..<rounds {
      var (persons, households) = (0.0, 0.0)
      for pair in odds {
        let (person, household) = shares(of: pair)
        persons += person
        households += household
      }
      duplicates = Self.blend(persons, of: count, with: common.duplicates)
      housemates = Self.blend(households, of: count, with: common.housemates)
    }
  }

  private static func blend(_ found: Double, of count: Double, with common: Double) -> Double {
    (found + experience * common) / (count + experience)
  }

  /// Returns the probabilities that two entries are of one person, and that they are of one
  /// household.
  func shares(of odds: PairOdds) -> (person: Double, household: Double) {
    // The number of others that a pair is drawn from; a small book is part of a larger one.
    let others = (count - 1) / 2 + Double(PairComparison.experience)
    let person = duplicates / others * odds.person
    let household = housemates / others * odds.household
    let all = 1 + person + household
    return (person / all, household / all)
  }
}
