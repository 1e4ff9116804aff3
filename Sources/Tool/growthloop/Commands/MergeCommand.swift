import GrowthloopFindings
import GrowthloopReports

/// Joins the parts of a run.
enum MergeCommand: RunnableCommand {
  static let name = "merge"
  static let summary = "joins what several machines did: parts of a run, or agents of a load plan"
  static let manual = Manual(
    "merge PART… [options]",
    about: """
      Joins what several machines did: parts of 'simulate', 'compare' or 'sweep' ('--replications FROM..TO
      --out PART'), or agents of 'load' ('--agent K/N --out PART'). It reads the scenario again, so it runs
      in the same folder. It prints and writes what one run of all replications would have: the same bytes.
      A part that is missing, given twice, damaged, or of another run is named. If gates or a precision
      would have gone on beyond the last part, it computes the rest itself.

      Several load agents give one report. It is valid only if each generator was. Agents that did not
      begin together are refused. If one is missing, the report is partial and decides no gate (exit
      code 2).
      """,
    words: [CommandWord("PART", most: .max, completion: .folder)],
    options: [
      .workers, .out("what one run would write"), .json, .assumptions, MetricChoice.definitions,
    ],
    examples: """
      growthloop simulate --set days=30 --replications 1..4 --out part-1
        growthloop simulate --set days=30 --replications 5..8 --out part-2
        growthloop merge part-1 part-2
      """)

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    if let first = arguments.words.first, AgentFile.isIn(first) {
      return try LoadCommand.merge(
        AgentFiles(arguments.words), Delivery(arguments, of: [LoadFindings.self]), on: console)
    }
    let parts = try PartFolders(arguments.words)
    for part in parts.parts { _ = try recorded(part.findings.run, in: part.folder) }
    let (run, replications) = try parts.wholeRun()
    let (command, options) = try recorded(run, in: parts.parts[0].folder)
    let words =
      options.written + arguments.words.flatMap { [ReplicationOptions.from.name, $0] }
      + [ReplicationOptions.replications.name, "\(replications)"]
      + arguments.repeated(except: []).dropFirst(arguments.words.count)
    return try command.run(Arguments(words, of: command.manual), on: console)
  }

  /// Reads the command line of a part, which another machine may have written.
  private static func recorded(
    _ run: [String], in folder: String
  ) throws -> (any RunnableCommand.Type, Arguments) {
    guard let command = commands.first(where: { $0.name == run[0] }) else {
      throw UnfitInput(
        description: "\(folder)/run.json: run[0]: no command '\(run[0])' makes parts of a run")
    }
    return (
      command,
      try Arguments(
        recorded: run, in: "\(folder)/run.json", of: command.manual,
        allowing: ReplicationOptions.shared)
    )
  }

  private static let commands: [any RunnableCommand.Type] = [
    SimulateCommand.self, CompareCommand.self, SweepCommand.self,
  ]
}
