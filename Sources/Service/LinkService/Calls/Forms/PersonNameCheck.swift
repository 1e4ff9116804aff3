/// A check of names shown to strangers on a page: no control characters, and no link.
enum PersonNameCheck {
  static func mayBeShown(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy(mayStand) && !holdsAddress(name.lowercased())
  }

  /// The same check as a regular expression of ECMA-262.
  static let pattern =
    #"^(?!.*(://|(^|\s)[wW]{3}\.))[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$"#

  private static func mayStand(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return false
    default: break
    }
    switch scalar.value {
    // Marks, embeddings, overrides and isolates of the direction of writing.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return false
    default: return true
    }
  }

  /// Returns whether `text` has a scheme, or a word that begins as addresses of the web do.
  private static func holdsAddress(_ text: String) -> Bool {
    text.contains("://")
      || text.split(whereSeparator: \.isWhitespace).contains { $0.hasPrefix("www.") }
  }
}
