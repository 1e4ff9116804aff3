/// A telephone number of a contact, as it was written and as it is compared.
public struct Phone: Hashable, Sendable {
  public enum Label: String, CaseIterable, Sendable, BitwiseCopyable {
    case mobile
    case home
    case work
    case main
    case fax
    case other
  }

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
