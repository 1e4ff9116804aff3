/// Compares the entries of a book, two at a time.
struct PairComparison {
  typealias Word = Lexicon.Word

  private let columns: DuplicateColumns
  private var words = WordComparison()
  /// The records that rarity is counted in: a small book says little of how rare a text is.
  private let population: Double

  init(of columns: DuplicateColumns) {
    self.columns = columns
    population = Double(columns.count + Self.experience)
  }

  /// How many entries of other books common experience stands for.
  static let experience = 200

  mutating func odds(of left: Int, _ right: Int) -> PairOdds {
    var odds = PairOdds()
    weighNames(of: left, right, into: &odds)
    odds.address = streetOdds(of: left, right) * placeOdds(of: left, right)
    weighReach(of: left, right, into: &odds)
    return odds
  }
}

// MARK: - Names

extension PairComparison {
  private static let swapped = 0.04

  private mutating func weighNames(of left: Int, _ right: Int, into odds: inout PairOdds) {
    let (given, other) = (columns.given[left], columns.given[right])
    let (family, otherFamily) = (columns.family[left], columns.family[right])
    let (givenOdds, givenLikeness) = nameOdds(given, other, by: .given)
    let (familyOdds, _) = nameOdds(family, otherFamily, by: .family)
    let straight = givenOdds * familyOdds * (1 - Self.swapped)
    let (crossed, likeness) = nameOdds(given, otherFamily, by: .given)
    let across = crossed * nameOdds(family, other, by: .family).odds * Self.swapped
    odds.names = max(straight, across)
    odds.familyOfHousehold = 0.25 + 0.75 * familyOdds
    let counted = straight >= across ? givenLikeness : likeness
    odds.givenNamesDiffer = counted == .different || counted == .vague
    guard odds.givenNamesDiffer, let called = calledOdds(of: left, right) else { return }
    odds.names = max(odds.names, called * familyOdds)
    odds.givenNamesDiffer = false
  }

  /// The odds that someone is known by a nickname or a middle name; `nil` if not.
  private func calledOdds(of left: Int, _ right: Int) -> Double? {
    let isCalled =
      columns.others[left].contains(columns.given[right])
      || columns.others[right].contains(columns.given[left])
    return isCalled ? FieldOdds.given.odds(of: .slip, rarity: 0) : nil
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
  private static let swappedLines = 0.07

  private mutating func streetOdds(of left: Int, _ right: Int) -> Double {
    let (street, extra) = (columns.street[left], columns.extra[left])
    let (other, otherExtra) = (columns.street[right], columns.extra[right])
    let straight = lineOdds(street, other) * lineOdds(extra, otherExtra)
    let across = lineOdds(street, otherExtra) * lineOdds(extra, other)
    let lines = max(straight * (1 - Self.swappedLines), across * Self.swappedLines)
    return lines * numberOdds(columns.number[left], columns.number[right], by: .number)
  }

  private mutating func placeOdds(of left: Int, _ right: Int) -> Double {
    let locality = odds(
      columns.locality[left], columns.locality[right], in: columns.places, by: .locality)
    let postcode = numberOdds(columns.postcode[left], columns.postcode[right], by: .postcode)
    let region = regionOdds(columns.region[left], columns.region[right])
    // A town and its code are one fact, as rare as those are who have both.
    let most = max(1, columns.neighbours[left], columns.neighbours[right])
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

  /// The chance that a stranger has the commoner of two words.
  private func rarity(of left: Word, _ right: Word, in lexicon: Lexicon) -> Double {
    Double(max(1, lexicon.others(left), lexicon.others(right))) / population
  }
}

// MARK: - Telephones and mail

extension PairComparison {
  private mutating func weighReach(of left: Int, _ right: Int, into odds: inout PairOdds) {
    let phones = reachOdds(columns.phones[left], columns.phones[right], by: .phone)
    let emails = reachOdds(columns.emails[left], columns.emails[right], by: .email)
    odds.reach = phones.person * emails.person
    odds.reachOfHousehold = phones.household * emails.household
    odds.sharesPhone = phones.isShared
    odds.sharesEmail = emails.isShared
  }

  private mutating func reachOdds(_ left: [Word], _ right: [Word], by field: ReachOdds) -> (
    person: Double, household: Double, isShared: Bool
  ) {
    guard !left.isEmpty, !right.isEmpty else { return (1, 1, false) }
    var others: Int?
    var isNear = false
    for word in left {
      for other in right {
        if word == other {
          others = min(others ?? .max, columns.reach.others(word))
        } else if words.likeness(ofNumbers: word, other, in: columns.reach) == .slip {
          isNear = true
        }
      }
    }
    if let others {
      let rarity = Double(max(1, others)) / population
      return (field.same / rarity, field.sameOfHousehold / rarity, true)
    }
    if isNear { return (field.slip / field.slipByChance, 1, false) }
    return (field.different, field.differentOfHousehold, false)
  }
}

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
    same: 0.5, slip: 0.04, different: 0.46, slipByChance: 0.0002, sameOfHousehold: 0.05,
    differentOfHousehold: 0.95)
}
