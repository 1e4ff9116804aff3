import RandomStreams
import SimulationKernel
import Statistics
import Testing

@Suite("Closed forms · families that die out, or do not (Galton and Watson)")
struct FamilyTests {
  /// Returns the chance that a family of Poisson offspring dies out: the least root of q = e^m(q−1).
  static func extinction(mean: Double) -> Double {
    var chance = 0.0
    for _ in 0..<10_000 { chance = Double.exp(mean * (chance - 1)) }
    return chance
  }

  struct Families: Sendable {
    /// How many were in each family that died out.
    var extinct: [Int] = []
    var established = 0
  }

  /// Follows families in 20 replications until each has died out or is established.
  static func follow(
    _ families: Int, offspring: some Distribution<Int>, established: Int = .max, seed: UInt64
  ) async throws -> [Families] {
    try await Workers(2).map(20) { number in
      let model = Branching(
        families: families / 20, offspring: offspring,
        life: Exponential.certain(try .init(mean: 7)), established: established,
        chance: RandomSource(seed: seed, replication: UInt32(number)))
      var simulation = Simulation(model, from: 0)
      simulation.model.found(within: 7, scheduling: &simulation.calendar)
      try simulation.run(until: .max)
      #expect(simulation.model.isInOrder)
      var outcome = Families()
      for (living, total) in zip(simulation.model.living, simulation.model.total) {
        if living == 0 { outcome.extinct.append(total) } else { outcome.established += 1 }
      }
      return outcome
    }
  }

  static func sizes(of families: Families) -> RunningMoments {
    RunningMoments(families.extinct.map(Double.init))
  }

  static func proportion(_ count: Int, of families: [Families]) -> Estimate? {
    let all = families.reduce(0) { $0 + $1.extinct.count + $1.established }
    return Proportion(count, of: all).wilson(confidence: Claim.confidence)
  }

  struct Growing: Sendable, CustomTestStringConvertible {
    /// The mean number of children, and the chance to die out as it is printed.
    let mean: Double
    let extinction: Double
    let families: Int
    /// The half-widths that are asked for the chance, and for the size of those that died out.
    let chanceWithin: Double
    let sizeWithin: Double

    var testDescription: String { "\(mean) children" }
  }

  // The widths that binomial and Borel variance give these numbers of families; those of a size are
  // two thirds wider, as their own spread is estimated from 20 replications.
  static let growing = [
    Growing(
      mean: 1.1, extinction: 0.82387, families: 4_000, chanceWithin: 0.021, sizeWithin: 3.7),
    Growing(
      mean: 1.5, extinction: 0.41719, families: 10_000, chanceWithin: 0.017, sizeWithin: 0.35),
    Growing(
      mean: 2, extinction: 0.20319, families: 10_000, chanceWithin: 0.014, sizeWithin: 0.2),
    Growing(
      mean: 3, extinction: 0.05952, families: 20_000, chanceWithin: 0.006, sizeWithin: 0.107),
  ]

  @Test(arguments: growing)
  func `a growing family dies out as often as it should`(_ example: Growing) async throws {
    let truth = Self.extinction(mean: example.mean)
    #expect(abs(truth - example.extinction) < 5e-6)
    // So many lines die out together once in a million.
    let established = Int((Double.log(1e-6) / Double.log(truth)).rounded(.up))
    let families = try await Self.follow(
      example.families, offspring: Poisson.certain(try .init(mean: example.mean)),
      established: established, seed: 11)
    Claim(
      "extinction at \(example.mean)", is: truth,
      andNot: [0.95, 1.05].map { Self.extinction(mean: $0 * example.mean) },
      within: example.chanceWithin
    ).check(Self.proportion(families.reduce(0) { $0 + $1.extinct.count }, of: families))
    // Those that died out are families of the dual mean m · q, which is below 1 and is not q.
    Claim(
      "size at \(example.mean)", is: 1 / (1 - example.mean * truth), andNot: [1 / (1 - truth)],
      within: example.sizeWithin
    ).check(families.compactMap { Self.sizes(of: $0).mean })
  }

  @Test func `a shrinking family is as large as Borel says`() async throws {
    let families = try await Self.follow(
      40_000, offspring: Poisson.certain(try .init(mean: 0.5)), seed: 12)
    let all = families.flatMap(\.extinct)
    #expect(all.count == 40_000)
    let moments = families.map(Self.sizes)
    // At a mean of m offspring: 1 / (1 − m) and m / (1 − m)³; the mistakes are m = 0.475 and 0.525.
    Claim("the mean", is: 2, andNot: [1.905, 2.105], within: 0.06).check(moments.compactMap(\.mean))
    Claim("the variance", is: 4, andNot: [3.283, 4.899], within: 0.62)
      .check(moments.compactMap(\.variance))
    // Of Poisson offspring e^−m and m · e^−2m; of geometric offspring 2/3 and 4/27.
    Claim("alone", is: 0.60653, andNot: [2.0 / 3, 0.5916, 0.6219], within: 0.01)
      .check(Self.proportion(all.count { $0 == 1 }, of: families))
    Claim("a pair", is: 0.18394, andNot: [4.0 / 27], within: 0.01)
      .check(Self.proportion(all.count { $0 == 2 }, of: families))
  }
}
