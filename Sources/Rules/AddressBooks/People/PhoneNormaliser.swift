/// Reads telephone numbers as people write them.
///
/// Which digits of a national number give way to the country's code is knowledge of hundreds of
/// dialling plans; a library that has it stands outside of the rules, behind this protocol.
public protocol PhoneNormaliser: Sendable {
  /// The digits that tell the number in `text` from all others; `nil` if there is no number.
  func digits(of text: String) -> PhoneDigits?
}

/// Takes numbers as they would be dialled, without knowledge of any country.
public struct DialledDigits: PhoneNormaliser {
  public init() {}

  /// Leaves the extension away, and takes a plus or two zeros for the way out of a country.
  public func digits(of text: String) -> PhoneDigits? {
    let number = text.prefix { !"xX#;,".contains($0) }
    let digits = number.filter { $0.wholeNumberValue != nil }
    let isInternational = number.contains { "+\u{FF0B}".contains($0) } || digits.hasPrefix("00")
    let dialled = digits.hasPrefix("00") ? digits.dropFirst(2) : digits[...]
    let packed = PhoneDigits(dialled: dialled, isInternational: isInternational)
    return packed.isEmpty ? nil : packed
  }
}
