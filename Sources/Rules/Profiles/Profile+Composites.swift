public import Invites
public import Onboarding

extension Profile {
  /// The settings that the sharing flows follow together.
  public var sharing: SharingPolicy {
    var policy = SharingPolicy()
    policy.document = id
    policy.app = app
    policy.flow = flow
    policy.link = link
    policy.share = share
    policy.offline = offline
    policy.permission = permission
    policy.history = history
    policy.limits = limits
    policy.copy = copy
    return policy
  }

  /// The settings that a newcomer's journey follows together; refuses those that lack a number.
  public func journeyRules() throws(JourneySettingError) -> JourneyRules {
    let accepted: Milestones =
      switch metrics.acceptedMeans {
      case .onboardingCompleted: .onboardingCompleted
      case .connected: .connected
      case .signedUp: .signedUp
      }
    let policies = JourneyPolicies(
      onboarding: onboarding, signUp: signUp, permission: permission, circles: circles,
      firstValue: firstValue, connection: connection.mode)
    return try JourneyRules(policies, acceptedMeans: accepted)
  }
}
