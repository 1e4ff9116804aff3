extension Subject {
  /// The maximal width of a contract's line; with its indentation, 100 columns.
  private static var width: Int { 96 }

  /// Returns the words of a choice, broken into lines that all begin at `column`.
  static func words<Choice: CaseIterable & RawRepresentable<String>>(
    of type: Choice.Type, at column: Int
  ) -> String {
    words(type.allCases.map(\.rawValue), at: column)
  }

  /// Returns `words` joined and broken into lines that all begin at `column`.
  static func words(
    _ words: [String], at column: Int, separatedBy separator: String = " |"
  ) -> String {
    var lines = [""]
    for (place, word) in words.enumerated() {
      let part = place == words.count - 1 ? word : word + separator
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = part
      } else if column + line.count + 1 + part.count <= width {
        lines[lines.count - 1] = line + " " + part
      } else {
        lines.append(part)
      }
    }
    return lines.joined(separator: "\n" + String(repeating: " ", count: column))
  }
}
