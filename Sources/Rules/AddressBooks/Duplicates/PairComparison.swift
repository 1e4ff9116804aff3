import Vocabulary

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

/// The number of typing errors between two texts: a letter added, dropped, changed, or two swapped.
///
/// The bit-parallel recurrence of Hyyrö (2003) for the restricted Damerau distance.
struct EditDistance {
  private var masks = [UInt64](repeating: 0, count: 256)

  /// Returns the distance of two ranges of `bytes`, by their first sixty-four.
  mutating func between(_ bytes: [UInt8], _ left: Range<Int>, and right: Range<Int>) -> Int {
    let (left, right) = (left.prefix(64), right.prefix(64))
    guard !left.isEmpty else { return right.count }
    for place in left { masks[Int(bytes[place])] |= 1 << UInt64(place - left.lowerBound) }
    defer { for place in left { masks[Int(bytes[place])] = 0 } }
    return distance(from: left.count, to: bytes, right)
  }

  /// Computes the distance with a column of the table of distances in a word.
  ///
  /// A bit states that the distance grows (`up`) or shrinks (`down`) from one letter of the other
  /// text to the next.
  private func distance(from height: Int, to bytes: [UInt8], _ text: Range<Int>) -> Int {
    var (up, down) = (~UInt64(0), UInt64(0))
    var (diagonal, earlier) = (UInt64(0), UInt64(0))
    var distance = height
    let last = UInt64(1) << UInt64(height - 1)
    for place in text {
      let mask = masks[Int(bytes[place])]
      let swapped = ((~diagonal & mask) << 1) & earlier
      diagonal = (((mask & up) &+ up) ^ up) | mask | down | swapped
      let grows = down | ~(diagonal | up)
      let shrinks = diagonal & up
      if grows & last != 0 { distance += 1 }
      if shrinks & last != 0 { distance -= 1 }
      up = shrinks << 1 | ~(diagonal | grows << 1 | 1)
      down = (grows << 1 | 1) & diagonal
      earlier = mask
    }
    return distance
  }
}

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

/// The similarity of two texts that should be equal.
enum Likeness: UInt8 {
  case same
  /// One typing error lies between them, or one is a nickname of the other.
  case slip
  case slips
  /// One is the first letter of the other.
  case initial
  case vague
  case different
}

extension Likeness? {
  /// Whether both texts are known and neither is a form of the other.
  var isAgainst: Bool { self == .vague || self == .different }
}

/// A comparison of words in lexicons.
struct WordComparison {
  private var distance = EditDistance()

  /// Returns the likeness of two words of `lexicon`.
  mutating func likeness(of left: Lexicon.Word, _ right: Lexicon.Word, in lexicon: Lexicon)
    -> Likeness
  {
    if left == right { return .same }
    let (left, right) = (lexicon.range(left), lexicon.range(right))
    let length = max(left.count, right.count)
    if 2 * abs(left.count - right.count) > length { return .different }
    switch distance.between(lexicon.bytes, left, and: right) {
    case 1 where length >= 4, 2 where length >= 8, 3 where length >= 14: return .slip
    case 1 where length == 3, 2 where length >= 5, 3 where length >= 8, 4 where length >= 12:
      return .slips
    case let slips where 2 * slips <= length: return .vague
    default: return .different
    }
  }

  /// Returns the likeness of two names, of people who may use a nickname or a part of the name.
  mutating func likeness(
    ofNames left: Lexicon.Word, _ right: Lexicon.Word, in columns: DuplicateColumns
  ) -> Likeness {
    if left == right { return .same }
    let kin = columns.nicknames[Int(left)]
    let others = columns.nicknames[Int(right)]
    if kin.contains(where: others.contains) { return .slip }
    if let part = Self.part(left, right, in: columns.names) { return part }
    let likeness = likeness(of: left, right, in: columns.names)
    // Two known given names are no typing error of each other, however close they are.
    let areBothKnown = !kin.isEmpty && !others.isEmpty
    return areBothKnown && likeness != .different ? .vague : likeness
  }

  /// Returns the likeness of two numbers, of a house or a place, in which one sign may be wrong.
  mutating func likeness(
    ofNumbers left: Lexicon.Word, _ right: Lexicon.Word, in lexicon: Lexicon
  ) -> Likeness {
    if left == right { return .same }
    let (left, right) = (lexicon.range(left), lexicon.range(right))
    guard max(left.count, right.count) > 1 else { return .different }
    return distance.between(lexicon.bytes, left, and: right) == 1 ? .slip : .different
  }

  /// Returns the likeness of two e-mail addresses, where another digit makes another address.
  mutating func likeness(
    ofEmails left: Lexicon.Word, _ right: Lexicon.Word, in lexicon: Lexicon
  ) -> Likeness {
    let digits = { (word: Lexicon.Word) in
      lexicon.bytes[lexicon.range(word)].lazy.filter {
        $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")
      }
    }
    guard digits(left).elementsEqual(digits(right)) else { return .different }
    return likeness(ofNumbers: left, right, in: lexicon)
  }

  /// Returns the likeness of a name that is the beginning or the last words of the other.
  private static func part(_ left: Lexicon.Word, _ right: Lexicon.Word, in names: Lexicon)
    -> Likeness?
  {
    let (left, right) = (names.bytes[names.range(left)], names.bytes[names.range(right)])
    let (short, long) = left.count < right.count ? (left, right) : (right, left)
    if long.starts(with: short) {
      return short.count == 1 ? .initial : short.count >= 3 ? .slip : nil
    }
    let rest = long.dropLast(short.count)
    let isLastWord = rest.last == UInt8(ascii: " ") && long[rest.endIndex...].elementsEqual(short)
    return isLastWord && short.count >= 3 ? .slip : nil
  }
}

/// The odds that one person explains two entries, against chance.
///
/// Each part is a likelihood ratio against two strangers, once for two entries of one person, once
/// for two people of one household, who share a surname, an address, a telephone.
struct PairOdds: BitwiseCopyable {
  var names = 1.0
  var namesOfHousehold = 1.0
  var address = 1.0
  var reach = 1.0
  var reachOfHousehold = 1.0
  /// Whether both given names are known and neither is a form of the other.
  var givenNamesDiffer = false
  /// Whether a given name or a surname is unknown.
  var isHalfNamed = false
  var sharesPhone = false
  var sharesEmail = false

  /// The odds for two entries of one person.
  var person: Double { names * address * reach }
  /// The odds for two people of one household.
  var household: Double { namesOfHousehold * address * reachOfHousehold }
}

extension PairOdds {
  /// The odds from which a part is clear evidence for one person.
  static let clear = 10.0

  /// The parts that are clear evidence for one person.
  var evidence: SmallSet<DuplicateEvidence> {
    var evidence: SmallSet<DuplicateEvidence> = []
    if sharesPhone { evidence.insert(.phone) }
    if sharesEmail { evidence.insert(.email) }
    if names > Self.clear { evidence.insert(.name) }
    if address > Self.clear { evidence.insert(.address) }
    return evidence
  }
}
