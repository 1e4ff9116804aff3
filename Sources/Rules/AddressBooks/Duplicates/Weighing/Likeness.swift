/// How much one text looks like another that should be the same.
enum Likeness: UInt8 {
  case same
  /// A slip of the hand lies between them, or one is a name that the other is called by.
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

/// Compares the words of lexicons.
struct WordComparison {
  private var distance = EditDistance()

  /// Compares two words, of `lexicon` both.
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

  /// Compares two names, of people who may be called by another or by a part of it.
  mutating func likeness(
    ofNames left: Lexicon.Word, _ right: Lexicon.Word, in columns: DuplicateColumns
  ) -> Likeness {
    if left == right { return .same }
    let kin = columns.nicknames[Int(left)]
    let others = columns.nicknames[Int(right)]
    if kin.contains(where: others.contains) { return .slip }
    if let part = Self.part(left, right, in: columns.names) { return part }
    let likeness = likeness(of: left, right, in: columns.names)
    // Two names that parents give are no slip of the hand, however near they are.
    let areBothKnown = !kin.isEmpty && !others.isEmpty
    return areBothKnown && likeness != .different ? .vague : likeness
  }

  /// Compares two numbers, of a house or a place, in which one sign may be wrong.
  mutating func likeness(
    ofNumbers left: Lexicon.Word, _ right: Lexicon.Word, in lexicon: Lexicon
  ) -> Likeness {
    if left == right { return .same }
    let (left, right) = (lexicon.range(left), lexicon.range(right))
    guard max(left.count, right.count) > 1 else { return .different }
    return distance.between(lexicon.bytes, left, and: right) == 1 ? .slip : .different
  }

  /// Compares two addresses of mail, where another number makes another address.
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

  /// Returns how a name counts that is the beginning or the last words of the other.
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
