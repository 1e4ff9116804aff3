import GrowthloopModel
import GrowthloopFindings
import GrowthloopPlans
import SimulationKernel
import Statistics
import Testing
import Vocabulary

@testable import GrowthloopStudies

@Suite("RES-25 · matching rules against the truth, over replications")
struct MatchingTrialTests {
  /// A tenth of the bundled study's town, with a tenth of its clicks.
  static let study: MatchingStudy = {
    var study = MatchingStudy()
    study.people = 20_000
    study.clicksPerDay = 500
    study.settling = .days(8)
    study.measured = .days(6)
    return study
  }()

  /// What a study of our own found in the whole town: the share of invited launches matched rightly.
  static let published = [
    "Grovs, 5 min, unique": 0.003, "Dub, 1 h, address only": 0.076, "Branch, 2 h": 0.155,
    "Adjust, 6 h": 0.347, "AppsFlyer, 24 h": 0.613, "exact, 7 d, last click": 0.739,
    "exact, 7 d, abstaining": 0.729,
  ]

  @Test func `each rule finds as many invited launches as it was known to`() async throws {
    let candidates = MatchingStudy.bakeOff.filter { Self.published[$0.name] != nil }
    #expect(candidates.count == Self.published.count)
    let trial = MatchingTrial(Self.study, of: candidates, seed: 5, replications: 4)
    let outcome = try await trial.run(on: Workers(2))
    var right: [String: Double] = [:]
    for (place, candidate) in candidates.enumerated() {
      let mean = try #require(outcome.moments(of: .right, rule: place).mean)
      let published = try #require(Self.published[candidate.name])
      #expect(abs(mean - published) < 0.06, "\(candidate.name): \(mean)")
      right[candidate.name] = mean
      let wrong = try #require(outcome.moments(of: .wrong, rule: place).mean)
      let missed = try #require(outcome.moments(of: .missed, rule: place).mean)
      #expect(abs(mean + wrong + missed - 1) < 1e-12)
    }
    let best = right.max { $0.value < $1.value }
    #expect(best?.key == "exact, 7 d, last click")
  }

  private static func findings(_ outcome: MatchingTrialOutcome) -> MatchingFindings {
    MatchingFindings(
      outcome, of: GrowthScenario(), Setup("", GrowthScenario().plan), command: "")
  }

  @Test func `a share of no launches is not defined`() async throws {
    var study = Self.study
    study.settling = .days(1)
    study.measured = .days(1)
    study.install = 0
    let trial = MatchingTrial(
      study, of: Array(MatchingStudy.bakeOff.prefix(1)), seed: 5, replications: 2)
    let outcome = try await trial.run(on: Workers(2))
    #expect(outcome.launches == (invited: 0, organic: 0))
    for share in MatchingTrialOutcome.Share.allCases {
      #expect(outcome.moments(of: share, rule: 0).count == 0, "\(share)")
    }
    let rule = try #require(Self.findings(outcome).rules.first)
    #expect(rule.right.measured.value == nil && rule.right.measured.count == 0)
  }

  @Test func `the same seed gives the same outcome with one worker and with two`() async throws {
    var study = Self.study
    study.settling = .days(1)
    study.measured = .days(2)
    let candidates = Array(MatchingStudy.bakeOff.prefix(3))
    let trial = MatchingTrial(study, of: candidates, seed: 5, replications: 3)
    let one = try await trial.run(on: Workers(1))
    let two = try await trial.run(on: Workers(2))
    #expect(one.replicates == two.replicates)
    #expect(Set(one.replicates.map { $0[0] }).count == 3)
    #expect(try Self.findings(one).json() == Self.findings(two).json())
    #expect(Self.findings(one).rules.count == 3)
    #expect(Self.findings(one).replicates.rows.count == 3 * 3)
  }

  @Test func `a trial that is cancelled says so`() async throws {
    let trial = MatchingTrial(Self.study, replications: 2)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await trial.run(on: Workers(1))
    }
    task.cancel()
    let outcome = try await task.value
    #expect(outcome.isPartial)
    #expect(outcome.replicates.count < 2)
  }
}
