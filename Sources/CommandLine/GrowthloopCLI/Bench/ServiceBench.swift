import Benchmarks

/// `growthloop bench service`: what the link service takes, beside nginx.
struct ServiceBench {
  private var benchmark = ServiceBenchmark()
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    isJSON = arguments.has("--json")
    func number(_ option: String, within range: ClosedRange<Int>) throws -> Int? {
      try arguments.one(option).map {
        try KernelBench.number($0[...], of: option, within: range)
      }
    }
    if let rounds = try number("--rounds", within: 1...100) { benchmark.rounds = rounds }
    if let codes = try number("--codes", within: 10_000...100_000_000) { benchmark.codes = codes }
    if let clicks = try number("--clicks", within: 20_000...16_000_000) {
      benchmark.clicks = clicks
    }
    if let rates = try arguments.one("--rates") {
      benchmark.rates = try KernelBench.numbers(rates, of: "--rates", within: 100...1_000_000)
    }
    if let names = try arguments.one("--only") {
      benchmark.parts = Set(try names.split(separator: ",").map { try Self.part(String($0)) })
    }
    benchmark.store = try arguments.one("--store")
  }

  private static func part(_ name: String) throws -> ServiceBenchmark.Part {
    guard let part = ServiceBenchmark.Part(rawValue: name) else {
      let names = ServiceBenchmark.Part.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(description: "'--only' takes some of \(names), not '\(name)'")
    }
    return part
  }

  func run(on console: any Console) throws -> ExitCode {
    do {
      let figures = try benchmark.measure { console.complain("growthloop: \($0)") }
      let report = ServiceReport(figures: figures)
      try console.write(isJSON ? report.json() : report.description)
      return .success
    } catch let trouble as SystemTool.Trouble {
      throw InputOutputError(description: "\(trouble)")
    }
  }
}
