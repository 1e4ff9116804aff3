import GrowthloopFindings
public import GrowthloopReports
package import GrowthloopStudies

/// The command line tool, as a library: tests call it without starting a process.
public enum Growthloop {
  static let tool = Tool(
    "growthloop",
    purpose: "what a change of your app's invite loop does to growth, before you make it.",
    sections: [
      Tool.Section(
        "Begin here",
        [
          InitCommand.self, SimulateCommand.self, CompareCommand.self, SweepCommand.self,
          SolveCommand.self, ExperimentCommand.self, LoadCommand.self, GateCommand.self,
        ]),
      Tool.Section(
        "Your product",
        [
          ExploreCommand.self, CheckCommand.self, SchemaCommand.self, ExplainCommand.self,
          CalibrateCommand.self, ForecastCommand.self, ObserveCommand.self, PowerCommand.self,
          AnalyseCommand.self, RolloutCommand.self, MergeCommand.self,
        ]),
      Tool.Section(
        "The rules",
        [
          TourCommand.self, DecideCommand.self, ProfilesCommand.self, RulesCommand.self,
          EventsCommand.self,
        ]),
      Tool.Section(
        "Times and results",
        [
          ContactsCommand.self, RehearseCommand.self, RegressCommand.self, ReportCommand.self,
          HistoryCommand.self, HistogramCommand.self,
        ]),
      Tool.Section(
        "The link service", [ServeCommand.self, StoreCommand.self, TokenCommand.self]),
      Tool.Section("The tool itself", [CompletionsCommand.self, ManCommand.self]),
    ],
    notes: """
      'growthloop COMMAND --help' has every option, 'growthloop version' the version.

      Example:
        growthloop init my-app.yaml && growthloop simulate my-app.yaml

      Exit codes: 0 done, 1 a gate missed, 2 a gate undecided, 64 usage, 65 bad input, 69 no answer from
      the target, 70 internal error, 74 input or output, 130 interrupted.
      """,
    version: ToolVersion.current,
    moved: [
      "bench":
        "benchmarks run in a tool of their own, 'growthloop-bench'; 'make bench' builds it"
    ])

  /// Runs the command that the arguments name, and returns the exit code of the process.
  public static func run(
    _ arguments: [String], on console: any Console = StandardConsole()
  ) -> ExitCode {
    guard let launch = RankLaunch(console.variable) else {
      return tool.run(arguments, on: console)
    }
    return RankedRun(arguments, console: console).run(as: launch)
  }
}

extension UndividedPopulation: ExitCoded {
  package var exitCode: ExitCode { .usage }
}

extension LostRank: ExitCoded {
  package var exitCode: ExitCode { .unavailable }
}

/// A command that a launcher such as `mpirun` has started in several processes.
struct RankedRun {
  private let arguments: [String]
  private let console: any Console

  /// The commands that share their work among ranks.
  private static let commands: [any RunnableCommand.Type] = [
    SimulateCommand.self, CompareCommand.self, SweepCommand.self, LoadCommand.self,
  ]

  init(_ arguments: [String], console: any Console) {
    self.arguments = arguments
    self.console = console
  }

  /// Joins the ranks and runs the command, or refuses to run it several times.
  func run(as launch: RankLaunch) -> ExitCode {
    do {
      guard Self.commands.contains(where: { $0.name == arguments.first }) else {
        throw UsageError(description: Self.isOfNoUse(arguments.first, launch.count))
      }
      guard let transport = try launch.join() else {
        throw UsageError(description: Self.isWithoutMPI(launch.count))
      }
      let (code, hasLost) = run(as: transport)
      transport.leave(afterLoss: hasLost, code: code.rawValue)
      return code
    } catch {
      // Once, and not by every process.
      guard launch.rank == 0 else { return .success }
      return ExitCode.running("growthloop", help: "growthloop help merge", on: console) {
        throw error
      }
    }
  }

  /// Runs the command as one of the ranks; returns its exit code, and whether a rank was lost.
  func run(as transport: any RankTransport) -> (ExitCode, hasLost: Bool) {
    let group = RankGroup(transport)
    let ranked = RankConsole(console, group)
    let code = Growthloop.tool.run(arguments, on: ranked)
    if transport.rank == 0 {
      group.dismiss()
      return (code, group.hasLost)
    }
    if !group.hasServed, !ranked.lastComplaint.isEmpty {
      group.leave(because: ranked.lastComplaint)
    }
    for notice in group.takeNotices() { console.complain("growthloop: \(notice)") }
    return (group.hasLost ? .unavailable : .success, group.hasLost)
  }

  private static func isOfNoUse(_ command: String?, _ count: Int) -> String {
    let names = commands.map { "'\($0.name)'" }.joined(separator: ", ")
    return
      "'\(command ?? "help")' makes no use of \(count) ranks: run it without 'mpirun', which is of use "
      + "to \(names)"
  }

  private static func isWithoutMPI(_ count: Int) -> String {
    "this is a build without MPI, and each of the \(count) ranks would do the whole work: build with 'swift "
      + "build -c release --traits MPI', or run without 'mpirun'"
  }
}
