/// An option of a command, with its declaration, help text and shell completion.
package struct CommandOption: Sendable {
  package let name: String
  /// The placeholder for the value in help, such as `DIR`; `nil` for a flag.
  package let value: String?
  package let meaning: String
  package let completion: Completion
  /// A shorter name, such as `-o`.
  package let short: String?
  /// A name that earlier versions had; it is accepted, and help does not show it.
  package let former: String?
  /// Whether a run without the option may have another result.
  ///
  /// A command line that repeats the run contains such options.
  package let shapesResult: Bool

  package init(
    _ name: String, _ value: String? = nil, _ meaning: String, shapesResult: Bool = false,
    completion: Completion = .nothing, short: String? = nil, former: String? = nil
  ) {
    self.name = name
    self.value = value
    self.meaning = meaning
    self.shapesResult = shapesResult
    self.completion = completion
    self.short = short
    self.former = former
  }

  package init(
    flag name: String, _ meaning: String, shapesResult: Bool = false
  ) {
    self.init(name, nil, meaning, shapesResult: shapesResult)
  }

  /// Returns the same option with another meaning, for one command.
  package func meaning(_ meaning: String) -> CommandOption {
    CommandOption(
      name, value, meaning, shapesResult: shapesResult, completion: completion, short: short,
      former: former)
  }

  /// Whether the option has that name.
  package func isCalled(_ name: String) -> Bool {
    name == self.name || name == short || name == former
  }
}

extension CommandOption: CustomStringConvertible {
  package var description: String { name }
}

/// A word of a command line that is not an option, such as a file.
package struct CommandWord: Sendable {
  /// The placeholder for the word in help.
  package let name: String
  /// The explanation in help; empty if the usage line suffices.
  package let meaning: String
  /// The limit of such words.
  package let most: Int
  package let completion: Completion

  package init(
    _ name: String, _ meaning: String = "", most: Int = 1, completion: Completion = .file
  ) {
    self.name = name
    self.meaning = meaning
    self.most = most
    self.completion = completion
  }
}

/// The candidates of a shell for a word or for the value of an option.
package enum Completion: Sendable {
  case nothing, file, folder
  /// One of these.
  case words(@Sendable () -> [String])
  /// Several of these, separated by commas.
  case list(@Sendable () -> [String])
  /// One of these keys, followed by '='.
  case keys(@Sendable () -> [String])
}
