import growthloop_bench
import GrowthloopReports
import TestConsole
import Testing

@Suite("growthloop-bench · the command line", .timeLimit(.minutes(60)))
struct GrowthloopBenchTests {
  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func `help names every subject`(_ arguments: [String]) {
    let console = MemoryConsole()
    #expect(GrowthloopBench.run(arguments, on: console) == .success)
    let subjects = [
      "rules", "draws", "histogram", "kernel", "model", "search", "sections", "service", "soak",
      "duplicates", "intervals", "changes", "ramps", "interference", "calibration", "epidemic",
      "load",
    ]
    for subject in subjects {
      #expect(console.output.contains("\n  \(subject) "), "\(subject)")
    }
    #expect(console.output.contains("growthloop-bench kernel --sizes 100000 --quick"))
  }

  @Test(arguments: [
    (["rule"], "unknown command 'rule'; did you mean 'rules'?"),
    (
      ["duplicates"],
      "'growthloop-bench duplicates' needs '--febrl DIR', as Tests/Oracles/febrl_oracle.py makes it"
    ),
    (
      ["rules", "--quick"],
      "unknown option '--quick'; it belongs to 'growthloop-bench kernel' and 'growthloop-bench load'"
    ),
    (
      ["kernel", "--sizes", "10,many"],
      "'--sizes' must be a whole number from 10 to 100000000, not 'many'"
    ),
    (["intervals", "--seed", "-1"], "'--seed' must be a whole number below 2^64, not '-1'"),
  ])
  func `a command line that cannot be followed is told what would be right`(
    arguments: [String], complaint: String
  ) {
    let console = MemoryConsole()
    #expect(GrowthloopBench.run(arguments, on: console) == .usage)
    #expect(console.output == "")
    #expect(
      console.complaints.hasPrefix("growthloop-bench: \(complaint)"), "\(console.complaints)")
    let command = arguments[0] == "rule" ? "" : " \(arguments[0])"
    #expect(console.complaints.hasSuffix("\nTry 'growthloop-bench\(command) --help'.\n"))
  }
}
