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

  /// Formats meanings beside their heads, the column as wide as `widest` asks (default: the widest
  /// head); a longer head has its own line.
  package static func columns(
    _ rows: [(head: String, meaning: String)], widest: Int? = nil, in form: TextForm
  ) -> String {
    let width = min(Self.width, max(form.width ?? Self.width, 2 * widestHead))
    let widest = min(widestHead, widest ?? rows.map(\.head.count).max() ?? 0)
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

/// The manual page of a tool, in the macros of man(7).
package struct ManualPage {
  package let text: String

  package init(of tool: Tool) {
    var lines = [
      ".TH \(Self.quoted(tool.name.uppercased())) 1 \"\" \(Self.quoted("\(tool.name) \(tool.version)"))",
      ".SH NAME", "\(Self.escaped(tool.name)) \\- \(Self.escaped(tool.purpose))",
      ".SH SYNOPSIS", ".B \(Self.escaped(tool.name))", ".I COMMAND", "[options]",
      ".SH DESCRIPTION",
    ]
    lines += Self.paragraphs(tool.notes).dropFirst()
    lines.append(".SH COMMANDS")
    for command in tool.commands { lines += Self.lines(of: command, called: command.name) }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// Returns a command and its parts.
  private static func lines(of command: any Command.Type, called name: String) -> [String] {
    let manual = command.manual
    var lines = [".SS \(quoted(name))"]
    lines += manual.usage.flatMap { [".br", ".B \(escaped($0))"] }.dropFirst()
    lines += paragraphs(manual.about)
    for row in manual.rows {
      lines += [".TP", ".B \(escaped(row.head))", escaped(row.meaning)]
    }
    lines += paragraphs(manual.notes)
    if !manual.examples.isEmpty {
      lines += [".PP", "Example:"] + verbatim(manual.examples.joined(separator: "\n"))
    }
    if let group = command as? any CommandGroup.Type {
      lines += group.parts.flatMap { Self.lines(of: $0, called: "\(name) \($0.name)") }
    }
    return lines
  }

  /// Returns text that empty lines divide; a paragraph with indented lines keeps its lines.
  private static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n\n").flatMap { paragraph in
      let lines = paragraph.split(separator: "\n")
      return lines.contains { $0.hasPrefix(" ") }
        ? verbatim(String(paragraph)) : [".PP"] + lines.map { escaped(String($0)) }
    }
  }

  private static func verbatim(_ text: String) -> [String] {
    [".PP", ".nf"] + text.split(separator: "\n").map { escaped(String($0)) } + [".fi"]
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func quoted(_ text: String) -> String {
    "\"\(escaped(text).replacing("\"", with: "\\(dq"))\""
  }

  /// Escapes what man(7) reads as commands: backslashes, hyphens of options, and a first dot or
  /// apostrophe.
  private static func escaped(_ text: String) -> String {
    let plain = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case _ where scalar.isASCII: String(scalar)
      default: "\\[u\(hexadecimal(scalar))]"
      }
    }.joined()
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
