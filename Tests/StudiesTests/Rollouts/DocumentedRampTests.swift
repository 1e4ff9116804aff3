import RandomStreams
import GrowthloopStudies
import Statistics
import Testing

/// The documents' ramps with share completion at 75%, looked at daily; `growthloop-bench ramps` runs
/// all of the table with 20,000 ramps.
@Suite("Rollouts · what the documents' ramps find (D-MET-06)")
struct DocumentedRampTests {
  static let ramps = 1_500

  struct Example: Sendable, CustomTestStringConvertible {
    let ramp: Ramp
    let volume: Int
    let fall: Double
    let rule: LookRule
    let detected: Double
    var testDescription: String { "\(volume) sheets, fall \(fall), \(rule): \(detected)" }
  }

  @Test(arguments: [
    Example(ramp: .product, volume: 1_000, fall: 0, rule: .daily, detected: 0.1304),
    Example(ramp: .design, volume: 1_000, fall: 0, rule: .daily, detected: 0.1754),
    Example(ramp: .product, volume: 1_000, fall: 0, rule: .pocock, detected: 0.05),
    Example(ramp: .product, volume: 100, fall: 0.15, rule: .pocock, detected: 0.80),
    Example(ramp: .design, volume: 1_000, fall: 0.06, rule: .confidenceSequence(), detected: 0.92),
  ])
  func `detected before the last stage`(_ example: Example) throws {
    var guardrail = Guardrail("flow.sheetCompletion")
    guardrail.rule = example.rule
    let tally = Self.tally(example.ramp, [guardrail], example.volume, fall: example.fall)
    let share = try #require(tally.detectedInTime.share)
    // Four standard errors, and the digit that the table leaves out.
    let error =
      (example.detected * (1 - example.detected) / Double(Self.ramps)).squareRoot()
    #expect((share - example.detected).magnitude < 4 * error + 0.01)
  }

  @Test func `a floor is false where there is little, and deaf where there is much`() throws {
    var floor = Guardrail("flow.sheetCompletion")
    floor.limit = .floor(0.7)
    let few = Self.tally(.product, [floor], 11, fall: 0)
    #expect(try #require(few.rolledBack.share) > 0.75)
    let many = Self.tally(.product, [floor], 10_000, fall: 0.03)
    #expect(try #require(many.detectedInTime.share) < 0.2)
  }

  /// 1-.95⁵ is 22.6%, and 1-.99⁵ 4.9%: fixed looks at the end of five independent guardrails.
  @Test(arguments: [(0.05, 0.226), (0.01, 0.049)])
  func `five guardrails`(each: Double, together: Double) throws {
    let guardrails = (1...5).map { number in
      var guardrail = Guardrail("metric \(number)")
      guardrail.rule = .fixed
      guardrail.falsePositiveRate = each
      return guardrail
    }
    let tally = Self.tally(.product, guardrails, 1_000, fall: 0)
    let error = (together * (1 - together) / Double(Self.ramps)).squareRoot()
    #expect((try #require(tally.rolledBack.share) - together).magnitude < 4 * error + 0.005)
  }

  @Test func `harm is less where it is found earlier`() throws {
    var (habit, careful) = (Guardrail("a"), Guardrail("a"))
    habit.rule = .daily
    careful.rule = .confidenceSequence()
    let lost = [habit, careful].map {
      Self.tally(.product, [$0], 1_000, fall: 0.06).before[0].mean ?? .nan
    }
    // 25 and 64 completions in the table.
    #expect((lost[0] - 25).magnitude < 3 && (lost[1] - 64).magnitude < 4)
  }

  private static func tally(
    _ ramp: Ramp, _ guardrails: [Guardrail], _ volume: Int, fall: Double
  ) -> RolloutTally {
    let stream = RandomSource(seed: 25).stream(for: 1)
    let chances = guardrails.map { _ in
      BinomialDays.Chances(volume: volume, control: 0.75, fall: fall)
    }
    var walker = RolloutWalker(
      RolloutPlan(ramp, guardrails: guardrails), volumes: guardrails.map { _ in Double(volume) })
    return walker.tally(ramps, meters: [HarmMeter(losses: [Double(volume) * fall])]) {
      BinomialDays(chances, stream: stream, walk: $0)
    }
  }
}
