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
  /// The number as someone wrote it: what a row shows.
  public let text: String
  /// What numbers are compared and searched by.
  public let digits: PhoneDigits

  /// Reads `text` by `normaliser`; what is no number to it keeps the digits that it has.
  public init(
    _ text: String, label: Label = .mobile,
    normaliser: some PhoneNormaliser = DialledDigits()
  ) {
    self.label = label
    self.text = text
    digits = normaliser.digits(of: text) ?? PhoneDigits(dialled: text)
  }
  /// A number whose digits were read before.
  init(_ text: String, label: Label, digits: PhoneDigits) {
    self.label = label
    self.text = text
    self.digits = digits
  }
}
