internal import Invites
internal import GrowthloopLinkStore

extension ConnectionWord {
  init(for decision: ConnectionDecision) {
    self =
      switch decision {
      case .connect: .connected
      case .suggest: .suggested
      case .alreadyConnected: .alreadyConnected
      case .none: .none
      }
  }
}

extension ReferralWord {
  init(for kind: Referral.Kind) {
    self =
      switch kind {
      case .credited: .credited
      case .recordedOnly: .recordedOnly
      case .existingUser: .existingUser
      case .overtaken: .overtaken
      }
  }
}

extension MilestoneWord {
  func milestone(name: String?, avatar: String?) -> Milestone {
    switch self {
    case .signedUp: .signedUp(name: name, avatar: avatar)
    case .firstValueSeen: .firstValueSeen
    case .onboardingCompleted: .onboardingCompleted
    }
  }
}
