@testable import GrowthloopModel
import Invites
import Profiles
import GrowthloopFindings
import SimulationKernel
import Testing
import Vocabulary

@testable import GrowthloopStudies

@Suite("Experiments · what inviters see")
struct InviterScreenTests {
  /// Members who share in every session, of whose invites every other leads home.
  private static let plan = GrowthPlan.certain(seeds: 40, days: 20).with {
    $0.behaviour.sharing.visit = 2
    $0.behaviour.use.sessionsPerDay = 0.5
    $0.behaviour.recipients.tap = 0.5
    $0.behaviour.recipients.tapDelay = .fixed(.hours(1))
  }

  private static func dashboard(_ screen: InviterScreen) -> Dashboard? {
    switch screen.state {
    case .default(let dashboard), .partial(let dashboard): dashboard
    case .empty, .loading, .error, .offline, nil: nil
    }
  }

  @Test func `the figures of all inviters are the counts of the run`() throws {
    var run = try GrowthRun(Self.plan, seed: 1)
    run.run()
    let screens = run.inviterScreens(busiest: 10_000)
    let figures = screens.compactMap { Self.dashboard($0)?.figures }
    let observation = Observation(plan: Self.plan, tally: run.tally)
    #expect(figures.count == screens.count && screens.count > 100)
    #expect(figures.reduce(0) { $0 + $1.sent } == observation.completions)
    // Whoever invites has shared, so that every credited newcomer stands on one of these screens.
    #expect(figures.reduce(0) { $0 + $1.installed } == run.tally.credit.credited)
    #expect(figures.reduce(0) { $0 + $1.completed } == run.tally.launches.invitedHome)
    #expect(run.tally.launches.invitedHome > 50)
  }

  @Test func `the busiest come first, then those asked for, each once`() throws {
    var run = try GrowthRun(Self.plan, seed: 1)
    run.run()
    let all = run.inviterScreens(busiest: 10_000)
    let sent = all.compactMap { Self.dashboard($0)?.figures.sent }
    #expect(sent == sent.sorted(by: >))
    #expect(run.inviterScreens(busiest: 3) == Array(all.prefix(3)))
    let asked = run.inviterScreens(busiest: 2, and: [all[7].person, all[0].person])
    #expect(asked == [all[0], all[1], all[7]])
    #expect(run.inviterScreens(busiest: 0, and: [999_999_999]).map(\.state) == [nil])
  }

  @Test func `rows are dated by the day of coming home, newest first, and bear no name`() throws {
    var run = try GrowthRun(Self.plan, seed: 1)
    run.run()
    let busiest = try #require(run.inviterScreens(busiest: 1).first)
    let dashboard = try #require(Self.dashboard(busiest))
    #expect(dashboard.rows.count == dashboard.figures.completed)
    #expect(dashboard.rows.count > 1)
    #expect(Set(dashboard.rows.map(\.name)).count == 1)
    // Days of one January, from the start on.
    let days = dashboard.rows.map(\.joined.day)
    #expect(days == days.sorted(by: >))
    #expect(dashboard.rows.allSatisfy { $0.joined.year == 2026 && $0.joined.month == 1 })
    #expect(days.allSatisfy { (5...24).contains($0) })
  }

  @Test func `a member who shared nothing sees the empty screen`() throws {
    var run = try GrowthRun(Self.plan.with { $0.behaviour.sharing.visit = 0 }, seed: 1)
    run.run()
    #expect(run.inviterScreens(busiest: 5).isEmpty)
    let everybody = run.inviterScreens(busiest: 0, and: Array(0..<200_000))
    #expect(everybody.count { $0.state == .empty } == 40)
    #expect(everybody.count { $0.state == nil } == 200_000 - 40)
  }

  @Test func `where the profile has no dashboard, nobody has one`() async throws {
    var run = try GrowthRun(Self.plan.with { $0.profile = Profile(.product) }, seed: 1)
    run.run()
    #expect(run.inviterScreens(busiest: 5).allSatisfy { $0.state == nil })
  }

  @Test func `a study keeps the screens of its first replication`() async throws {
    var study = Study(Self.plan, seed: 1, replications: 2)
    study.persons = [17]
    let outcome = try await study.run(on: Workers(2))
    #expect(outcome.screens.count == 6)
    #expect(outcome.screens.last?.person == 17)
    #expect(outcome.replicates[1].screens.isEmpty)
  }
}
