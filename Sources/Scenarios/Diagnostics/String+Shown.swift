extension String {
  /// The text between quotation marks, for a message: one line, short, and nothing that a terminal
  /// would obey.
  public var quoted: String { "'\(shown(atMost: 48))'" }

  /// The text as it can be shown in one line; what cannot is replaced, a tab excepted.
  func shown() -> String {
    guard unicodeScalars.contains(where: { !$0.isShown }) else { return self }
    var shown = UnicodeScalarView()
    shown.append(contentsOf: unicodeScalars.lazy.map { $0.isShown ? $0 : "\u{FFFD}" })
    return String(shown)
  }

  /// The beginning of the text as it can be shown in one line.
  func shown(atMost count: Int) -> String {
    let beginning = prefix(count)
    let text = String(beginning).replacing("\r\n", with: " ").replacing("\n", with: " ")
    return text.shown() + (beginning.endIndex < endIndex ? "…" : "")
  }
}

extension Unicode.Scalar {
  /// Whether it shows as itself; a control or an override of direction does not.
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
