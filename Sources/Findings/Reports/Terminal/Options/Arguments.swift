import Foundation
import GrowthloopFindings
import Vocabulary

/// An option that the manual of a command does not declare.
package struct UnknownOption: Error {
  package let name: String
  /// The suggestion, as "; did you mean '--b'?", or an empty text.
  package let suggestion: String
}

/// The parsed words of a command line, by the manual of the command.
package struct Arguments {
  /// The words as written, with options.
  package let written: [String]
  package private(set) var words: [String] = []
  private let declared: [CommandOption]
  private var given: [(option: String, value: String?)] = []

  /// Parses `--option value`, `--option=value`, flags and words.
  ///
  /// - Throws: `UsageError` or `UnknownOption` for the first that the manual does not declare.
  package init(_ written: some Sequence<String>, of manual: Manual) throws {
    self.written = Array(written)
    declared = manual.options
    // Some commands take any number of words.
    let mostWords = manual.words.reduce(0) { $1.most > .max - $0 ? .max : $0 + $1.most }
    var rest = self.written[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        guard !argument.isEmpty else { throw UsageError(description: "an argument is empty") }
        guard words.count < mostWords else {
          let remedy = manual.remedy.isEmpty ? "" : "; \(manual.remedy)"
          throw UsageError(description: "unexpected argument '\(argument)'\(remedy)")
        }
        words.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = declared.first(where: { $0.isCalled(name) }) else {
        throw UnknownOption(
          name: name, suggestion: Suggestion.phrase(for: name, among: declared.map(\.name)))
      }
      if option.value == nil {
        guard parts.count == 1 else { throw UsageError(description: "'\(name)' takes no value") }
        given.append((option.name, nil))
      } else {
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty
        else { throw UsageError(description: "'\(name)' needs a value") }
        given.append((option.name, value))
      }
    }
  }

  /// Parses the command line that `file` has as its field `run`: a command, words and options.
  ///
  /// Another machine may have written it, so that only `allowed` options are obeyed: none of them
  /// names a file to write.
  ///
  /// - Throws: `UnfitInput` with the place of the first word that is not allowed.
  package init(
    recorded run: [String], in file: String, of manual: Manual, allowing allowed: [CommandOption]
  ) throws(UnfitInput) {
    func isForeign(_ word: String) -> Bool {
      let name = word.prefix { $0 != "=" }
      return word.hasPrefix("-") && word != "-" && !allowed.contains { $0.isCalled(String(name)) }
    }
    do {
      try self.init(run.dropFirst(), of: manual)
      guard given.allSatisfy({ one in allowed.contains { $0.name == one.option } }) else {
        throw UsageError(description: "an option is not allowed there")
      }
    } catch {
      let place = run.indices.dropFirst().first { isForeign(run[$0]) }
      throw UnfitInput(
        description: place.map {
          "\(file): run[\($0)]: '\(run[$0])' is not allowed there: run the part again"
        } ?? "\(file): run: \(error): run the part again")
    }
  }

  /// Whether the flag or option is given.
  package func has(_ option: CommandOption) -> Bool { given.contains { $0.option == option.name } }

  /// Whether no other flags or options are given.
  package func hasOnly(_ options: CommandOption...) -> Bool {
    given.allSatisfy { one in options.contains { $0.name == one.option } }
  }

  /// Returns the first of these options that is given.
  package func first(of options: [CommandOption]) -> CommandOption? {
    options.first(where: has)
  }

  /// Returns the first flag or option that is none of these.
  package func first(besides options: [CommandOption]) -> String? {
    given.first { one in !options.contains { $0.name == one.option } }?.option
  }

  /// Returns each of these options with its value, in the written order.
  package func all(_ options: CommandOption...) -> [(option: String, value: String)] {
    given.compactMap { one in
      guard let value = one.value, options.contains(where: { $0.name == one.option }) else {
        return nil
      }
      return (one.option, value)
    }
  }

  /// Returns the value of an option that may be given once.
  package func one(_ option: CommandOption) throws -> String? {
    let values = all(option)
    guard values.count <= 1 else {
      throw UsageError(description: "'\(option)' is given \(values.count) times; once is enough")
    }
    return values.first?.value
  }

  /// Returns the value of an option that is the name of one of some cases.
  package func one<Choice: RawRepresentable<String>>(
    _ option: CommandOption, among choices: [Choice]
  ) throws -> Choice? {
    try one(option).map { text in
      guard let choice = choices.first(where: { $0.rawValue == text }) else {
        throw UsageError(
          description: "'\(option)' must be one of "
            + "\(choices.map(\.rawValue).joined(separator: ", ")), not '\(text)'")
      }
      return choice
    }
  }

  /// Returns the words and options as given, without those left out.
  package func repeated(except excluded: [CommandOption]) -> [String] {
    words
      + given.filter { one in !excluded.contains { $0.name == one.option } }
      .flatMap { one in [one.option] + (one.value.map { [$0] } ?? []) }
  }

  /// Selects the options that shape the result, for another command line.
  ///
  /// - Parameters:
  ///   - chosen: Values in place of given or missing ones.
  ///   - excluded: Options that are left out.
  /// - Returns: The words, in the order of the manual.
  package func shapingOptions(
    _ chosen: [(option: CommandOption, value: String)] = [], except excluded: [CommandOption] = []
  ) -> [String] {
    declared.filter { option in
      option.shapesResult && !excluded.contains { $0.name == option.name }
    }.flatMap { option in
      if let choice = chosen.first(where: { $0.option.name == option.name }) {
        return [option.name, choice.value]
      }
      return given.filter { $0.option == option.name }.flatMap { one in
        [one.option] + (one.value.map { [$0] } ?? [])
      }
    }
  }
}

extension Arguments {
  /// Reads a whole number as the value of an option.
  package static func number(
    _ text: String, of option: CommandOption, in range: ClosedRange<Int>
  ) throws -> Int {
    guard let number = ValueText.integer(text), range.contains(number) else {
      throw UsageError(
        description: "'\(option)' must be a whole number from \(range.lowerBound) to "
          + "\(range.upperBound), not '\(text)'")
    }
    return number
  }

  /// Returns the value of an option that is a whole number in `range`.
  package func number(_ option: CommandOption, in range: ClosedRange<Int>) throws -> Int? {
    try one(option).map { try Self.number($0, of: option, in: range) }
  }

  /// Returns the value of an option that is a list of whole numbers with commas between them.
  package func numbers(_ option: CommandOption, in range: ClosedRange<Int>) throws -> [Int]? {
    try one(option)?.split(separator: ",", omittingEmptySubsequences: false).map {
      try Self.number(String($0), of: option, in: range)
    }
  }

  /// Returns the value of `--workers` (default: all cores).
  package func workers() throws -> Int {
    try number(.workers, in: 1...1_024) ?? ProcessInfo.processInfo.activeProcessorCount
  }

  /// Returns the value of `--seed`.
  package func seed() throws -> UInt64? {
    try one(.seed).map { text in
      guard let seed = ValueText.natural(text) else {
        throw UsageError(description: "'--seed' must be a whole number below 2^64, not '\(text)'")
      }
      return seed
    }
  }
}

extension CommandOption {
  package static let seed = CommandOption(
    "--seed", "N", "random seed (default: the scenario's)", shapesResult: true)
  package static let workers = CommandOption(
    "--workers", "N", "worker count (default: all cores); does not affect results")
  package static let json = CommandOption(flag: "--json", "prints run.json instead of tables")
}

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
