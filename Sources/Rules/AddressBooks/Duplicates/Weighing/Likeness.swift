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
