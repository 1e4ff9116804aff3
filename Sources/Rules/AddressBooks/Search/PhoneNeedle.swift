/// The digits to search for in numbers.
struct PhoneNeedle: Hashable, Sendable, CustomStringConvertible {
  private let packed: UInt64
  private let mask: UInt64
  private let count: Int
  let description: String

  /// Creates a needle from digits; leading zeros only dial a country, and are dropped.
  init?(_ digits: some StringProtocol) {
    let telling = digits.drop { $0.wholeNumberValue == 0 }
    let number = PhoneDigits(dialled: telling.isEmpty ? digits.suffix(1) : telling)
    guard !number.isEmpty else { return nil }
    packed = number.packed
    count = number.count
    mask = ~0 << (64 - 4 * UInt64(count))
    description = String(digits)
  }

  /// Creates a needle from a number in any format; `nil` if `text` contains anything else.
  init?(number text: String) {
    let signs = "+-()./\u{A0}\u{2011}\u{2013}\u{FF0B}"
    guard text.allSatisfy({ $0.wholeNumberValue != nil || $0.isWhitespace || signs.contains($0) })
    else { return nil }
    // The zero in "+49 (0) 171" is for callers within the country.
    let dialled = text.contains("+") ? text.split(separator: "(0)").joined() : text
    self.init(dialled.filter { $0.wholeNumberValue != nil })
  }

  /// Returns the place of the digits in `number`; `nil` if they are not in it.
  func place(in number: PhoneDigits) -> Int? {
    var rest = number.packed
    for place in 0...(PhoneDigits.most - count) {
      if (rest ^ packed) & mask == 0 { return place }
      rest <<= 4
    }
    return nil
  }
}
