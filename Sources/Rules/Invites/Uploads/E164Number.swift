/// A telephone number in international form (E.164), the one form in which equal numbers are equal.
///
/// No description reveals it.
public struct E164Number: Hashable, Sendable {
  /// The number, from the plus sign on.
  public let text: String

  /// The form as a regular expression of ECMA-262: a plus sign, and 7 to 15 digits of which the
  /// first is not zero.
  public static let pattern = #"^\+[1-9][0-9]{6,14}$"#

  /// Creates a number; `nil` if `text` has another form.
  ///
  /// Whether the number is in use is not checked: that takes the dialling plans of all countries.
  public init?(_ text: String) {
    let bytes = text.utf8
    guard (8...16).contains(bytes.count), bytes.first == UInt8(ascii: "+") else { return nil }
    let digits = bytes.dropFirst()
    guard digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    self.text = text
  }
}

extension E164Number: CustomStringConvertible, CustomReflectable {
  /// Hides the number.
  public var description: String { "E164Number(hidden)" }

  /// A mirror without the number.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
