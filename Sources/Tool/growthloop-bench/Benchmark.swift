/// An operation whose cost is measured.
public struct Benchmark: Sendable {
  /// The name of the operation, as a sentence.
  public let title: String
  /// The limit of the median in nanoseconds; `nil` without a target.
  public let promised: Double?
  /// Whether the operation makes no allocation even in a debug build; a test counts them.
  public let allocatesNothing: Bool
  /// Runs the operation `times` times and returns a number that depends on every outcome.
  public let run: @Sendable (_ times: Int) -> UInt64

  public init(
    _ title: String, promised: Double? = nil, allocatesNothing: Bool = true,
    run: @escaping @Sendable (_ times: Int) -> UInt64
  ) {
    self.title = title
    self.promised = promised
    self.allocatesNothing = allocatesNothing
    self.run = run
  }
}

/// The cost of a benchmark's operation, in nanoseconds over its samples.
public struct DecisionCost: Encodable, Sendable {
  public let title: String
  public let samples: Int
  public let operationsPerSample: Int
  public let median: Double
  public let tenth: Double
  public let ninetieth: Double
  public let promised: Double?
  /// Whether the median meets its target; `nil` without one.
  public let isKept: Bool?
}

extension Benchmark {
  /// Measures `benchmarks` in turns, so that a noisy phase of the machine affects all of them.
  public static func measure(
    _ benchmarks: [Benchmark], samples: Int = 41, operations: Int = 200_000
  ) -> [DecisionCost] {
    var costs = [[Double]](repeating: [], count: benchmarks.count)
    var checks = [UInt64](repeating: 0, count: benchmarks.count)
    let clock = ContinuousClock()
    for sample in 0...samples {
      for (index, benchmark) in benchmarks.enumerated() {
        var check: UInt64 = 0
        let elapsed = clock.measure { check = benchmark.run(operations) }
        // The first sample warms up; every later one must reach the same outcome.
        if sample == 0 {
          checks[index] = check
        } else {
          precondition(
            check == checks[index],
            "'\(benchmark.title)' gave \(check) after \(checks[index])")
          let parts = elapsed.components
          let nanoseconds = Double(parts.seconds) * 1e9 + Double(parts.attoseconds) / 1e9
          costs[index].append(nanoseconds / Double(operations))
        }
      }
    }
    return zip(benchmarks, costs).map { benchmark, costs in
      let sorted = costs.sorted()
      let median = sorted[sorted.count / 2]
      return DecisionCost(
        title: benchmark.title, samples: samples, operationsPerSample: operations,
        median: median, tenth: sorted[sorted.count / 10],
        ninetieth: sorted[sorted.count * 9 / 10], promised: benchmark.promised,
        isKept: benchmark.promised.map { median < $0 })
    }
  }
}
