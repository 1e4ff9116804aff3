/// The order of names in someone's language.
///
/// What stands outside of the rules may bring the sort keys of a library such as ICU; a key is made
/// once for each name, and never while the list scrolls.
public protocol Collation: Sendable {
  /// Tells keys apart that do not sort together: the language and the edition of its rules.
  var version: String { get }

  /// The headings of the list in their order, without the last one, "#"; at most 254.
  var letters: [String] { get }

  /// The place among `letters` of the heading that `name` belongs under; `nil` is "#".
  func letter(of name: String) -> Int?

  /// Appends bytes that sort as names do under one heading.
  func appendKey(of name: String, to key: inout [UInt8])
}
