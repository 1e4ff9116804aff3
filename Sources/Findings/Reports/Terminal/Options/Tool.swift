import GrowthloopFindings

/// A tool of commands, with dispatch, help and completion.
package struct Tool: Sendable {
  package let name: String
  /// The purpose of the tool, in one line.
  package let purpose: String
  package let commands: [any Command.Type]
  /// The text below the commands in help.
  package let notes: String
  package let version: String
  /// The messages for commands that have moved, by name.
  package let moved: [String: String]

  package init(
    _ name: String, purpose: String, commands: [any Command.Type], notes: String, version: String,
    moved: [String: String] = [:]
  ) {
    self.name = name
    self.purpose = purpose
    self.commands = commands
    self.notes = notes
    self.version = version
    self.moved = moved
  }

  /// The hidden command by which shells complete command lines.
  package static let completion = "__complete"

  /// The option of every command that leaves out colour.
  package static let withoutColour = "--no-color"

  /// Runs the command that the arguments name, and returns the exit code of the process.
  package func run(_ arguments: [String], on console: any Console) -> ExitCode {
    var arguments = arguments
    if arguments.contains(Self.withoutColour) {
      console.dropColour()
      arguments.removeAll { $0 == Self.withoutColour }
    }
    let named = commands.first { $0.name == arguments.first }.map { " \($0.name)" } ?? ""
    return ExitCode.running(name, help: "\(name)\(named) --help", on: console) {
      try FilesInUse.$ofCommand.withValue(FilesInUse()) { try dispatch(arguments, on: console) }
    }
  }

  private func dispatch(_ arguments: [String], on console: any Console) throws -> ExitCode {
    let form = console.form
    guard let first = arguments.first else {
      console.complain(help(in: form))
      return .usage
    }
    let rest = arguments.dropFirst()
    switch first {
    case "help" where !rest.isEmpty:
      let command = try command(arguments[1], among: commands)
      try console.write(command.help(for: rest.dropFirst(), of: name, in: form) + "\n")
    case "help", "--help", "-h": try console.write(help(in: form) + "\n")
    case "version", "--version": try console.write("\(name) \(version)\n")
    case Self.completion:
      let candidates = Completer.candidates(for: Array(rest), among: commands)
      try console.write(candidates.map { $0 + "\n" }.joined())
    default:
      let command = try command(first, among: commands)
      if rest.contains("--help") || rest.contains("-h") {
        try console.write(command.help(for: rest, of: name, in: form) + "\n")
      } else {
        return try run(command, rest, on: console)
      }
    }
    return .success
  }

  private func run(
    _ command: any Command.Type, _ words: ArraySlice<String>, on console: any Console
  ) throws -> ExitCode {
    switch command {
    case let group as any CommandGroup.Type:
      guard let word = words.first, !word.hasPrefix("-") else {
        let names = group.parts.map { $0.name }.joined(separator: ", ")
        throw UsageError(description: "missing PART: one of \(names)")
      }
      let part = try self.command(word, among: group.parts)
      return try run(part, words.dropFirst(), on: console)
    case let command as any RunnableCommand.Type:
      return try command.run(arguments(words, of: command), on: console)
    default: preconditionFailure("a command runs, or has parts")
    }
  }

  private func arguments(
    _ words: ArraySlice<String>, of command: any Command.Type
  ) throws -> Arguments {
    do {
      return try Arguments(words, of: command.manual)
    } catch let unknown as UnknownOption {
      let homes = commands.filter { other in
        other.manual.options.contains { $0.isCalled(unknown.name) }
      }.map { "'\(name) \($0.name)'" }.joined(separator: " and ")
      let remedy =
        unknown.suggestion.isEmpty && !homes.isEmpty
        ? "; it belongs to \(homes)" : unknown.suggestion
      throw UsageError(description: "unknown option '\(unknown.name)'\(remedy)")
    }
  }

  private func command(
    _ name: String, among commands: [any Command.Type]
  ) throws -> any Command.Type {
    if let command = commands.first(where: { $0.name == name }) { return command }
    if let place = moved[name] { throw UsageError(description: place) }
    let near = Suggestion.phrase(for: name, among: commands.map { $0.name })
    throw UsageError(description: "unknown command '\(name)'\(near)")
  }

  private func help(in form: TextForm) -> String {
    let commands = commands.map { ($0.name, $0.summary) } + [("version", "prints the version")]
    return """
      \(Manual.paragraphs("\(name): \(purpose)", in: form))

      \(form.painted("Usage:", .strong)) \(name) COMMAND [options]     \(name) COMMAND --help

      \(Manual.columns(commands, in: form))

      \(Manual.paragraphs(notes, in: form))
      """
  }
}
