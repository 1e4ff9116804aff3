internal import Invites
internal import LinkStore

/// What the taking of an invite or a sign-up does to inviter and invitee.
enum ConnectionWord {
  static let all = ["connected", "suggested", "alreadyConnected", "none"]

  static func word(for decision: ConnectionDecision) -> String {
    switch decision {
    case .connect: "connected"
    case .suggest: "suggested"
    case .alreadyConnected: "alreadyConnected"
    case .none: "none"
    }
  }
}

/// The milestones that a backend reports.
enum MilestoneWord: String, CaseIterable {
  case signedUp
  case firstValueSeen
  case onboardingCompleted

  func milestone(name: String?, avatar: String?) -> Milestone {
    switch self {
    case .signedUp: .signedUp(name: name, avatar: avatar)
    case .firstValueSeen: .firstValueSeen
    case .onboardingCompleted: .onboardingCompleted
    }
  }
}
