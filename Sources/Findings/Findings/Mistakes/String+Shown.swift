extension String {
  /// The text between quotation marks, for a message: one short line, without terminal control
  /// characters.
  public var quoted: String { "'\(shown(atMost: 48))'" }

  /// Returns the text for display in one line; control characters are replaced, a tab excepted.
  func shown() -> String {
    guard unicodeScalars.contains(where: { !$0.isShown }) else { return self }
    var shown = UnicodeScalarView()
    shown.append(contentsOf: unicodeScalars.lazy.map { $0.isShown ? $0 : "\u{FFFD}" })
    return String(shown)
  }

  /// Returns the beginning of the text for display in one line.
  func shown(atMost count: Int) -> String {
    let beginning = prefix(count)
    let text = String(beginning).replacing("\r\n", with: " ").replacing("\n", with: " ")
    return text.shown() + (beginning.endIndex < endIndex ? "…" : "")
  }
}

extension Unicode.Scalar {
  /// Whether the character is visible as itself; a control or an override of direction is not.
  fileprivate var isShown: Bool {
    if (0x20...0x7E).contains(value) || self == "\t" { return true }
    // Zero width joiners hold emoji together.
    if self == "\u{200D}" { return true }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
  }
}
