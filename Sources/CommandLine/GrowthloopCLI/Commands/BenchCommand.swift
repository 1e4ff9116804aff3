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
      search     the search of the contact list beside SQLite's full-text search: what a keystroke takes,
                 what they hold, what they find
      sections   the sections of the home tab: milliseconds for an evaluation as books grow
      service    the link service on one core, loaded from another, in turns with nginx
      soak       the link service under half of that for ten minutes, and how its memory grows
      duplicates how well duplicates are found in the FEBRL registers, and how fast
      intervals  how often the intervals of metrics hold the truth in a market of 3,000 people, at 4, 8,
                 16 and 32 replications, and what becomes of a gate on a rare harm that the truth misses
      changes    how often 'history' finds a step, or names a drift, in series that have one or none, of
                 40 to 200 numbers with noise that depends on the noise before
      load       the load generator beside wrk, wrk2, h2load and ab, as far as they are installed: rate of a
                 core, processor time at the same rate, lateness of sending, taps on new connections;
                 and beside a loop that only sleeps until each moment

    The first three print nanoseconds per operation, as the median over 41 samples taken in turns, with
    the 10th and 90th percentile beside it. 'kernel' takes every candidate once in each round and prints
    medians, and the median of the ratios to the C++ loop round by round. 'service' needs wrk and two
    cores; nginx and perf, where they are installed, add what the service is measured against and what
    a request costs. Its taps, creations and first launches at a fixed rate are measured
    from the plan and from the sending, by the load generator. A rate of taps is kept up if all were
    answered when the last was planned, and never more and more of them were under way.

      --sizes N,N…   (kernel) how many events are pending; 1000,100000,1000000,10000000 if not said;
                     (model) how many people there are; 10000,100000,1000000 if not said;
                     (search) how many contacts there are; 10000,100000 if not said;
                     (sections) the same; 500,5000,10000,50000,100000 if not said;
                     (changes) how many numbers a series has; 40,60,100,200 if not said
      --series N     (changes) how many series of each kind; 1000 if not said
      --plan NAME    (model) diffusion or baseline only
      --rounds N     (kernel, load, service) how often each candidate has its turn; 5 if not said;
                     (model) how often each plan runs; 3 if not said
      --quick        (kernel) the kernel and the C++ loops only; (load) runs of one second, not three
      --codes N      (service) how many codes there are; 1000000 if not said
      --clicks N     (service) among how many clicks first launches are resolved; 1000000 if not said
      --rates N,N…   (service) taps a second, beside 70% of what is kept up; 25000,30000,35000,41000 if
                     not said
      --only PART,…  (service) throughput, taps, creations or launches; what codes cost is measured with
                     each of them, or alone as codes
      --store DIR    (service) where the codes are kept for the next time, or stand since the last
      --minutes N    (soak) how long; 10 if not said
      --febrl DIR    (duplicates) where Tests/Oracles/febrl_oracle.py wrote the registers
      --runs N       (intervals) how many runs of each size; 1000 if not said
      --seed N       (intervals) the root of all chance; 1 if not said
      --workers N    (intervals) how many cores work on it; all if not said
      --design-effects F,F…  (intervals) measures instead the design effects of metrics in small markets of
                     these scenarios, and prints what DesignEffects.swift keeps

    Only a release build says anything: 'make bench' makes one. A timing decides nothing here; the exit
    code is 0 whatever it is. 'intervals' has no timing: it gives 1 where an interval holds the truth in
    less than 93% of runs, beyond what luck does, though its run counts five events or more.

    Example:
      growthloop bench kernel --sizes 100000 --quick
    """

  private struct Subject {
    let name: String
    /// The options beside `--json` that it has.
    var flags: [String] = []
    var options: [String] = []
    let run: @Sendable (Arguments, any Console) throws -> ExitCode
  }

  private static let subjects: [Subject] = [
    operations("rules", "nanoseconds per decision", Benchmark.rules),
    operations("draws", "nanoseconds per draw", Benchmark.draws),
    operations("histogram", "nanoseconds per operation", Benchmark.histogram),
    Subject(name: "kernel", flags: ["--quick"], options: ["--sizes", "--rounds"]) {
      try KernelBench($0).run(on: $1)
    },
    Subject(name: "model", options: ["--sizes", "--plan", "--rounds"]) {
      try ModelBench($0).run(on: $1)
    },
    Subject(name: "search", options: ["--sizes"]) { try SearchBench($0).run(on: $1) },
    Subject(name: "sections", options: ["--sizes"]) { try SectionBench($0).run(on: $1) },
    Subject(
      name: "service",
      options: ["--rounds", "--codes", "--clicks", "--rates", "--only", "--store"]
    ) {
      try ServiceBench($0).run(on: $1)
    },
    Subject(name: "soak", options: ["--minutes"]) { try SoakBench($0).run(on: $1) },
    Subject(name: "duplicates", options: ["--febrl"]) { try DuplicatesBench($0).run(on: $1) },
    Subject(
      name: "intervals", options: ["--runs", "--seed", "--workers", "--design-effects"]
    ) {
      try IntervalBench($0).run(on: $1)
    },
    Subject(name: "changes", options: ["--sizes", "--series"]) {
      try ChangesBench($0).run(on: $1)
    },
    Subject(name: "load", flags: ["--quick"], options: ["--rounds"]) {
      try LoadBench($0).run(on: $1)
    },
  ]

  /// A subject whose operations are timed one by one.
  private static func operations(
    _ name: String, _ unit: String, _ benchmarks: [Benchmark]
  ) -> Subject {
    Subject(name: name) { arguments, console in
      console.complain("measuring \(benchmarks.count) operations; this takes some seconds")
      let report = OperationReport(unit: unit, measurements: Benchmark.measure(benchmarks))
      try console.write(arguments.has("--json") ? report.json() : report.description)
      return .success
    }
  }

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments,
      declared: .init(
        flags: ["--json"] + subjects.flatMap(\.flags).unique,
        options: subjects.flatMap(\.options).unique, mostWords: 1))
    let names = subjects.map(\.name)
    guard let name = arguments.words.first else {
      throw UsageError(description: "bench what? \(names.joined(separator: ", "))")
    }
    guard let subject = subjects.first(where: { $0.name == name }) else {
      let near = Suggestion.phrase(for: name, among: names)
      let others = near.isEmpty ? "; there are \(names.joined(separator: ", "))" : near
      throw UsageError(description: "unknown benchmark '\(name)'\(others)")
    }
    try refuseForeignOptions(of: arguments, for: subject)
    return try subject.run(arguments, console)
  }

  private static func refuseForeignOptions(of arguments: Arguments, for subject: Subject) throws {
    let own = subject.flags + subject.options
    for option in subjects.flatMap({ $0.flags + $0.options }).unique
    where !own.contains(option) && arguments.mentions(option) {
      let homes = subjects.filter { ($0.flags + $0.options).contains(option) }
        .map { "'bench \($0.name)'" }.joined(separator: " and ")
      throw UsageError(description: "'\(option)' belongs to \(homes)")
    }
  }
}

extension [String] {
  /// Each string once, where it stands first.
  fileprivate var unique: [String] {
    reduce(into: []) { list, string in
      if !list.contains(string) { list.append(string) }
    }
  }
}
