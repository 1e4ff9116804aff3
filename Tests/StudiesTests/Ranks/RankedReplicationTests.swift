import Attribution
import Foundation
import GrowthloopModel
import Profiles
import RandomStreams
@testable import GrowthloopStudies
import GrowthloopFindings
import GrowthloopPlans
import SimulationKernel
import Statistics
import TestRanks
import Testing

@Suite("Ranks · the bytes of one process", .timeLimit(.minutes(60)))
struct RankedReplicationTests {
  /// Runs `body` on rank 0, with other ranks that compute the same batch on threads.
  private static func among<Outcome>(
    _ ranks: [MemoryRank], _ batch: Batch, givingUpAfter limit: Duration = .seconds(60),
    _ body: (RankGroup) async throws -> Outcome
  ) async rethrows -> (Outcome, notices: [String]) {
    for rank in ranks.dropFirst() {
      Thread.detachNewThread {
        let group = RankGroup(rank, givingUpAfter: .seconds(600))
        do {
          try batch.run(among: group) { _ in
            Issue.record("only rank 0 has results")
            return true
          }
          Issue.record("rank \(rank.rank) was not dismissed")
        } catch {
          #expect(error is RankGroup.Dismissed && group.hasServed)
        }
      }
    }
    let group = RankGroup(ranks[0], givingUpAfter: limit)
    return (try await body(group), group.takeNotices())
  }

  private static func batch(of study: Study) -> Batch {
    var batch = Batch(
      [study.plan], seed: study.seed, replications: study.most, workers: Workers(1), meter: nil)
    batch.persons = study.persons
    return batch
  }

  private static func run(
    _ study: Study, among ranks: [MemoryRank], givingUpAfter limit: Duration = .seconds(60)
  ) async throws -> (StudyOutcome, notices: [String]) {
    try await among(ranks, batch(of: study), givingUpAfter: limit) { group in
      var study = study
      study.ranks = group
      return try await study.run(on: Workers(1))
    }
  }

  private static func bytes(of outcome: StudyOutcome) throws -> String {
    try SimulationFindings(
      outcome, of: GrowthScenario(), Setup("", outcome.study.plan), changes: [], command: ""
    ).json()
  }

  @Test(arguments: [1, 2, 3, 4, 8])
  func `any number of ranks gives the bytes of one process`(count: Int) async throws {
    var study = Study(livelyPlan(), seed: 7, replications: 20)
    study.persons = [3]
    let alone = try await study.run(on: Workers(2))
    let (outcome, notices) = try await Self.run(study, among: MemoryRank.job(count))
    #expect(try Self.bytes(of: outcome) == Self.bytes(of: alone))
    #expect(outcome.replicates == alone.replicates && outcome.series == alone.series)
    #expect(outcome.ending == .complete && notices == [])
  }

  @Test(arguments: [2, 4])
  func `ranks that are more than the replications divide a large population, with the same bytes`(
    count: Int
  ) async throws {
    var plan = livelyPlan()
    plan.days = min(plan.days, 12)
    plan.behaviour.market.people = 1_000_000
    plan.behaviour.use.accountDeletionPerDay = 0.01
    var study = Study(plan, seed: 7, replications: 1)
    study.persons = [3, 70]
    let alone = try await study.run(on: Workers(1))
    #expect(alone.replicates[0].screens.count > 3)
    let (outcome, notices) = try await Self.run(study, among: MemoryRank.job(count))
    #expect(try Self.bytes(of: outcome) == Self.bytes(of: alone))
    #expect(outcome.replicates == alone.replicates && outcome.series == alone.series)
    #expect(outcome.ending == .complete && notices == [])
  }

  @Test func `a population that a rule keeps whole is refused on several ranks, with its remedy`()
    async throws
  {
    var plan = livelyPlan()
    plan.behaviour.market.people = 1_000_000
    plan.profile.deferred.falseMatchRate = 0.1
    let study = Study(plan, seed: 7, replications: 1)
    let refusal = await #expect(throws: UndividedPopulation.self) {
      var study = study
      study.ranks = RankGroup(MemoryRank.job(2)[0])
      _ = try await study.run(on: Workers(1))
    }
    #expect(refusal?.description.contains("deferred.falseMatchRate") == true)
    #expect(refusal?.description.contains("--replications") == true)
  }

  @Test(arguments: [2, 3, 8])
  func `rank 0 alone decides where a precision ends the run`(count: Int) async throws {
    let stop = Study.Stop(metric: "sends.recipients", target: .relativeHalfWidth(0.1))
    let study = Study(livelyPlan(), seed: 7, replications: 200, stop: stop)
    let alone = try await study.run(on: Workers(1))
    #expect(alone.ending == .precise && alone.replicates.count < 200)
    let (outcome, _) = try await Self.run(study, among: MemoryRank.job(count))
    #expect(outcome.ending == .precise && outcome.replicates == alone.replicates)
  }

  @Test(arguments: [2, 4])
  func `a comparison has the bytes of one process, with parts and the pairing measured`(
    count: Int
  ) async throws {
    var variant = livelyPlan()
    variant.behaviour.sharing.visit = 0.2
    var comparison = Comparison(
      Setup("base", livelyPlan()), [Setup("more", variant)], seed: 5, replications: 6)
    comparison.measuresPairing = true
    let alone = try await comparison.run(on: Workers(2))
    let numbers = 0..<2 as Range<UInt32>
    let part = try await PartOfRun(
      [comparison.base] + comparison.variants, seed: 5, numbers: numbers
    ).run(on: Workers(1))
    try comparison.recorded.add(Array(part.lines.utf8), ofPlans: 2, numbers: numbers)
    var batch = Batch(
      [livelyPlan(), variant, variant], seed: 5, replications: 6, workers: Workers(1), meter: nil)
    batch.first[2] = 6
    let (outcome, _) = try await Self.among(MemoryRank.job(count), batch) { [comparison] group in
      var comparison = comparison
      comparison.ranks = group
      return try await comparison.run(on: Workers(1))
    }
    func bytes(_ outcome: ComparisonOutcome) throws -> String {
      try ComparisonFindings(outcome, with: GrowthScenario(), command: "").json()
    }
    #expect(try bytes(outcome) == bytes(alone))
  }

  @Test(arguments: [1, 2, 5])
  func `the work of a rank that falls silent is done by the others, and the loss is named`(
    messages: Int
  ) async throws {
    let study = Study(livelyPlan(), seed: 7, replications: 40)
    let alone = try await study.run(on: Workers(2))
    let ranks = MemoryRank.job(3, silent: [2: messages])
    let (outcome, notices) = try await Self.run(study, among: ranks, givingUpAfter: .seconds(1))
    #expect(outcome.replicates == alone.replicates && outcome.ending == .complete)
    #expect(
      notices.contains { $0.hasPrefix("rank 2 on") && $0.contains("is lost: nothing came") },
      "\(notices)")
  }

  @Test func `a rank with another scenario is left out, and named`() async throws {
    let study = Study(livelyPlan(), seed: 7, replications: 12)
    let alone = try await study.run(on: Workers(2))
    let other = Self.batch(of: Study(livelyPlan(days: 41), seed: 7, replications: 12))
    let (outcome, notices) = try await Self.among(MemoryRank.job(2), other) { group in
      var study = study
      study.ranks = group
      return try await study.run(on: Workers(1))
    }
    #expect(outcome.replicates == alone.replicates)
    #expect(notices.count == 1 && notices[0].contains("computes something else"), "\(notices)")
  }

  @Test func `an error of the behaviour is that of one process`() async throws {
    var plan = livelyPlan()
    plan.behaviour.sharing.propensityShape = -1
    let study = Study(plan, seed: 7, replications: 12)
    await #expect(throws: InvalidParameter.self) { try await study.run(on: Workers(1)) }
    await #expect(throws: InvalidParameter.self) {
      try await Self.run(study, among: MemoryRank.job(3))
    }
  }

  @Test func `after a cancellation the outcome has the replications that were done in order`()
    async throws
  {
    let study = Study(livelyPlan(), seed: 7, replications: 100_000)
    let meter = ProgressMeter()
    let ranks = MemoryRank.job(2)
    let (outcome, _) = try await Self.among(ranks, Self.batch(of: study)) { group in
      var ranked = study
      ranked.ranks = group
      let task = Task { [ranked] in try await ranked.run(on: Workers(1), meter: meter) }
      cancel(task, once: meter, counts: 5)
      return try await task.value
    }
    #expect(outcome.ending == .cancelled && !outcome.replicates.isEmpty)
    let alone = try await Study(livelyPlan(), seed: 7, replications: outcome.replicates.count)
      .run(on: Workers(2))
    #expect(outcome.replicates == alone.replicates)
  }
}
