import RandomStreams
import TestSupport
import Testing

@testable import Statistics

/// Synthetic replications with a known truth: every case covers, the rare ones with room to spare.
@Suite("Statistics · coverage of rare events")
struct EventCoverageTests {
  /// Events of one replication among `trials`, with a chance that itself varies (a beta-binomial), or in
  /// clusters.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let replications: Int
    let trials: Int
    let chance: Double
    /// How much two trials of a replication resemble each other.
    let correlation: Double
    /// The design effect of a replication: 1 + (trials − 1) · correlation.
    var effect: Double { 1 + Double(trials - 1) * correlation }
  }

  static let cases = [
    Case(
      testDescription: "5 events of 4 replications", replications: 4, trials: 100,
      chance: 5.0 / 400, correlation: 0),
    Case(
      testDescription: "5 events of 16 replications", replications: 16, trials: 40,
      chance: 5.0 / 640, correlation: 0),
    Case(
      testDescription: "8 events of 4 replications, clustered", replications: 4, trials: 100,
      chance: 8.0 / 400, correlation: 0.01),
    Case(
      testDescription: "30 events of 8 replications, clustered", replications: 8, trials: 100,
      chance: 30.0 / 800, correlation: 0.01),
    Case(
      testDescription: "all but 6 of 8 replications", replications: 8, trials: 100,
      chance: 1 - 6.0 / 800, correlation: 0),
    Case(
      testDescription: "half of 4 replications", replications: 4, trials: 100, chance: 0.5,
      correlation: 0.01),
  ]

  @Test(arguments: cases)
  func `at least 93 of 100 intervals hold the truth`(_ a: Case) throws {
    var chance = SeededChance(seed: 77)
    let runs = 200
    var held = 0
    for _ in 0..<runs {
      let moments = EventMoments(
        (0..<a.replications).map { _ in EventCounts(Self.events(a, &chance), per: a.trials) })
      let estimate = try #require(
        moments.estimate(storedEffect: a.effect, isShare: true))
      held += estimate.contains(a.chance) ? 1 : 0
    }
    #expect(Double(held) / Double(runs) >= 0.93, "\(held) of \(runs)")
  }

  private static func events(_ a: Case, _ chance: inout SeededChance) -> Int {
    var (hits, misses) = (0.0, 0.0)
    // Pólya's urn: each trial makes its own outcome likelier, so that the sum is beta-binomial.
    let weight = a.correlation == 0 ? 0 : a.correlation / (1 - a.correlation)
    for _ in 0..<a.trials {
      let share = (a.chance + weight * hits) / (1 + weight * (hits + misses))
      if chance.openUniform() < share { hits += 1 } else { misses += 1 }
    }
    return Int(hits)
  }
}
