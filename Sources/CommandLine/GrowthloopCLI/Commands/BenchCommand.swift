import Benchmarks
import Diagnostics

/// Measures what the parts cost.
enum BenchCommand: Command {
  static let name = "bench"
  static let summary = "measures what decisions, draws, events and records cost"
  static let help = """
    growthloop bench SUBJECT [--json]

      rules      what a decision costs, those first that a simulation asks for every event
      draws      what a random number costs, by its distribution
      histogram  what a load generator pays for recording a latency
      kernel     the HOLD model: events per second with 10^3 to 10^7 events pending, beside loops in C++,
                 other structures in Swift, SimPy where it is installed, and what other kits reached
      model      the growth model: events per second and memory as markets grow
      sections   the sections of the home tab: milliseconds for an evaluation as books grow
      search     the search of the contact list beside SQLite's full-text search: what a keystroke takes,
                 what they hold, what they find
      duplicates how well duplicates are found in the FEBRL registers, and how fast
      load       the load generator beside wrk, wrk2, h2load and ab, as far as they are installed: rate of a
                 core, processor time at the same rate, lateness of sending, taps on new connections

    The first three print nanoseconds per operation, as the median over 41 samples taken in turns, with
    the 10th and 90th percentile beside it. 'kernel' takes every candidate once in each round and prints
    medians, and the median of the ratios to the C++ loop round by round.

      --sizes N,N…   (kernel) how many events are pending; 1000,100000,1000000,10000000 if not said;
                     (model) how many people there are; 10000,100000,1000000 if not said;
                     (search) how many contacts there are; 10000,100000 if not said;
                     (sections) the same; 500,5000,10000,50000,100000 if not said
      --plan NAME    (model) diffusion or baseline only
      --rounds N     (kernel, load) how often each candidate has its turn; 5 if not said
      --quick        (kernel) the kernel and the C++ loops only; (load) runs of one second, not three
      --febrl DIR    (duplicates) where Tests/Oracles/febrl_oracle.py wrote the registers

    Only a release build says anything: 'make bench' makes one. A timing decides nothing here; the exit
    code is 0 whatever it is.

    Example:
      growthloop bench kernel --sizes 100000 --quick
    """

  private static let operations: [(name: String, unit: String, benchmarks: [Benchmark])] = [
    ("rules", "nanoseconds per decision", Benchmark.rules),
    ("draws", "nanoseconds per draw", Benchmark.draws),
    ("histogram", "nanoseconds per operation", Benchmark.histogram),
  ]

  /// The options that not every benchmark has, and whose they are.
  private static let owners: [(option: String, subjects: [String])] = [
    ("--sizes", ["kernel", "model", "search", "sections"]), ("--plan", ["model"]),
    ("--rounds", ["kernel", "load"]), ("--quick", ["kernel", "load"]), ("--febrl", ["duplicates"]),
  ]

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments,
      declared: .init(
        flags: ["--json", "--quick"], options: ["--sizes", "--rounds", "--plan", "--febrl"],
        mostWords: 1))
    let names =
      operations.map { $0.name } + [
        "kernel", "model", "search", "sections", "duplicates", "load",
      ]
    guard let subject = arguments.words.first else {
      throw UsageError(description: "bench what? \(names.joined(separator: ", "))")
    }
    for (option, owners) in owners where !owners.contains(subject) && arguments.mentions(option) {
      let homes = owners.map { "'bench \($0)'" }.joined(separator: " and ")
      throw UsageError(description: "'\(option)' belongs to \(homes)")
    }
    if subject == "kernel" { return try KernelBench(arguments).run(on: console) }
    if subject == "model" { return try ModelBench(arguments).run(on: console) }
    if subject == "search" { return try SearchBench(arguments).run(on: console) }
    if subject == "sections" { return try SectionBench(arguments).run(on: console) }
    if subject == "duplicates" { return try DuplicatesBench(arguments).run(on: console) }
    if subject == "load" { return try LoadBench(arguments).run(on: console) }
    guard let (_, unit, benchmarks) = operations.first(where: { $0.name == subject }) else {
      let near = Suggestion.phrase(for: subject, among: names)
      let others = near.isEmpty ? "; there are \(names.joined(separator: ", "))" : near
      throw UsageError(description: "unknown benchmark '\(subject)'\(others)")
    }
    console.complain("measuring \(benchmarks.count) operations; this takes some seconds")
    let report = OperationReport(unit: unit, measurements: Benchmark.measure(benchmarks))
    try console.write(arguments.has("--json") ? report.json() : report.description)
    return .success
  }
}
