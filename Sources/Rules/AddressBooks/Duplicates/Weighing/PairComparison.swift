/// A comparison of the entries of a book, two at a time.
struct PairComparison {
  typealias Word = Lexicon.Word
  typealias Entry = DuplicateColumns.Entry

  private let columns: DuplicateColumns
  private var words = WordComparison()
  /// The number of records over which rarity is estimated: a small book gives a poor estimate.
  private let population: Double

  init(of columns: DuplicateColumns) {
    self.columns = columns
    population = Double(columns.count + Self.experience)
  }

  /// The number of entries of other books to which common experience is equivalent.
  static let experience = 200

  mutating func odds(of left: Int, _ right: Int) -> PairOdds {
    odds(of: columns.entries[left], columns.entries[right])
  }

  private mutating func odds(of left: Entry, _ right: Entry) -> PairOdds {
    var odds = PairOdds()
    weighNames(of: left, right, into: &odds)
    odds.address = streetOdds(of: left, right) * placeOdds(of: left, right)
    weighReach(of: left, right, into: &odds)
    return odds
  }
}

// MARK: - Names

extension PairComparison {
  /// The proportion of pairs with given name and surname swapped.
  private static let swapped = 0.04
  /// The proportion of pairs of one household with different surnames.
  private static let otherSurname = 0.25
  /// The factor by which a given name repeats more rarely in a household than among strangers.
  private static let namesake = 0.1

  private mutating func weighNames(of left: Entry, _ right: Entry, into odds: inout PairOdds) {
    let (given, other) = (left.given, right.given)
    let (family, otherFamily) = (left.family, right.family)
    let (givenOdds, straightLikeness) = nameOdds(given, other, by: .given)
    let familyOdds = nameOdds(family, otherFamily, by: .family).odds
    let straight = givenOdds * familyOdds * (1 - Self.swapped)
    let (crossedOdds, crossedLikeness) = nameOdds(given, otherFamily, by: .given)
    let crossed = crossedOdds * nameOdds(family, other, by: .family).odds * Self.swapped
    odds.names = max(straight, crossed)
    var likeness = straight >= crossed ? straightLikeness : crossedLikeness
    if likeness.isAgainst, isCalled(left, right) || isCalled(right, left) {
      likeness = .slip
      odds.names = max(odds.names, FieldOdds.given.odds(of: .slip, rarity: 0) * familyOdds)
    }
    odds.givenNamesDiffer = likeness.isAgainst
    odds.isHalfNamed = min(given, other, family, otherFamily) < 0
    odds.namesOfHousehold =
      (Self.otherSurname + (1 - Self.otherSurname) * familyOdds)
      * (likeness == .same ? Self.namesake : 1)
  }

  /// Returns whether an entry has the given name of another as a nickname or a middle name.
  private func isCalled(_ entry: Entry, _ other: Entry) -> Bool {
    columns[entry.otherNames].contains(other.given)
  }

  private mutating func nameOdds(_ left: Word, _ right: Word, by field: FieldOdds) -> (
    odds: Double, likeness: Likeness?
  ) {
    guard left >= 0, right >= 0 else { return (1, nil) }
    let likeness = words.likeness(ofNames: left, right, in: columns)
    return (
      field.odds(of: likeness, rarity: rarity(of: left, right, in: columns.names)), likeness
    )
  }
}

// MARK: - Addresses

extension PairComparison {
  /// The proportion of pairs with the two lines of an address swapped.
  private static let swappedLines = 0.07

  private mutating func streetOdds(of left: Entry, _ right: Entry) -> Double {
    let (street, extra) = (left.street, left.extra)
    let (other, otherExtra) = (right.street, right.extra)
    let straight = lineOdds(street, other) * lineOdds(extra, otherExtra)
    let across = lineOdds(street, otherExtra) * lineOdds(extra, other)
    let lines = max(straight * (1 - Self.swappedLines), across * Self.swappedLines)
    return lines * numberOdds(left.number, right.number, by: .number)
  }

  private mutating func placeOdds(of left: Entry, _ right: Entry) -> Double {
    let locality = odds(
      left.locality, right.locality, in: columns.places, by: .locality)
    let postcode = numberOdds(left.postcode, right.postcode, by: .postcode)
    let region = regionOdds(left.region, right.region)
    // A town and its code are one fact, as rare as the entries that have both.
    let most = max(1, left.neighbours, right.neighbours)
    return min(locality * postcode, max(locality, postcode, population / Double(most))) * region
  }

  private mutating func lineOdds(_ left: Word, _ right: Word) -> Double {
    odds(left, right, in: columns.streets, by: .street)
  }

  private mutating func odds(
    _ left: Word, _ right: Word, in lexicon: Lexicon, by field: FieldOdds
  ) -> Double {
    guard left >= 0, right >= 0 else { return 1 }
    let likeness = words.likeness(of: left, right, in: lexicon)
    return field.odds(of: likeness, rarity: rarity(of: left, right, in: lexicon))
  }

  private mutating func numberOdds(_ left: Word, _ right: Word, by field: FieldOdds) -> Double {
    guard left >= 0, right >= 0 else { return 1 }
    let likeness = words.likeness(ofNumbers: left, right, in: columns.places)
    return field.odds(of: likeness, rarity: rarity(of: left, right, in: columns.places))
  }

  private func regionOdds(_ left: Word, _ right: Word) -> Double {
    guard left >= 0, right >= 0 else { return 1 }
    return FieldOdds.region.odds(
      of: left == right ? .same : .slip, rarity: rarity(of: left, right, in: columns.places))
  }

  /// Returns the probability that a stranger has the commoner of two words.
  private func rarity(of left: Word, _ right: Word, in lexicon: Lexicon) -> Double {
    Double(max(1, lexicon.others(left), lexicon.others(right))) / population
  }
}

// MARK: - Telephones and mail

extension PairComparison {
  private mutating func weighReach(of left: Entry, _ right: Entry, into odds: inout PairOdds) {
    let phones = reachOdds(left.phones, right.phones, by: .phone) {
      $0.likeness(ofNumbers: $1, $2, in: $3)
    }
    let emails = reachOdds(left.emails, right.emails, by: .email) {
      $0.likeness(ofEmails: $1, $2, in: $3)
    }
    odds.reach = phones.person * emails.person
    odds.reachOfHousehold = phones.household * emails.household
    odds.sharesPhone = phones.isShared
    odds.sharesEmail = emails.isShared
  }

  private mutating func reachOdds(
    _ left: DuplicateColumns.List, _ right: DuplicateColumns.List, by field: ReachOdds,
    likeness: (inout WordComparison, Word, Word, Lexicon) -> Likeness
  ) -> (person: Double, household: Double, isShared: Bool) {
    guard !left.isEmpty, !right.isEmpty else { return (1, 1, false) }
    let (left, right) = (columns[left], columns[right])
    let shared = left.filter(right.contains).map { rarity(of: $0, $0, in: columns.reach) }
    if let rarest = shared.min() {
      return (field.same / rarest, field.sameOfHousehold / rarest, true)
    }
    for word in left {
      for other in right where likeness(&words, word, other, columns.reach) == .slip {
        return (field.slip / field.slipByChance, 1, false)
      }
    }
    return (field.different, field.differentOfHousehold, false)
  }
}
