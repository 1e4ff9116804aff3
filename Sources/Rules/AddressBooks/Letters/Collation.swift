/// The order of names in a user's language.
///
/// An implementation outside the rules may supply the sort keys of a library such as ICU. A key is
/// computed once for each name, and never while the list scrolls.
public protocol Collation: Sendable {
  /// The version of incompatible keys: the language and the edition of its rules.
  var version: String { get }

  /// The headings of the list in their order, without the last one, "#"; at most 254.
  var letters: [String] { get }

  /// Returns the place among `letters` of the heading for `name`; `nil` is "#".
  func letter(of name: String) -> Int?

  /// Appends bytes that sort as names do under one heading.
  func appendKey(of name: String, to key: inout [UInt8])
}
