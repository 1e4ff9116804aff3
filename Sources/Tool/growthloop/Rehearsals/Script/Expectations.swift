public import Attribution
import GrowthloopModel
import Invites
import Profiles
public import Vocabulary

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
