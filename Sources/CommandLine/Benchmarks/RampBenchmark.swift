import RandomStreams
public import Rollouts
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
    let rules: [(String, LookRule)] = [
      ("daily", .daily), ("pocock", .pocock), ("sequence", .confidenceSequence()),
    ]
    var floor = Guardrail("flow.sheetCompletion")
    floor.limit = .floor(0.7)
    return rules.map { name, rule in
      var guardrail = Guardrail("flow.sheetCompletion")
      guardrail.rule = rule
      return (name, guardrail)
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
