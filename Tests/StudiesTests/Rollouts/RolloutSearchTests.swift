import RandomStreams
import GrowthloopStudies
import Statistics
import Testing

/// What plans need and find, by the walk that judges them.
///
/// `growthloop-bench ramps` searches twelve plans beside an independent Monte Carlo.
@Suite("Rollouts · what a plan needs")
struct RolloutSearchTests {
  private static let ramps = 400

  /// A look without a bound for repetition, on the only day with a control: a one-sided test.
  @Test func `a plan of one look needs what the textbook says of one test`() throws {
    let ramp = Ramp([.init(0.5, from: 0), .init(1, from: 1)], days: 2)
    let times = try #require(Self.search(ramp, rule: .daily, 0.5, to: 0.45).volume(toMeet: .init()))
    // (1.645 · √(2 p̄(1 - p̄)) + .842 · √(p₁(1 - p₁) + p₂(1 - p₂)))² / .05², in each arm.
    let needed =
      2 * (1.645 * 0.70622 + 0.842 * 0.70534) * (1.645 * 0.70622 + 0.842 * 0.70534) / 0.0025
    #expect((times.value * 100 / needed - 1).magnitude < 0.1, "\(times.value * 100), not \(needed)")
    #expect(times.low <= times.value && times.value <= times.high)
  }

  @Test func `the walk finds the defect as often at that volume, and seldom at half of it`() throws
  {
    let search = Self.search(.product, minimum: 10, policy: .hold, 0.75, to: 0.6)
    let times = try #require(search.volume(toMeet: .init()))
    func found(_ times: Double) throws -> Double {
      try #require(search.tally(isDefective: true, times: times).detectedInTime.share)
    }
    #expect(try (found(times.value) - 0.8).magnitude < 0.03)
    #expect(try found(times.value / 2) < 0.65)
  }

  @Test func `the smallest harm is never more than there is to lose`() throws {
    let few = Self.search(.product, volume: 1, 0.75, to: 0.7)
    #expect(few.smallestHarm(to: 0) == nil)
    let many = try #require(Self.search(.product, volume: 1_000, 0.75, to: 0.7).smallestHarm(to: 0))
    // 4.1 points at one look, 3 points in 49% and 6 in 95% of 20,000 rollouts.
    #expect(many > 0.041 && many < 0.052, "\(many)")
  }

  @Test func `a defect within the margin is found at no volume`() {
    let search = Self.search(.product, margin: 0.1, 0.75, to: 0.7)
    #expect(search.volume(toMeet: .init()) == nil)
  }

  @Test func `three guardrails at 5% each meet no limit of 6%, and at a third of it they do`()
    throws
  {
    let standard = RolloutStandard(mostFalse: 0.06)
    func search(_ rate: Double) -> RolloutSearch {
      let guardrails = (1...3).map { number in
        var guardrail = Guardrail("metric \(number)")
        guardrail.falsePositiveRate = rate
        return guardrail
      }
      return RolloutSearch(
        RolloutWalker(
          RolloutPlan(.product, guardrails: guardrails), volumes: guardrails.map { _ in 100 }),
        watching: [0, 1, 2],
        between: WorldSeries(guardrails.map { _ in Self.worlds(100, 0.75, to: 0.6) }),
        ramps: Self.ramps, stream: Self.stream)
    }
    #expect(search(0.05).volume(toMeet: standard) == nil)
    let together = try #require(
      search(0.05).tally(isDefective: false, times: 1_000).stopped.share)
    // 1 - .95³, and four standard errors.
    #expect((together - 0.1426).magnitude < 0.07)
    #expect(search(0.05 / 3).volume(toMeet: standard) != nil)
  }

  @Test func `a multiple of the volume adds towns, and keeps their spread`() {
    let series = WorldSeries([
      .init(
        without: .init(volumes: [[90], [110]], rate: 0.5),
        with: .init(volumes: [[90], [110]], rate: 0.5), isShare: true)
    ])
    func volumes(_ times: Double) -> [Int] {
      (0..<400).map { walk in
        var days = series.days(of: walk, isDefective: true, times: times, stream: Self.stream)
        let counts = days.counts(of: 0, reaching: 1)[0]
        return counts.treated.denominator
      }
    }
    #expect(Set(volumes(1)) == [90, 110])
    #expect(Set(volumes(2)) == [200])
    #expect(Set(volumes(3)) == [290, 310])
    let half = volumes(1.5).reduce(0, +)
    #expect((Double(half) / 400 - 150).magnitude < 2)
  }

  private static let stream = RandomSource(seed: 48).stream(for: 1)

  private static func worlds(_ volume: Int, _ usual: Double, to rate: Double) -> WorldSeries.Guarded
  {
    .init(
      without: .init(volumes: [[volume]], rate: usual),
      with: .init(volumes: [[volume]], rate: rate), isShare: true)
  }

  private static func search(
    _ ramp: Ramp, rule: LookRule = .pocock, minimum: Int = 0, margin: Double = 0,
    policy: UndecidedPolicy = .advance, volume: Int = 100, _ usual: Double, to rate: Double
  ) -> RolloutSearch {
    var guardrail = Guardrail("a")
    guardrail.rule = rule
    guardrail.minimum = minimum
    guardrail.limit = .control(worseBy: margin)
    return RolloutSearch(
      RolloutWalker(
        RolloutPlan(ramp, guardrails: [guardrail], onUndecided: policy), volumes: [Double(volume)]),
      watching: [0], between: WorldSeries([worlds(volume, usual, to: rate)]), ramps: ramps,
      stream: stream)
  }
}
