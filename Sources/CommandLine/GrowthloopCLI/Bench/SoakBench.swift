import Benchmarks

/// `growthloop bench soak`: whether the link service's memory stays what it is.
struct SoakBench {
  private var benchmark = SoakBenchmark()
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    isJSON = arguments.has("--json")
    if let minutes = try arguments.one("--minutes") {
      benchmark.minutes = Double(
        try KernelBench.number(minutes[...], of: "--minutes", within: 1...10_000))
    }
  }

  func run(on console: any Console) throws -> ExitCode {
    do {
      let figures = try benchmark.measure { console.complain("growthloop: \($0)") }
      let report = SoakReport(figures: figures)
      try console.write(isJSON ? report.json() : report.description)
      return .success
    } catch let trouble as SystemTool.Trouble {
      throw InputOutputError(description: "\(trouble)")
    }
  }
}

/// What a soak came to.
struct SoakReport: Encodable, CustomStringConvertible {
  let machine = Machine.description
  let build = Machine.build
  let figures: SoakBenchmark.Figures

  var description: String {
    let latency = figures.latency
    let trend =
      figures.trend.map {
        "\($0.slope.text(decimals: 2)) ± \($0.halfWidth.text(decimals: 2)) MB a minute"
      } ?? "too short to tell"
    let first = figures.memory.first ?? 0
    let last = figures.memory.last ?? 0
    return """
      \(machine), \(build) build; seven days of the service's clock in a minute

      \(latency.requests) taps in \(figures.minutes.text(decimals: 0)) minutes, \
      \(Int(latency.perSecond)) a second: half of the most
      milliseconds from the plan: \(latency.response.sentence); from the sending: \
      \(latency.service.sentence)
      late ourselves p99.9 \(latency.lag999.text(decimals: 2)), \(latency.failures) failed; \
      the run \(latency.validity.text)
      memory: \(first.text(decimals: 1)) MB at first, \(last.text(decimals: 1)) MB at last; \
      once it has settled \(trend)
      \(figures.sweeps) deletions of what was due, the last \
      \(figures.sweepLag.text(decimals: 2)) ms late

      """
  }
}

extension ServiceFigures.Quantiles {
  fileprivate var sentence: String {
    zip(["p50", "p95", "p99", "p99.9"], texts).map { "\($0) \($1)" }.joined(separator: ", ")
  }
}
