/// A telephone number of a contact, as it was written and as it is compared.
public struct Phone: Hashable, Sendable {
  /// The use of a number, as the address book labels it.
  public enum Label: String, CaseIterable, Sendable, BitwiseCopyable {
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
