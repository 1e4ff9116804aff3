/// Up to fifteen digits, the most that an international number has, in one word.
///
/// Each digit takes four bits from the top, so that words sort as numbers are read. Zero bits
/// follow the last digit, and the lowest four mark a number that begins with its country.
public struct PhoneDigits: Hashable, Sendable, BitwiseCopyable {
  /// The packed digits, each stored plus one, so that an empty place differs from a zero.
  let packed: UInt64

  static let most = 15

  init(packed: UInt64) { self.packed = packed }

  /// Packs the first fifteen digits of `text`, of any script, and skips all other characters.
  public init(dialled text: some StringProtocol, isInternational: Bool = false) {
    var packed: UInt64 = isInternational ? 1 : 0
    var room = 64
    for letter in text where room > 4 {
      guard let digit = letter.wholeNumberValue, digit < 10 else { continue }
      room -= 4
      packed |= UInt64(digit + 1) << UInt64(room)
    }
    self.packed = packed
  }

  /// Whether the country code comes first.
  public var isInternational: Bool { packed & 15 == 1 }

  /// The number of digits, at most 15.
  public var count: Int {
    let digits = packed & ~15
    return digits == 0 ? 0 : 16 - digits.trailingZeroBitCount / 4
  }

  /// Whether there is no digit.
  public var isEmpty: Bool { count == 0 }
}

extension PhoneDigits: CustomStringConvertible {
  /// The digits, after a plus if they begin with a country.
  public var description: String {
    (0..<count).reduce(into: isInternational ? "+" : "") { text, place in
      text += String((packed >> UInt64(60 - 4 * place)) & 15 - 1)
    }
  }
}
