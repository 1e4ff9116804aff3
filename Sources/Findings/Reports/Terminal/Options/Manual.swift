package import GrowthloopFindings

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

  /// Returns the text of `--help`.
  package func text(of tool: String, in form: TextForm) -> String {
    func titled(_ title: String, _ text: String) -> String {
      text.isEmpty ? "" : form.painted("\(title):", .strong) + "\n" + text
    }
    let sections = [
      usage.map { form.painted("\(tool) \($0)", .strong) }.joined(separator: "\n"),
      Self.paragraphs(about, in: form), titled("Options", Self.columns(rows, in: form)),
      Self.paragraphs(notes, in: form),
      titled(
        "Example",
        examples.map { "  " + $0.replacing("\n", with: "\n  ") }.joined(separator: "\n")),
    ]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The words and options that have a meaning, with their placeholders.
  package var rows: [(head: String, meaning: String)] {
    words.filter { !$0.meaning.isEmpty }.map { (head: $0.name, meaning: $0.meaning) }
      + options.map { option in
        let short = option.short.map { "\($0), " } ?? ""
        let value = option.value.map { " \($0)" } ?? ""
        return (head: short + option.name + value, meaning: option.meaning)
      }
  }

  /// The columns for which help is written; a wider terminal leaves the rest empty.
  private static let width = 100
  private static let widestHead = 22

  /// Breaks paragraphs anew for a narrow terminal; indented lines stay as they are.
  package static func paragraphs(_ text: String, in form: TextForm) -> String {
    guard let width = form.width, width < Self.width else { return text }
    return text.split(separator: "\n\n", omittingEmptySubsequences: false).map { paragraph in
      let lines = paragraph.split(separator: "\n", omittingEmptySubsequences: false)
      guard !lines.contains(where: { $0.hasPrefix(" ") }) else { return String(paragraph) }
      return form.wrapped(lines.joined(separator: " "))
    }.joined(separator: "\n\n")
  }

  /// Formats meanings beside their heads; a longer head has its own line.
  package static func columns(
    _ rows: [(head: String, meaning: String)], in form: TextForm
  ) -> String {
    let width = min(Self.width, max(form.width ?? Self.width, 2 * widestHead))
    let widest = min(widestHead, rows.map(\.head.count).max() ?? 0)
    let indent = String(repeating: " ", count: widest + 4)
    return rows.map { head, meaning in
      let lines = TextTable.wrap(meaning, to: width - widest - 4)
      let painted = form.painted(head, .strong)
      let first =
        head.count > widest
        ? "  \(painted)\n\(indent)"
        : "  \(painted)" + String(repeating: " ", count: widest - head.count + 2)
      return first + lines.joined(separator: "\n" + indent)
    }.joined(separator: "\n")
  }
}
