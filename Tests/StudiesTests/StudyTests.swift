import GrowthloopModel
import RandomStreams
import GrowthloopFindings
import GrowthloopPlans
import SimulationKernel
import Statistics
import Testing

@testable import GrowthloopStudies

@Suite("Experiments · studies")
struct StudyTests {
  @Test func `one worker and two give the same bytes`() async throws {
    let study = Study(livelyPlan(), seed: 7, replications: 5)
    let alone = try await study.run(on: Workers(1))
    let together = try await study.run(on: Workers(2))
    #expect(alone.replicates == together.replicates)
    #expect(alone.series == together.series)
    func bytes(of outcome: StudyOutcome) throws -> String {
      try SimulationFindings(
        outcome, of: GrowthScenario(), Setup("", study.plan), changes: [], command: ""
      ).json()
    }
    #expect(try bytes(of: alone) == bytes(of: together))
    #expect(Set(alone.replicates.map(\.hash)).count == 5, "each replication has luck of its own")
  }

  @Test func `the counts of a lived run agree with each other`() async throws {
    var run = try GrowthRun(livelyPlan(), seed: 3)
    run.run()
    let observation = Observation(plan: livelyPlan(), tally: run.tally, cascades: run.cascades)
    let tally = run.tally
    #expect(tally.launches.causedHome > 0, "somebody must be invited for this to say anything")
    #expect(tally.days.reduce(0) { $0 + $1.cohortMembers } == tally.launches.home)
    #expect(tally.days.reduce(0) { $0 + $1.cohortInvited } == tally.launches.invitedHome)
    #expect(run.cascades.members == tally.afterwards.depth.reduce(0, +))
    let ways = tally.origins.byWay
    #expect(ways.reduce(0) { $0 + $1.invites } == observation.invites)
    #expect(ways.reduce(0) { $0 + $1.taps } == tally.taps.all)
    let launches = tally.launches.invited - tally.launches.byEarlier
    #expect(ways.reduce(0) { $0 + $1.launches } == launches)
    let homes = tally.launches.causedHome - tally.launches.homeByEarlier
    #expect(ways.reduce(0) { $0 + $1.homes } == homes)
    #expect(tally.origins.byTarget.reduce(0) { $0 + $1.homes } == homes)
    let credit = tally.credit
    #expect(credit.right + credit.wrong + credit.lost == tally.launches.invited)
    #expect(credit.stolen + credit.all[.organic] == tally.launches.organic)
    #expect(credit.byRule.values.reduce(0) { $0 + $1.total } == credit.all.total)
    #expect(credit.conflicting.counts.elementsEqual(credit.all.counts, by: <=))
    let byTrigger = tally.origins.byTrigger.reduce(0) { $0 + $1.invites }
    #expect(byTrigger == ways[Int(Origin.Way.homePrompt.rawValue)].invites)
    #expect(byTrigger > 0, "some invites follow a prompt")
    for (active, senders) in zip(tally.activity.monthlyActive, tally.activity.monthlySenders) {
      #expect(senders <= active)
    }
    let activeDays = tally.days.map(\.active)
    #expect(activeDays.max() ?? 0 <= tally.activity.monthlyActive.max() ?? 0)
    #expect(zip(tally.days, activeDays).allSatisfy { $0.sessions >= $1 })
  }

  @Test func `a study ends as soon as the interval is narrow enough`() async throws {
    let stop = Study.Stop(metric: "sends.recipients", target: .relativeHalfWidth(0.5))
    let study = Study(livelyPlan(days: 20), seed: 1, replications: 200, stop: stop)
    let outcome = try await study.run(on: Workers(2))
    #expect(outcome.ending == .precise)
    #expect(outcome.replicates.count >= 10 && outcome.replicates.count < 200)
    let place = try #require(Metric.place(of: "sends.recipients"))
    let estimate = try #require(outcome.summaries[place].estimate)
    #expect(estimate.relativeHalfWidth <= 0.5)
    let again = try await study.run(on: Workers(1))
    #expect(again.replicates == outcome.replicates)
  }

  @Test func `too few replications for a precision are all run`() async throws {
    let stop = Study.Stop(metric: "sends.recipients", target: .relativeHalfWidth(0.99))
    let study = Study(livelyPlan(days: 5), seed: 1, replications: 1, stop: stop)
    let outcome = try await study.run(on: Workers(1))
    #expect(outcome.replicates.count == 1 && outcome.ending == .complete)
  }

  @Test func `who cancels keeps whole replications, from the first on`() async throws {
    let study = Study(livelyPlan(), seed: 2, replications: 100_000)
    let meter = ProgressMeter()
    let task = Task { try await study.run(on: Workers(2), meter: meter) }
    cancel(task, once: meter, counts: 3)
    let outcome = try await task.value
    #expect(outcome.isPartial)
    #expect(outcome.replicates.count < 100_000)
    let first = try await Study(livelyPlan(), seed: 2, replications: 2).run(on: Workers(1))
    #expect(
      Array(outcome.replicates.prefix(2))
        == Array(first.replicates.prefix(outcome.replicates.count)))
  }

  @Test func `behaviour that no distribution has is refused`() async {
    var plan = livelyPlan()
    plan.behaviour.sharing.propensityShape = -1
    let study = Study(plan, replications: 2)
    await #expect(throws: InvalidParameter.self) { try await study.run(on: Workers(2)) }
  }

  @Test func `a target is met, missed, or undecided while the interval holds it`() throws {
    let place = try #require(Metric.place(of: "k.cohort"))
    /// Newcomers of cohorts of a thousand each; none of a cohort without members.
    func summary(_ newcomers: Int?...) -> MetricSummary {
      var moments = MetricMoments(at: place)
      for count in newcomers {
        moments.record(MetricReading(EventCounts(count ?? 0, per: count == nil ? 0 : 1_000)))
      }
      return MetricSummary(moments)
    }
    let target = try #require(Metric.all[place].target)
    #expect(summary(600, 610, 620).meets(target.limit) == true)
    #expect(summary(100, 110, nil, 120).meets(target.limit) == false)
    #expect(summary(100, 900).meets(target.limit) == nil)
    #expect(summary(100, nil).estimate == nil)
    #expect(!target.limit.isKept(by: 0.5), "above, not at")
  }
}
