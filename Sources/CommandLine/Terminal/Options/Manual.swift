import TextLayout

/// The declaration of a command: its words and options, and the help text.
package struct Manual: Sendable {
  /// The forms of the command line, without the name of the tool.
  package let usage: [String]
  package let about: String
  package let words: [CommandWord]
  package let options: [CommandOption]
  /// The text below the options in help.
  package let notes: String
  package let examples: [String]
  /// The advice for too many words; empty for none.
  package let remedy: String

  package init(
    _ usage: String..., about: String, words: [CommandWord] = [], options: [CommandOption] = [],
    notes: String = "", examples: String..., remedy: String = ""
  ) {
    self.usage = usage
    self.about = about
    self.words = words
    self.options = options
    self.notes = notes
    self.examples = examples
    self.remedy = remedy
  }

  package func text(of tool: String) -> String {
    let rows =
      words.filter { !$0.meaning.isEmpty }.map { (head: $0.name, meaning: $0.meaning) }
      + options.map { option in
        (head: option.name + (option.value.map { " \($0)" } ?? ""), meaning: option.meaning)
      }
    let sections = [
      usage.map { "\(tool) \($0)" }.joined(separator: "\n"), about,
      rows.isEmpty ? "" : "Options:\n" + Self.columns(rows), notes,
      examples.isEmpty
        ? ""
        : "Example:\n"
          + examples.map { "  " + $0.replacing("\n", with: "\n  ") }
          .joined(separator: "\n"),
    ]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static let width = 100
  private static let widestHead = 22

  /// Formats meanings beside their heads; a longer head has its own line.
  package static func columns(_ rows: [(head: String, meaning: String)]) -> String {
    let widest = min(widestHead, rows.map(\.head.count).max() ?? 0)
    let indent = String(repeating: " ", count: widest + 4)
    return rows.map { head, meaning in
      let lines = TextTable.wrap(meaning, to: width - widest - 4)
      let first =
        head.count > widest
        ? "  \(head)\n\(indent)" : "  \(head.padded(to: widest))  "
      return first + lines.joined(separator: "\n" + indent)
    }.joined(separator: "\n")
  }
}
