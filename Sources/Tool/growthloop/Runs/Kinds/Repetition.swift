/// The commands that repeat a run with a change.
package struct Repetition {
  /// The command that runs it alone.
  let alone: ChangeableCommand
  /// The command that runs it in its place: among the stages of a plan, or alone.
  let here: ChangeableCommand

  package init(_ alone: ChangeableCommand, within plan: ChangeableCommand? = nil) {
    self.alone = alone
    here = plan ?? alone
  }
}

/// A command line whose keys can be changed.
package struct ChangeableCommand {
  private let command: String
  private let words: [String]
  /// The prefix of a key, such as the name of its stage.
  private let prefix: String
  private var changes: [Change]
  private let options: [String]

  /// A key with its value, and the option that sets it.
  package struct Change {
    let option: String
    let key: String
    let value: String

    package init(_ key: String, _ value: String, by option: String = "--set") {
      self.option = option
      self.key = key
      self.value = value
    }
  }

  package init(
    _ command: String, _ words: [String], changes: [Change] = [], options: [String] = [],
    prefix: String = ""
  ) {
    self.command = command
    self.words = words
    self.changes = changes
    self.options = options
    self.prefix = prefix
  }

  /// Returns the same command with one more key changed.
  func changing(_ key: String, to value: String) -> ChangeableCommand {
    var command = self
    command.changes.removeAll { $0.key == prefix + key }
    command.changes.append(Change(prefix + key, value))
    return command
  }

  /// Returns the command as a user may type it, with further options.
  package func text(_ further: String...) -> String {
    CommandText(
      command,
      words + changes.flatMap { [$0.option, "\($0.key)=\($0.value)"] } + options + further
    ).description
  }
}
