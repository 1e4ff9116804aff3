public import GrowthModel
import Invites
public import Profiles
public import Vocabulary

/// Everything that the people of a simulation do, in the order of its moments, and what must come of it.
public struct Script: Sendable {
  public let profile: Profile
  /// In the order of their moments; each waits for earlier ones only.
  public let actions: [ScriptedAction]
  /// The numbers of what each person does.
  let numbers: [UInt32: [Int]]
  public let links: Int
  public let expected: Expectations
  /// By newcomer, to whom the credit is owed.
  let owed: [UInt32: OwedCredit]
  /// What the simulator did, held against what the documents promise.
  public let audit: Reconciliation
  /// After everything.
  public let end: Instant

  /// Lives through a plan once, and writes down what happens; `nil` if it was not to go on.
  public init?(
    of plan: GrowthPlan, seed: UInt64, goesOn: (GrowthProgress) -> Bool = { _ in true }
  ) throws {
    let recorder = ScriptRecorder(Promises(of: plan.profile))
    var run = try GrowthRun(plan, seed: seed, watch: recorder)
    guard run.run(goesOn: goesOn) else { return nil }
    profile = plan.profile
    links = recorder.links
    owed = recorder.credits.owed
    var audit = recorder.credits.reconciliation
    audit.add(recorder.prompts.reconciliation)
    self.audit = audit
    let heard = recorder.actions.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }.map(\.element)
    actions = Causality(of: plan.profile).order(heard)
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
