public import AddressBooks
import CGrowthloopICU

/// A handle of ICU's collator and index for one language.
///
/// Both are read-only once they are created, so any thread may use them.
///
/// `@safe`: it owns the handle, which nothing else sees and only `deinit` frees; ICU writes into
/// buffers of the given length.
@safe
final class CollationHandle: @unchecked Sendable {
  private let collation: OpaquePointer

  /// The least size of the buffer for a sort key; longer keys take a second call.
  private static let usualKey: Int32 = 128

  init?(locale: String) {
    guard let collation = unsafe icu_collation_open(locale) else { return nil }
    unsafe self.collation = collation
  }

  deinit { unsafe icu_collation_close(collation) }

  /// The edition of the rules, which differs where keys may differ.
  var version: String { String(unsafe icu_collation_version(collation), radix: 16) }

  /// The headings in their order.
  var headings: [String] {
    let count = unsafe icu_collation_heading_count(collation)
    return (0..<count).map { place in
      unsafe Self.bytes(expecting: 16) { bytes, capacity in
        unsafe bytes.withMemoryRebound(to: CChar.self, capacity: Int(capacity)) {
          unsafe icu_collation_heading(collation, place, $0, capacity)
        }
      }
    }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the place of the heading for `name`.
  func place(of name: Substring) -> Int? {
    let place = unsafe Self.withUTF8(of: name) { text, count in
      unsafe icu_collation_place(collation, text, count)
    }
    return place < 0 ? nil : Int(place)
  }

  func appendKey(of name: Substring, to key: inout [UInt8]) {
    key += unsafe Self.withUTF8(of: name) { text, count in
      unsafe Self.bytes(expecting: Self.usualKey) { bytes, capacity in
        unsafe icu_collation_key(collation, text, count, bytes, capacity)
      }
    }
  }

  /// Calls `write`, and again with a larger buffer if the first one is too small.
  private static func bytes(
    expecting usual: Int32, write: (UnsafeMutablePointer<UInt8>, Int32) -> Int32
  ) -> [UInt8] {
    var capacity = usual
    while true {
      var needed: Int32 = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(capacity)) { buffer, count in
        needed = unsafe buffer.baseAddress.map { unsafe write($0, capacity) } ?? 0
        count = Int(min(needed, capacity))
      }
      // A sort key may use one byte more than it is said to need, for the zero at its end.
      if needed < capacity { return bytes }
      capacity = needed + 1
    }
  }

  private static func withUTF8<Result>(
    of name: Substring, _ body: (UnsafePointer<CChar>?, Int32) -> Result
  ) -> Result {
    var name = name
    return name.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) {
        unsafe body($0.baseAddress, Int32($0.count))
      }
    }
  }
}

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
