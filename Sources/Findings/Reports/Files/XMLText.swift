import GrowthloopFindings

/// Text in the form that XML requires.
enum XMLText {
  /// Returns an attribute with its value.
  static func attribute(_ name: String, _ value: String) -> String {
    " \(name)=\"\(value.escapedForMarkup)\""
  }
}
