public import Attribution
import GrowthModel
import Invites
import Profiles
public import Vocabulary

/// What the rules said in the simulator about one who came.
public struct ExpectedReferral: Sendable {
  public let invitee: UInt32
  public let outcome: CreditDecision.Outcome
  /// The person who is credited, or was recorded; `nil` where nobody is.
  public let inviter: UInt32?
  public let rule: RuleID
  public let launchedAt: Instant
  public internal(set) var signedUpAt: Instant?
  public internal(set) var completedAt: Instant?
  /// Whether the sign-up connects the two by itself, or suggests it.
  var connectsBySignUp = false
  var suggests = false
  /// When the invitee took the invite, which connects them once there is an account; or whether it
  /// proved used up.
  var acceptedAt: Instant?
  var isWithdrawn = false
  /// When the invite was sent, as far as a share of it was reported before.
  var sentAt: Instant?
  /// When it was decided to tell the inviter.
  public internal(set) var toldAt: Instant?

  init(_ launch: Traffic.Launch, at moment: Instant) {
    invitee = launch.person
    let decision = launch.credit.decision
    outcome = decision.outcome
    inviter = decision.inviter.map { UInt32($0.rawValue) }
    rule = launch.credit.rule
    launchedAt = moment
  }

  /// When inviter and invitee became connected.
  public var connectedAt: Instant? {
    guard let signedUpAt else { return nil }
    if connectsBySignUp { return signedUpAt }
    return suggests ? acceptedAt.map { max($0, signedUpAt) } : nil
  }

  /// What the inviter's view of the invite rests on.
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

/// What the service must have come to when everything has happened.
public struct Expectations: Sendable {
  /// By invitee.
  public internal(set) var referrals: [UInt32: ExpectedReferral] = [:]
  public internal(set) var deletions: [UInt32: Instant] = [:]
  /// Those who completed a share.
  var sharers: Set<UInt32> = []
  /// Those who shared or are credited, and are still there.
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
