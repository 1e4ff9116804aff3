import RandomStreams
import SimulationKernel
import Statistics
import Testing

@Suite("Closed forms · the rate at which a population grows")
struct GrowthRateTests {
  /// The mean life, and a week, in days.
  static let cycle = 7.0
  /// One child for sure and a second one with a chance of 0.2: 1.2 on average.
  ///
  /// Poisson offspring of that mean would leave six times the variance in the rate, and grow as fast.
  static let offspring = Categorical.certain(try .init(weights: [0, 0.8, 0.2]))

  /// Returns the growth per day from the births of one week to those eight weeks later, in each of
  /// 20 replications.
  static func rates(
    _ families: Int, life: some Distribution<Double>, seed: UInt64
  ) async throws -> [Double] {
    try await Workers(2).map(20) { number in
      let model = Branching(
        families: families, offspring: offspring, life: life,
        chance: RandomSource(seed: seed, replication: UInt32(number)))
      var simulation = Simulation(model, from: 0)
      simulation.model.found(within: cycle, scheduling: &simulation.calendar)
      // Two weeks, after which the ages of the founders are forgotten; the week, and eight more.
      try simulation.run(until: 77 * 86_400_000)
      #expect(simulation.model.isInOrder)
      let births = simulation.model.births
      let (first, last) = (births[14..<21].reduce(0, +), births[70..<77].reduce(0, +))
      return Double.log(Double(last) / Double(first)) / 56
    }
  }

  /// The roots of K · E[e^−rT] = 1 for K = 1.2 and a mean of 7 days, which are 0.028571, 0.026046
  /// and 0.027270.
  static let exponential = 0.2 / 7
  static let fixed = Double.log(1.2) / 7
  static let gamma = (1.2.squareRoot() - 1) * 2 / 7

  @Test func `the roots have the values that are printed`() {
    #expect(abs(Self.exponential - 0.028571) < 5e-7)
    #expect(abs(Self.fixed - 0.026046) < 5e-7)
    #expect(abs(Self.gamma - 0.027270) < 5e-7)
  }

  @Test func `a population of exponential lives grows at its rate`() async throws {
    let life = Exponential.certain(try .init(mean: Self.cycle))
    Claim("the rate", is: Self.exponential, andNot: [Self.fixed, Self.gamma], within: 0.001)
      .check(try await Self.rates(1_000, life: life, seed: 21))
  }

  @Test func `a population of fixed lives grows at its rate`() async throws {
    let life = Uniform.certain(try .init(from: Self.cycle, to: Self.cycle))
    Claim("the rate", is: Self.fixed, andNot: [Self.exponential, Self.gamma], within: 0.0008)
      .check(try await Self.rates(400, life: life, seed: 22))
  }

  @Test func `a population of gamma lives grows at its rate`() async throws {
    let life = Gamma.certain(try .init(shape: 2, scale: Self.cycle / 2))
    Claim("the rate", is: Self.gamma, andNot: [Self.exponential, Self.fixed], within: 0.0008)
      .check(try await Self.rates(400, life: life, seed: 23))
  }
}
