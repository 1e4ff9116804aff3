public import AddressBooks
import CGrowthloopICU

/// The order of names in a language and its headings, as ICU defines them.
///
/// Names in Latin letters have headings in every language, and a language of another script has its
/// own besides. A name that begins with neither, such as a digit, stands under "#".
public struct LocaleCollation: Collation {
  public let version: String
  public let letters: [String]
  private let rules: CollationHandle

  /// Creates the collation of a language by its tag, such as `sv` or `zh-u-co-stroke`.
  ///
  /// `nil` if there is no such tag.
  public init?(locale: String) {
    guard let rules = CollationHandle(locale: locale) else { return nil }
    self.rules = rules
    version = "\(locale) \(rules.version)"
    letters = rules.headings
  }

  public func letter(of name: String) -> Int? { rules.place(of: name.withoutBlanksBefore) }

  public func appendKey(of name: String, to key: inout [UInt8]) {
    rules.appendKey(of: name.withoutBlanksBefore, to: &key)
  }
}

extension String {
  /// The text from its first sign on: a blank before a name is a typing error.
  fileprivate var withoutBlanksBefore: Substring {
    drop { $0.isWhitespace }
  }
}
