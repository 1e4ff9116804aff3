/// A telephone number of a contact, as it was written and as it is compared.
public struct Phone: Hashable, Sendable, Codable {
  /// The use of a number, as the address book labels it.
  public enum Label: String, CaseIterable, Sendable, BitwiseCopyable, Codable {
    /// A mobile phone; the default.
    case mobile
    /// A line at home.
    case home
    /// A line at work.
    case work
    /// The number labelled as the main one.
    case main
    /// A fax machine, which counts as reachable like any number.
    case fax
    /// Any other use.
    case other
  }

  /// The use of the number, ignored by the search and the search for duplicates.
  public let label: Label
  /// The number as written: the text of a row.
  public let text: String
  /// The digits by which numbers are compared and searched.
  public let digits: PhoneDigits

  /// Creates a number from `text` by `normaliser`; a text without a valid number keeps its digits.
  public init(
    _ text: String, label: Label = .mobile,
    normaliser: some PhoneNormaliser = DialledDigits()
  ) {
    self.label = label
    self.text = text
    digits = normaliser.digits(of: text) ?? PhoneDigits(dialled: text)
  }
  /// Creates a number from digits that were read before.
  init(_ text: String, label: Label, digits: PhoneDigits) {
    self.label = label
    self.text = text
    self.digits = digits
  }
}

/// Up to fifteen digits, the most that an international number has, in one word.
///
/// Each digit takes four bits from the top, so that words sort as numbers are read. Zero bits
/// follow the last digit, and the lowest four mark a number that begins with its country.
public struct PhoneDigits: Hashable, Sendable, BitwiseCopyable, Codable {
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

/// A parser of telephone numbers as people write them.
///
/// Replacing the first digits of a national number by the country code requires hundreds of
/// dialling plans. A library with these plans stands outside the rules, behind this protocol.
public protocol PhoneNormaliser: Sendable {
  /// Returns the digits that identify the number in `text`; `nil` if there is no number.
  func digits(of text: String) -> PhoneDigits?
}

/// A parser that takes numbers as they would be dialled, without data about any country.
public struct DialledDigits: PhoneNormaliser {
  /// Creates the parser, which has no settings.
  public init() {}

  /// Returns the digits without the extension; a plus or two zeros mark an international number.
  public func digits(of text: String) -> PhoneDigits? {
    let number = text.prefix { !"xX#;,".contains($0) }
    let digits = number.filter { $0.wholeNumberValue != nil }
    let isInternational = number.contains { "+\u{FF0B}".contains($0) } || digits.hasPrefix("00")
    let dialled = digits.hasPrefix("00") ? digits.dropFirst(2) : digits[...]
    let packed = PhoneDigits(dialled: dialled, isInternational: isInternational)
    return packed.isEmpty ? nil : packed
  }
}
