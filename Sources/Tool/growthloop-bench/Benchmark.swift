import Attribution
import Invites
import Prompts
import RandomStreams
import Statistics
import Vocabulary

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

extension Benchmark {
  /// Benchmarks of a draw, each for another person, as a simulation requests them.
  public static let draws: [Benchmark] = [
    Benchmark("chance: one block of Philox, four words") { times in
      let stream = stream
      var sum: UInt64 = 0
      for turn in 0..<times {
        let words = stream.words(UInt64(turn))
        sum &+= words.low ^ words.high
      }
      return sum
    },
    Benchmark("chance: uniform, 53 bits") { times in
      let stream = stream
      var sum: UInt64 = 0
      for turn in 0..<times { sum &+= stream.uniform(UInt64(turn)).bitPattern }
      return sum
    },
    draws("exponential", of: Exponential.certain(try .init(mean: 3))),
    draws("normal", of: Normal.certain(try .init(mean: 3, standardDeviation: 2))),
    draws("log-normal", of: LogNormal.certain(try .init(median: 9.5, sigma: 1.6))),
    draws("gamma of shape 2.5", of: Gamma.certain(try .init(shape: 2.5, scale: 1))),
    draws("gamma of shape 0.35", of: Gamma.certain(try .init(shape: 0.35, scale: 1))),
    draws("beta of 2 and 3", of: Beta.certain(try .init(alpha: 2, beta: 3))),
    draws("Poisson of mean 3", of: Poisson.certain(try .init(mean: 3))),
    draws("Poisson of mean 100", of: Poisson.certain(try .init(mean: 100))),
    draws("binomial of 10 at 0.3", of: Binomial.certain(try .init(count: 10, probability: 0.3))),
    draws(
      "binomial of 1,000 at 0.3", of: Binomial.certain(try .init(count: 1_000, probability: 0.3))),
    draws(
      "Zipf of a million ranks at 1.2", of: Zipf.certain(try .init(exponent: 1.2, count: 1_000_000))
    ),
    draws(
      "one of 20 categories by alias",
      of: Categorical.certain(try .init(weights: (1...20).map { Double($0) }))),
  ]

  private static func draws<Chance: Distribution<Double>>(
    _ name: String, of distribution: Chance
  ) -> Benchmark {
    Benchmark("chance: \(name)") { times in
      let stream = stream
      var sum: UInt64 = 0
      for turn in 0..<times { sum &+= stream.sample(distribution, UInt64(turn)).bitPattern }
      return sum
    }
  }

  private static func draws<Chance: Distribution<Int>>(
    _ name: String, of distribution: Chance
  ) -> Benchmark {
    Benchmark("chance: \(name)") { times in
      let stream = stream
      var sum: UInt64 = 0
      for turn in 0..<times { sum &+= UInt64(stream.sample(distribution, UInt64(turn))) }
      return sum
    }
  }

  private static let stream = RandomSource(seed: 2026).stream(for: 1)
}

extension Benchmark {
  /// Benchmarks of the load generator's histogram.
  public static let histogram: [Benchmark] = [record, merge, percentile, write, read]

  /// Latencies from a microsecond to some seconds, log-uniform.
  private static let latencies: [UInt64] = (0..<1_024).map { number -> UInt64 in
    let bits = UInt64(number % 22)
    return 1 << bits + UInt64(number * 7_919) % (1 << bits)
  }

  private static let filled: HDRHistogram = {
    var histogram = HDRHistogram(layout: .minuteInMicroseconds)
    for latency in latencies { histogram.record(latency) }
    return histogram
  }()

  /// Benchmarks recording; it also allocates the 139 kB of counters, once for all records.
  private static let record = Benchmark(
    "histogram: recording one value", promised: 4, allocatesNothing: false
  ) { times in
    var histogram = HDRHistogram(layout: .minuteInMicroseconds)
    let values = latencies.span
    for turn in 0..<times { histogram.record(values[turn & 1_023]) }
    return UInt64(histogram.totalCount)
  }

  private static let merge = Benchmark(
    "histogram: merging 17,408 counters, per counter", allocatesNothing: false
  ) { times in
    var sum = HDRHistogram(layout: .minuteInMicroseconds)
    let part = filled
    for _ in 0..<max(1, times / part.layout.counterCount) { sum.merge(part) }
    return UInt64(sum.totalCount)
  }

  private static let percentile = Benchmark(
    "histogram: finding a percentile, per counter", allocatesNothing: false
  ) { times in
    var sum: UInt64 = 0
    for _ in 0..<max(1, times / filled.layout.counterCount) {
      sum &+= filled.value(atPercentile: 99.9) ?? 0
    }
    return sum
  }

  private static let write = Benchmark(
    "histogram: compressing 17,408 counters, per counter", allocatesNothing: false
  ) { times in
    var sum: UInt64 = 0
    for _ in 0..<max(1, times / filled.layout.counterCount) {
      sum &+= UInt64(filled.compressed().count)
    }
    return sum
  }

  private static let read: Benchmark = {
    let bytes = filled.compressed()
    return Benchmark(
      "histogram: reading 17,408 compressed counters, per counter", allocatesNothing: false
    ) { times in
      var sum: UInt64 = 0
      for _ in 0..<max(1, times / filled.layout.counterCount) {
        sum &+= UInt64((try? HDRHistogram(decoding: bytes))?.totalCount ?? 0)
      }
      return sum
    }
  }()
}

extension [Double] {
  /// The median of the values; there must be at least one.
  public var median: Double {
    let sorted = sorted()
    let upper = count / 2
    return count % 2 == 1 ? sorted[upper] : (sorted[upper - 1] + sorted[upper]) / 2
  }
}

extension Benchmark {
  /// Benchmarks of the rules; those that a simulation applies to every event come first.
  public static let rules: [Benchmark] = simulation + service

  private static let simulation: [Benchmark] = [
    prompts("prompts: one decision under rin", .rin),
    prompts("prompts: one decision under product", .product),
    attribution("attribution: one decision over 3 clicks, last click", .rin),
    attribution("attribution: one decision over 3 clicks, first touch", .design),
  ]

  private static let noon = Instant(milliseconds: 1_767_268_800_000)

  /// Benchmarks a policy on users at all stages: new ones, some who shared, some with past prompts.
  private static func prompts(_ title: String, _ policy: PromptPolicy) -> Benchmark {
    let histories = (0..<1_024).map { number in
      var history = PromptHistory()
      history.sessions = number % 5
      history.contacts = number % 40
      if number % 3 == 0 { history.lastShare = noon - .days(Int64(number % 29)) }
      for day in stride(from: number % 4, to: 0, by: -1) {
        history.recent.add(noon - .days(Int64(day * 5)))
        history.shown += 1
      }
      return history
    }
    let triggers = policy.triggers
    return Benchmark(title, promised: 100) { times in
      var shown: UInt64 = 0
      for turn in 0..<times {
        let decision = policy.decide(
          triggers[turn % triggers.count], for: histories[turn & 1_023], at: noon, zone: .utc)
        shown &+= decision.isShown ? 1 : UInt64(decision.suppressions.count)
      }
      return shown
    }
  }

  /// Benchmarks a policy on arrivals with three clicks each.
  ///
  /// The clicks are in and out of the window, some of people who left.
  private static func attribution(_ title: String, _ policy: AttributionPolicy) -> Benchmark {
    let clicks: [Click] = (0..<3 * 1_024).map { number -> Click in
      let at = noon - .hours(Int64(number * 7 % 240))
      var click = Click(
        sequence: UInt64(number), at: at, inviter: PrincipalID(rawValue: UInt64(number % 97)))
      if number % 11 == 0 { click.link = .unknown }
      if number % 13 == 0 { click.inviterState = .deleted }
      return click
    }
    let arrival = Arrival(principal: PrincipalID(rawValue: 5), installedAt: noon)
    return Benchmark(title, promised: 100) { times in
      var credited: UInt64 = 0
      let all = clicks.span
      for turn in 0..<times {
        let first = 3 * (turn & 1_023)
        let decision = policy.decide(all.extracting(first..<first + 3), for: arrival)
        credited &+= decision.click?.sequence ?? 1
      }
      return credited
    }
  }
}

extension Benchmark {
  /// Benchmarks of the rules that a link service applies to every request.
  static let service: [Benchmark] = [matching, codes, lifecycle]

  /// Benchmarks the matcher: one launch among 64 clicks from the same network.
  private static let matching: Benchmark = {
    func signals(_ number: Int) -> DeviceSignals {
      var signals = DeviceSignals()
      for (place, signal) in Signal.allCases.enumerated() {
        signals[signal] = UInt32(1 + (number >> (place % 5)) % 3)
      }
      return signals
    }
    let clicks: [ClickFootprint] = (0..<64).map { number -> ClickFootprint in
      let at = noon - .hours(Int64(number * 3))
      return ClickFootprint(
        sequence: UInt64(number), at: at, link: UInt64(number % 9), signals: signals(number))
    }
    let devices = (0..<64).map { signals($0) }
    let rule = DeferredPolicy.rin.rule(for: .rin)
    return Benchmark("matching: one first launch among 64 clicks") { times in
      var found: UInt64 = 0
      for turn in 0..<times {
        let decision = rule.match(
          devices[turn & 63], launchedAt: noon, among: clicks.span, keptFor: .days(7))
        found &+= decision.match?.click ?? 100
      }
      return found
    }
  }()

  /// Benchmarks reading the code in a request line.
  private static let codes: Benchmark = {
    let texts = ["a3Xk9m2Q", "00000000", "zzZZ99aa", "a3Xk9m2-"].map { Array($0.utf8) }
    // Generic over its bytes: only an optimized build reads them without boxing.
    return Benchmark("codes: reading one from its bytes", allocatesNothing: false) { times in
      var sum: UInt64 = 0
      for turn in 0..<times {
        sum &+= (try? InviteCode(parsing: texts[turn & 3]))?.packed ?? 1
      }
      return sum
    }
  }()

  /// Benchmarks the life of one invite: shared, opened, accepted.
  private static let lifecycle = Benchmark("lifecycle: share, open and acceptance of one invite") {
    times in
    var accepted: UInt64 = 0
    let policy = LinkPolicy.product
    for turn in 0..<times {
      let created = noon + .seconds(Int64(turn & 255))
      var life = InviteLifecycle(createdAt: created, under: policy)
      _ = life.receive(.shareCompleted, at: created + .minutes(1), under: policy)
      _ = life.receive(.opened, at: created + .hours(5), under: policy)
      _ = life.receive(
        .accepted(clickedAt: created + .hours(5)), at: created + .hours(6), under: policy)
      accepted &+= UInt64(life.acceptances)
    }
    return accepted
  }
}
