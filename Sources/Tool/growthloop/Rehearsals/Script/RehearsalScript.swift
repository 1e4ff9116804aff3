public import GrowthloopModel
import Invites
public import Profiles
public import Vocabulary

/// The actions of all people of a simulation in order, with the expected results.
public struct RehearsalScript: Sendable {
  public let profile: Profile
  /// The clock by which members' days end.
  let zone: CivilZone
  /// In the order of their moments; each depends on earlier ones only.
  public let actions: [ScriptedAction]
  /// The numbers of each person's actions.
  let numbers: [UInt32: [Int]]
  public let links: Int
  public let expected: Expectations
  /// The expected credit of each newcomer.
  let expectedCredits: [UInt32: ExpectedCredit]
  /// The simulator's decisions, compared with the documents.
  public let audit: Reconciliation
  /// The events that the service must export, in order.
  let events: [FiredEvent]
  /// A moment after all actions.
  public let end: Instant

  /// Simulates a plan once and records the actions; returns `nil` if `goesOn` ended it.
  public init?(
    of plan: GrowthPlan, seed: UInt64, goesOn: (GrowthProgress) -> Bool = { _ in true }
  ) throws {
    let recorder = ScriptRecorder(ReferencePolicies(of: plan.profile))
    let fired = EventRecorder(under: plan.profile)
    var events: [FiredEvent] = []
    var run = try GrowthRun(plan, seed: seed, observer: ObserverPair(recorder, fired))
    let isComplete = run.run { progress in
      events += fired.take(before: progress.now).filter(\.event.step.isServed)
      return goesOn(progress)
    }
    guard isComplete else { return nil }
    let last = plan.start + .days(Int64(plan.days))
    self.events = events + fired.take(before: last).filter(\.event.step.isServed)
    profile = plan.profile
    zone = plan.behaviour.market.zone
    links = recorder.links
    expectedCredits = recorder.credits.expectedCredits
    var audit = recorder.credits.reconciliation
    audit.add(recorder.prompts.reconciliation)
    self.audit = audit
    let heard = recorder.actions.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }.map(\.element)
    actions = ActionDependencies(of: plan.profile).order(heard)
    numbers = Dictionary(grouping: actions.indices) { [actions] in actions[$0].person }
    end = max(plan.start + .days(Int64(plan.days)), actions.last?.at ?? plan.start)
    var expected = recorder.expected
    let inviters = expected.sharers.union(expected.referrals.values.compactMap(\.inviter))
      .subtracting(expected.deletions.keys)
    expected.inviters = inviters
    for screen in run.inviterScreens(busiest: 0, and: inviters.sorted().map(Int.init)) {
      expected.dashboards[UInt32(screen.person)] = screen.figures.map(DashboardFigures.init)
    }
    self.expected = expected
  }
}

extension DashboardFigures {
  init(_ figures: Dashboard.Figures) {
    self.init(sent: figures.sent, installed: figures.installed, completed: figures.completed)
  }
}
