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
