/// How to come by a run again, with something changed.
struct Repetition {
  /// By itself.
  let alone: ChangeableCommand
  /// Where it was run: among the stages of a plan, or by itself.
  let here: ChangeableCommand

  init(_ alone: ChangeableCommand, within plan: ChangeableCommand? = nil) {
    self.alone = alone
    here = plan ?? alone
  }
}

/// A command line in which keys can be changed.
struct ChangeableCommand {
  private let command: String
  private let words: [String]
  /// What stands before a key, such as the name of the stage that it belongs to.
  private let prefix: String
  private var changes: [(option: String, key: String, value: String)]
  private var options: [String] = []

  init(
    _ command: String, _ words: [String], changes: [(key: String, value: String)] = [],
    prefix: String = ""
  ) {
    self.command = command
    self.words = words
    self.prefix = prefix
    self.changes = changes.map { ("--set", $0.key, $0.value) }
  }

  /// The command line as somebody typed it, with these options after its changes.
  init(_ command: String, _ arguments: Arguments, options: [String] = []) {
    self.init(command, arguments.words)
    self.options = options
    changes = arguments.all("--set", "--deliberately").compactMap { option, text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 ? (option, String(parts[0]), String(parts[1])) : nil
    }
  }

  /// The same with one more key changed.
  func changing(_ key: String, to value: String) -> ChangeableCommand {
    var command = self
    command.changes.removeAll { $0.key == prefix + key }
    command.changes.append(("--set", prefix + key, value))
    return command
  }

  /// As someone may type it, with further options.
  func text(_ further: String...) -> String {
    CommandText(
      command,
      words + changes.flatMap { [$0.option, "\($0.key)=\($0.value)"] } + options + further
    ).description
  }
}
