import GrowthloopFindings
public import GrowthloopReports

/// The benchmark tool, as a library: tests call it without starting a process.
public enum GrowthloopBench {
  static let tool = Tool(
    "growthloop-bench", purpose: "measures the cost of decisions, draws, events and records.",
    commands: [
      RuleBench.self, DrawBench.self, HistogramBench.self, KernelBench.self, ModelBench.self,
      SearchBench.self, SectionBench.self, ServiceBench.self, SoakBench.self,
      DuplicatesBench.self, IntervalBench.self, ChangesBench.self, RampBench.self,
      InterferenceBench.self, CalibrationBench.self, EpidemicBench.self,
      LoadBench.self,
    ],
    notes: """
      Measure with a release build ('make bench'). A timing decides nothing here: the exit code is 0 for
      any timing.

      Example:
        growthloop-bench kernel --sizes 100000 --quick
      """,
    version: ToolVersion.current)

  /// Measures the benchmark that the arguments name, and returns the exit code of the process.
  public static func run(
    _ arguments: [String], on console: any Console = StandardConsole()
  ) -> ExitCode {
    tool.run(arguments, on: console)
  }
}
