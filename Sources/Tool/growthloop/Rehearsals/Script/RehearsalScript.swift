public import Attribution
import GrowthloopFindings
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
  ///
  /// Its members of the start have no past, since the service knows none of them.
  public init?(
    of written: GrowthPlan, seed: UInt64, goesOn: (GrowthProgress) -> Bool = { _ in true }
  ) throws {
    var plan = written
    plan.behaviour.arrivals.seedsAre = .cold
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

extension RehearsalScript {
  /// The script as JSON Lines: one action per line, with the decision about it.
  public var lines: String {
    actions.enumerated().map { number, action in
      var members: [String: JSONValue] = [
        "number": .integer(Int64(number)), "at": .text(action.at.iso8601),
        "person": .integer(Int64(action.person)), "do": .text(action.deed.word),
        "after": .array(action.after.map { .integer(Int64($0)) }),
      ]
      if let link = action.deed.link { members["link"] = .integer(Int64(link)) }
      switch action.deed {
      case .launch(_, _, let credit):
        members["outcome"] = .text(credit.decision.outcome.rawValue)
        members["inviter"] = credit.decision.inviter.map { .integer(Int64($0.rawValue)) }
        members["rule"] = .text("\(credit.rule)")
      case .open(_, _, let received), .tap(_, _, let received):
        members["surface"] = .text(received.surface.rawValue)
        members["rule"] = .text("\(received.rule)")
      default: break
      }
      return JSONValue.object(members).json + "\n"
    }.joined()
  }
}

/// The simulator's decisions about one newcomer.
public struct ExpectedReferral: Sendable {
  public let invitee: UInt32
  public let outcome: CreditDecision.Outcome
  /// The inviter credited or recorded; `nil` for none.
  public let inviter: UInt32?
  public let rule: RuleID
  public let launchedAt: Instant
  public internal(set) var signedUpAt: Instant?
  public internal(set) var completedAt: Instant?
  /// Whether the sign-up connects the two, or suggests it.
  var connectsBySignUp = false
  var suggests = false
  /// The time of the acceptance, which connects the two once there is an account; or that it was
  /// refused.
  var acceptedAt: Instant?
  var isWithdrawn = false
  /// The time of the invite's first reported share, if before the launch.
  var sentAt: Instant?
  /// The time of the decision to notify the inviter.
  public internal(set) var toldAt: Instant?

  init(_ launch: ServiceEvent.Launch, at moment: Instant) {
    invitee = launch.person
    let decision = launch.credit.decision
    outcome = decision.outcome
    inviter = decision.inviter.map { UInt32($0.rawValue) }
    rule = launch.credit.rule
    launchedAt = moment
  }

  /// The time at which inviter and invitee became connected.
  public var connectedAt: Instant? {
    guard let signedUpAt else { return nil }
    if connectsBySignUp { return signedUpAt }
    return suggests ? acceptedAt.map { max($0, signedUpAt) } : nil
  }

  /// The facts behind the inviter's view of the invite.
  var facts: InviteFacts {
    var facts = InviteFacts()
    facts.sent = sentAt
    facts.signedUp = signedUpAt
    facts.connected = connectedAt
    facts.completed = completedAt
    return facts
  }

  /// The install as the retention rules see it.
  var install: AttributedInstall {
    AttributedInstall(at: launchedAt, onboardingCompletedAt: completedAt)
  }
}

/// The state that the service must have in the end.
public struct Expectations: Sendable {
  /// By invitee.
  public internal(set) var referrals: [UInt32: ExpectedReferral] = [:]
  public internal(set) var deletions: [UInt32: Instant] = [:]
  /// The people who completed a share.
  var sharers: Set<UInt32> = []
  /// The people who shared or are credited and whose account exists.
  public internal(set) var inviters: Set<UInt32> = []
  /// The figures of the dashboards, by inviter; `nil` without a dashboard.
  public internal(set) var dashboards: [UInt32: DashboardFigures] = [:]

  func inviter(of person: UInt32) -> UInt32? { referrals[person]?.inviter }
}

/// The three figures of a dashboard.
public struct DashboardFigures: Hashable, Sendable, CustomStringConvertible {
  public let sent: Int
  public let installed: Int
  public let completed: Int

  public var description: String { "\(sent) sent, \(installed) installed, \(completed) completed" }
}
