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

/// A finder of completions for the last word of a command line.
package enum Completer {
  /// Markers that make the shell complete paths itself.
  package static let files = ":files"
  package static let folders = ":folders"

  /// Returns the candidates for the last of `words`, which may be empty.
  ///
  /// The name of the tool is not among the words.
  package static func candidates(
    for words: [String], among commands: [any Command.Type]
  ) -> [String] {
    guard words.count > 1 else {
      let own = commands.map { $0.name } + ["help", "--help", "--version"]
      return beginning(words.first ?? "", among: own)
    }
    guard words[0] == "help" else { return candidates(for: words[...], in: commands) }
    return beginning(words[1], among: words.count == 2 ? commands.map { $0.name } : [])
  }

  private static func candidates(
    for words: ArraySlice<String>, in commands: [any Command.Type]
  ) -> [String] {
    guard let first = words.first, words.count > 1 else {
      return beginning(words.first ?? "", among: commands.map { $0.name } + ["--help"])
    }
    guard let command = commands.first(where: { $0.name == first }) else { return [] }
    if let group = command as? any CommandGroup.Type {
      return candidates(for: words.dropFirst(), in: group.parts)
    }
    return candidates(for: words.dropFirst(), of: command.manual)
  }

  private static func candidates(for words: ArraySlice<String>, of manual: Manual) -> [String] {
    var rest = words
    guard let last = rest.popLast() else { return [] }
    // The preceding words determine the role: the value of an option, or a separate word.
    var pending: CommandOption?
    var count = 0
    for word in rest {
      if pending != nil {
        pending = nil
      } else if word.hasPrefix("-"), word != "-" {
        pending = manual.options.first { $0.isCalled(word) && $0.value != nil }
      } else {
        count += 1
      }
    }
    if let pending { return values(of: pending.completion, beginning: last) }
    if last.hasPrefix("-") {
      let parts = last.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        return beginning(last, among: manual.options.map(\.name) + ["--help"])
      }
      guard let option = manual.options.first(where: { $0.isCalled(String(parts[0])) }) else {
        return []
      }
      return values(of: option.completion, beginning: String(parts[1])).map {
        $0.hasPrefix(":") ? $0 : "\(parts[0])=\($0)"
      }
    }
    for word in manual.words {
      if count < word.most { return values(of: word.completion, beginning: last) }
      count -= word.most
    }
    return []
  }

  private static func values(of completion: Completion, beginning word: String) -> [String] {
    switch completion {
    case .nothing: return []
    case .file: return [files]
    case .folder: return [folders]
    case .words(let all): return beginning(word, among: all())
    case .keys(let all):
      // A key that has its equals sign needs no more: its value is the user's.
      return beginning(word, among: all().map { $0 + "=" }).filter { $0 != word }
    case .list(let all):
      let end = word.lastIndex(of: ",").map(word.index(after:)) ?? word.startIndex
      return beginning(String(word[end...]), among: all()).map { word[..<end] + $0 }
    }
  }

  private static func beginning(_ word: String, among all: [String]) -> [String] {
    all.filter { $0.hasPrefix(word) }
  }
}

/// A tool of commands, with dispatch, help and completion.
package struct Tool: Sendable {
  /// Commands under one heading.
  package struct Section: Sendable {
    let heading: String
    let commands: [any Command.Type]

    package init(_ heading: String, _ commands: [any Command.Type]) {
      self.heading = heading
      self.commands = commands
    }
  }

  package let name: String
  /// The purpose of the tool, in one line.
  package let purpose: String
  /// The commands by what they are for, as help lists them.
  package let sections: [Section]
  /// The text below the commands in help.
  package let notes: String
  package let version: String
  /// The messages for commands that have moved, by name.
  package let moved: [String: String]

  package init(
    _ name: String, purpose: String, sections: [Section], notes: String, version: String,
    moved: [String: String] = [:]
  ) {
    self.name = name
    self.purpose = purpose
    self.sections = sections
    self.notes = notes
    self.version = version
    self.moved = moved
  }

  package var commands: [any Command.Type] { sections.flatMap { $0.commands } }

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
      }.map { "'\(name) \($0.name)'" }
      let others = homes.count - 3
      let named =
        others > 1
        ? homes.prefix(3).joined(separator: ", ") + " and \(others) others"
        : homes.joined(separator: " and ")
      let remedy =
        unknown.suggestion.isEmpty && !homes.isEmpty
        ? "; it belongs to \(named)" : unknown.suggestion
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
    let widest = commands.map { $0.name.count }.max() ?? 0
    let lists = sections.map { section in
      let rows = section.commands.map { (head: $0.name, meaning: $0.summary) }
      let list = Manual.columns(rows, widest: widest, in: form)
      return "\(form.painted(section.heading + ":", .strong))\n\(list)"
    }
    return """
      \(Manual.paragraphs("\(name): \(purpose)", in: form))

      \(form.painted("Usage:", .strong)) \(name) COMMAND [options]     \(name) COMMAND --help

      \(lists.joined(separator: "\n\n"))

      \(Manual.paragraphs(notes, in: form))
      """
  }
}
