import Diagnostics

/// The command line tool, as a library: tests call it without starting a process.
public enum Growthloop {
  static let version = "0.1.0"

  static let commands: [any Command.Type] = [
    TourCommand.self, DecideCommand.self, ProfilesCommand.self, RulesCommand.self,
    CheckCommand.self, SchemaCommand.self, SimulateCommand.self, CompareCommand.self,
    SweepCommand.self, ExplainCommand.self, ContactsCommand.self, LoadCommand.self,
    RehearseCommand.self, GateCommand.self, ReportCommand.self, RegressCommand.self,
    HistoryCommand.self, ServeCommand.self, StoreCommand.self, TokenCommand.self,
    BenchCommand.self, HistogramCommand.self,
  ]

  /// Does what the arguments say, and returns the exit code of the process.
  public static func run(
    _ arguments: [String], on console: any Console = StandardConsole()
  ) -> ExitCode {
    do {
      let code = try dispatch(arguments, on: console)
      try console.flush()
      return code
    } catch {
      let complaint = Complaint(of: error)
      let words =
        switch complaint.code {
        case .usage:
          "growthloop: \(complaint.words)\nTry 'growthloop \(commandNamed(by: arguments))--help'."
        case .badInput where error is DiagnosticList: complaint.words
        case .ourFault: "growthloop: this is our fault, not yours: \(complaint.words)"
        default: "growthloop: \(complaint.words)"
        }
      console.complain(words)
      return complaint.code
    }
  }

  private static func dispatch(_ arguments: [String], on console: any Console) throws -> ExitCode {
    guard let first = arguments.first else {
      console.complain(help)
      return .usage
    }
    switch first {
    case "--help", "-h":
      try console.write(help + "\n")
      return .success
    case "help":
      guard arguments.count > 1 else {
        try console.write(help + "\n")
        return .success
      }
      try console.write(try command(arguments[1]).help(for: arguments.dropFirst(2)) + "\n")
      return .success
    case "--version":
      try console.write("growthloop \(version)\n")
      return .success
    default:
      let command = try command(first)
      let rest = arguments.dropFirst()
      if rest.contains("--help") || rest.contains("-h") {
        try console.write(command.help(for: rest) + "\n")
        return .success
      }
      return try command.run(rest, on: console)
    }
  }

  /// The command that the arguments name, as the beginning of a question for its help.
  private static func commandNamed(by arguments: [String]) -> String {
    commands.first { $0.name == arguments.first }.map { "\($0.name) " } ?? ""
  }

  private static func command(_ name: String) throws -> any Command.Type {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let near = Suggestion.phrase(for: name, among: commands.map { $0.name })
    throw UsageError(description: "unknown command '\(name)'\(near)")
  }

  static var help: String {
    let width = commands.map { $0.name.count }.max() ?? 0
    let lines = commands.map { command in
      "  \(command.name.padded(to: width))  \(command.summary)"
    }
    return """
      growthloop: the rules of a mobile app's invite loop, decided, explained and measured.

      Usage: growthloop COMMAND [options]     growthloop COMMAND --help

      \(lines.joined(separator: "\n"))

      Example:
        echo '{"id": 1, "text": "https://rin.app/invite/a3Xk9m2Q"}' | growthloop decide codes

      Exit codes: 0 done, 1 a gate missed, 2 a gate undecided, 64 usage, 65 bad input, 69 no answer from
      the target, 70 our fault, 74 input or output, 130 interrupted.
      """
  }
}

extension String {
  /// The text with spaces after it, to a width in characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
