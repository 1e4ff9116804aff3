import RandomStreams
import GrowthloopStudies
public import Statistics

/// How often the documents' ramps find a fall in share completion, and what is lost until then.
public struct RampBenchmark: Sendable {
  /// One table row: a ramp, a volume, a fall, a rule.
  public struct Row: Sendable, Hashable, Encodable {
    public let ramp: String
    /// Share sheets a day, and the fall in their completion, from 75%.
    public let sheets: Int
    public let fall: Double
    public let rule: String
    /// The share of the rollouts taken back before the last stage, as expected and as found.
    public let expected: Double
    public let detected: Double
    public let low, high: Double
    /// The median day of those; `nil` without any.
    public let day: Int?
    /// Completions lost until then; if never, those of the whole plan.
    public let lost: Double
  }

  /// The number of rollouts for each row.
  public var ramps = 20_000
  public var seed: UInt64 = 25

  public init() {}

  /// The volumes and falls, with the expected detection by rule: the product document's ramp, then
  /// the design document's.
  ///
  /// An independent simulation of 20,000 ramps, of which two digits are kept; of the daily looks
  /// without a fall at 1,000 sheets the exact rates, by numerical integration.
  public static let cases: [(sheets: Int, fall: Double, expected: [[Double]])] = [
    (1_000, 0, [[0.1304, 0.053, 0.006, 0.21], [0.1754, 0.052, 0.008, 0.48]]),
    (11, 0, [[0.19, 0.065, 0.011, 0.84], [0.24, 0.077, 0.016, 0.99]]),
    (100, 0.15, [[0.89, 0.80, 0.52, 1]]),
    (1_000, 0.03, [[0.65, 0.49, 0.20, 0.63], [0.76, 0.58, 0.29, 0.87]]),
    (1_000, 0.06, [[0.98, 0.95, 0.80, 0.98], [0.995, 0.98, 0.92, 1]]),
    (10_000, 0.03, [[1, 1, 1, 0.15], [1, 1, 1, 0.42]]),
  ]

  private static let ramps: [(name: String, ramp: Ramp)] = [
    ("product", .product), ("design", .design),
  ]

  private static let guardrails: [(name: String, guardrail: Guardrail)] = {
    var floor = Guardrail("flow.sheetCompletion")
    floor.limit = .floor(0.7)
    return [LookRule.Name.daily, .pocock, .confidenceSequence].map { rule in
      var guardrail = Guardrail("flow.sheetCompletion")
      guardrail.rule = LookRule(rule, plannedFor: 1)
      return (rule.rawValue, guardrail)
    } + [("below 70%", floor)]
  }()

  /// Measures the rows of one case.
  public func measure(_ sheets: Int, fall: Double, expected: [[Double]]) -> [Row] {
    zip(Self.ramps, expected).flatMap { ramp, expected in
      zip(Self.guardrails, expected).map { guardrail, expected in
        let tally = tally(ramp.ramp, [guardrail.guardrail], sheets, fall: fall)
        let detected = tally.detectedInTime.wilson()
        return Row(
          ramp: ramp.name, sheets: sheets, fall: fall, rule: guardrail.name, expected: expected,
          detected: detected?.value ?? .nan, low: detected?.low ?? .nan,
          high: detected?.high ?? .nan, day: tally.medianDay, lost: tally.before[0].mean ?? .nan)
      }
    }
  }

  /// Returns the share of rollouts without a fall that are taken back by any of five guardrails,
  /// each of which looks once.
  public func fiveGuardrails(each rate: Double) -> Estimate? {
    let guardrails = (1...5).map { number in
      var guardrail = Guardrail("metric \(number)")
      guardrail.rule = .fixed
      guardrail.falsePositiveRate = rate
      return guardrail
    }
    return tally(.product, guardrails, 1_000, fall: 0).rolledBack.wilson()
  }

  /// The probability of five errors or more in a window of 100 requests, at a true rate of 2%: a
  /// usual canary rule.
  public var canaryAlarm: Double {
    1 - Binomial.certain(try Binomial(count: 100, probability: 0.02)).cumulative(4)
  }

  /// Returns the share of the joins caused in so many days before a kill that come after it, by
  /// Rin's install delay.
  public func afterKill(_ days: Double) -> Double {
    let delay = LogNormal.certain(try LogNormal(median: 9.5 / 24, sigma: 1.634))
    let law = DelayLaw(days: (0..<4_000).map { delay.quantile((Double($0) + 0.5) / 4_000) })
    return 1 - law.arrived(within: days)
  }

  /// A plan with a defect, and the number a day at which 80% of its rollouts find it in time.
  public struct Need: Sendable, Encodable {
    public struct Stage: Sendable, Encodable {
      let share: Double
      let day: Int
    }

    public let name: String
    public let stages: [Stage]
    public let rule: LookRule.Name
    public let onUndecided: String
    public let heldAtMost, minimum: Int
    public let falsePositives, control, treated: Double
    /// By an independent Monte Carlo: `Tests/Oracles/rollouts_oracle.py`.
    public let expected: Double
    /// By the search, with its interval; `nil` before it.
    public var needed: Double?
    public var low, high: Double?

    fileprivate init(
      _ ramp: (name: String, ramp: Ramp), _ rule: LookRule.Name, _ onUndecided: UndecidedPolicy,
      minimum: Int = 0, at falsePositives: Double = 0.05, _ control: Double, to treated: Double,
      expected: Double
    ) {
      name = "\(ramp.name), \(rule), \(onUndecided), \(control) to \(treated)"
      stages = ramp.ramp.stages.map { Stage(share: $0.share, day: $0.day) }
      self.rule = rule
      self.onUndecided = onUndecided.rawValue
      heldAtMost = 7
      self.minimum = minimum
      self.falsePositives = falsePositives
      self.control = control
      self.treated = treated
      self.expected = expected
    }

    fileprivate var plan: RolloutPlan {
      var guardrail = Guardrail("a")
      guardrail.harm = treated < control ? .fall : .rise
      guardrail.minimum = minimum
      guardrail.falsePositiveRate = falsePositives
      guardrail.rule = LookRule(rule, plannedFor: 1)
      return RolloutPlan(
        Ramp(
          stages.map { Ramp.Stage($0.share, from: $0.day) }, days: (stages.last?.day ?? 0) + 1),
        guardrails: [guardrail], onUndecided: UndecidedPolicy(rawValue: onUndecided) ?? .advance,
        mostHeldDays: heldAtMost)
    }
  }

  /// Twelve plans, four of them with rare events.
  public static let needs: [Need] = {
    let (product, design) = (ramps[0], ramps[1])
    return [
      Need(product, .pocock, .advance, 0.75, to: 0.7, expected: 846.0),
      Need(product, .obrienFleming, .advance, 0.75, to: 0.7, expected: 735.2),
      Need(product, .daily, .advance, 0.75, to: 0.7, expected: 600.8),
      Need(design, .pocock, .advance, 0.75, to: 0.7, expected: 658.6),
      Need(product, .pocock, .hold, minimum: 10, 0.749, to: 0.598, expected: 136.6),
      Need(design, .pocock, .hold, minimum: 100, 0.75, to: 0.6, expected: 216.4),
      Need(design, .obrienFleming, .rollback, minimum: 50, 0.5, to: 0.45, expected: 715.3),
      Need(product, .pocock, .advance, 0.0013, to: 0.011, expected: 469.4),
      Need(design, .pocock, .advance, 0.0013, to: 0.011, expected: 295.1),
      Need(product, .obrienFleming, .hold, minimum: 200, 0.002, to: 0.006, expected: 7_135),
      Need(design, .pocock, .hold, minimum: 20, at: 0.0167, 0.01, to: 0.02, expected: 1_699.5),
      Need(product, .pocock, .rollback, at: 0.01, 0.95, to: 0.8, expected: 66.0),
    ]
  }()

  /// Searches for what one of them needs.
  public func search(_ need: Need) -> Need {
    let usual = 100
    func world(_ rate: Double) -> WorldSeries.World { .init(volumes: [[usual]], rate: rate) }
    let search = RolloutSearch(
      RolloutWalker(need.plan, volumes: [Double(usual)]), watching: [0],
      between: WorldSeries([
        .init(without: world(need.control), with: world(need.treated), isShare: true)
      ]), ramps: ramps, stream: RandomSource(seed: seed).stream(for: 2))
    var need = need
    let times = search.volume(toMeet: RolloutStandard())
    need.needed = times.map { $0.value * Double(usual) }
    need.low = times.map { $0.low * Double(usual) }
    need.high = times.map { $0.high * Double(usual) }
    return need
  }

  private func tally(
    _ ramp: Ramp, _ guardrails: [Guardrail], _ sheets: Int, fall: Double
  ) -> RolloutTally {
    let stream = RandomSource(seed: seed).stream(for: 1)
    let chances = guardrails.map { _ in
      BinomialDays.Chances(volume: sheets, control: 0.75, fall: fall)
    }
    var walker = RolloutWalker(
      RolloutPlan(ramp, guardrails: guardrails), volumes: guardrails.map { _ in Double(sheets) })
    return walker.tally(ramps, meters: [HarmMeter(losses: [Double(sheets) * fall])]) {
      BinomialDays(chances, stream: stream, walk: $0)
    }
  }
}
