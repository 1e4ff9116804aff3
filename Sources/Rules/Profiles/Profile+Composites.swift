public import AddressBooks
public import HomeSections
public import Invites
public import Onboarding
import Prompts
import Vocabulary

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

  /// Returns the settings that a newcomer's journey follows together; throws if a number is
  /// missing.
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

  /// The grouping and order of the contact list before the user's first choice.
  public var listOptions: ListOptions {
    ListOptions(grouping: list.defaultGrouping ?? ListOptions().grouping)
  }

  /// Returns the items above the contact list, with a prompt's card placed by the rules of prompts.
  public func layout(
    of evaluation: SectionEvaluation, withPrompt hasPrompt: Bool, isExpanded: Bool = false
  ) -> SectionLayout {
    let shown = evaluation.shown
    var above: SectionsAbove = []
    if shown.contains(.needsAttention) { above.insert(.needsAttention) }
    if shown.contains(.scoreChanged) { above.insert(.scoreChanged) }
    if shown.contains(.upcoming) { above.insert(.upcoming) }
    let place = hasPrompt ? prompts.placement(below: above) : nil
    return SectionLayout(
      evaluation,
      card: place.map { place in
        SectionLayout.Card(
          index: place.index, countsTowardLimit: prompts.cardCountsTowardSectionLimit == true)
      }, isExpanded: isExpanded)
  }
}
