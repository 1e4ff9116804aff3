import Benchmarks

/// `growthloop bench kernel`: the HOLD model on the kernel, its rivals and its yardstick.
struct KernelBench {
  private var benchmark = HoldBenchmark()
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    isJSON = arguments.has("--json")
    if let sizes = try arguments.one("--sizes") {
      benchmark.sizes = try Self.numbers(sizes, of: "--sizes", within: 10...100_000_000)
    }
    if let rounds = try arguments.one("--rounds") {
      benchmark.rounds = try Self.number(rounds[...], of: "--rounds", within: 1...1_000)
    }
    if arguments.has("--quick") {
      benchmark.candidates = [.yardstick, .kernel, .heap]
      benchmark.mostPendingOfSimPy = 0
    }
  }

  /// Numbers with commas between them.
  static func numbers(
    _ text: String, of option: String, within range: ClosedRange<Int>
  ) throws -> [Int] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map {
      try number($0, of: option, within: range)
    }
  }

  static func number(
    _ text: Substring, of option: String, within range: ClosedRange<Int>
  ) throws -> Int {
    let plain = text.filter { $0 != "_" }
    guard let number = Int(plain), range.contains(number) else {
      throw UsageError(
        description:
          "'\(option)' takes whole numbers from \(range.lowerBound) to \(range.upperBound), not '\(text)'"
      )
    }
    return number
  }

  func run(on console: any Console) throws -> ExitCode {
    let rows = benchmark.measure { rows in
      guard let first = rows.first else { return }
      console.complain("measured: \(first.mix) increments, \(first.pending) pending")
    }
    let report = KernelReport(rows: rows)
    try console.write(isJSON ? report.json() : report.description)
    return .success
  }
}
