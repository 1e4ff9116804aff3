package import GrowthloopFindings

/// A command of a tool, with the data for help and completion.
package protocol Command: SendableMetatype {
  static var name: String { get }
  /// The effect of the command, in one line.
  static var summary: String { get }
  static var manual: Manual { get }
  /// Returns the text of `--help` after these words.
  static func help(for words: ArraySlice<String>, of tool: String, in form: TextForm) -> String
}

extension Command {
  package static func help(for words: ArraySlice<String>, of tool: String, in form: TextForm)
    -> String
  {
    manual.text(of: tool, in: form)
  }
}

/// A command that can be run.
package protocol RunnableCommand: Command {
  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode
}

/// A command whose next word names one of its parts.
package protocol CommandGroup: Command {
  static var parts: [any Command.Type] { get }
}

extension CommandGroup {
  package static func help(for words: ArraySlice<String>, of tool: String, in form: TextForm)
    -> String
  {
    guard let part = parts.first(where: { $0.name == words.first }) else {
      return manual.text(of: tool, in: form)
    }
    return part.help(for: words.dropFirst(), of: tool, in: form)
  }
}
