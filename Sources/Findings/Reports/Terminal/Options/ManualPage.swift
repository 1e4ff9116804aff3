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
