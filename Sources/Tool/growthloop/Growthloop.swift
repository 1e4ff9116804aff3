import GrowthloopStudies
import GrowthloopFindings
public import GrowthloopReports

/// The command line tool, as a library: tests call it without starting a process.
public enum Growthloop {
  static let tool = Tool(
    "growthloop",
    purpose: "the rules of a mobile app's invite loop, decided, explained and measured.",
    commands: [
      TourCommand.self, InitCommand.self, DecideCommand.self, ProfilesCommand.self,
      RulesCommand.self, EventsCommand.self,
      CheckCommand.self, SchemaCommand.self, SimulateCommand.self, CompareCommand.self,
      SweepCommand.self, SolveCommand.self, ExperimentCommand.self, RolloutCommand.self,
      CalibrateCommand.self, ObserveCommand.self,
      PowerCommand.self, AnalyseCommand.self,
      MergeCommand.self,
      ExplainCommand.self,
      ContactsCommand.self, LoadCommand.self,
      RehearseCommand.self, GateCommand.self, ReportCommand.self, RegressCommand.self,
      HistoryCommand.self, ServeCommand.self, StoreCommand.self, TokenCommand.self,
      HistogramCommand.self, CompletionsCommand.self, ManCommand.self,
    ],
    notes: """
      Example:
        echo '{"id": 1, "text": "https://rin.app/invite/a3Xk9m2Q"}' | growthloop decide codes

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
