public import Vocabulary

/// The policies that shape a journey.
public struct JourneyPolicies: Hashable, Sendable {
  public var onboarding: OnboardingPolicy
  public var signUp: SignUpPolicy
  public var permission: PermissionPolicy
  public var circles: CirclePolicy
  public var firstValue: FirstValuePolicy
  public var connection: ConnectionMode

  public init(
    onboarding: OnboardingPolicy, signUp: SignUpPolicy, permission: PermissionPolicy,
    circles: CirclePolicy, firstValue: FirstValuePolicy, connection: ConnectionMode
  ) {
    self.onboarding = onboarding
    self.signUp = signUp
    self.permission = permission
    self.circles = circles
    self.firstValue = firstValue
    self.connection = connection
  }
}

extension JourneyPolicies {
  public static let rin = JourneyPolicies(
    onboarding: .rin, signUp: .rin, permission: .rin, circles: .rin, firstValue: .rin,
    connection: .autoMutualAtVerification)
  public static let product = JourneyPolicies(
    onboarding: .product, signUp: .product, permission: .product, circles: .product,
    firstValue: .product, connection: .suggested)
  public static let design = JourneyPolicies(
    onboarding: .design, signUp: .design, permission: .design, circles: .design,
    firstValue: .design, connection: .none)
}

/// The policies of a journey, checked against each other and made ready for stepping.
public struct JourneyRules: Hashable, Sendable {
  public let organic: JourneyPlan
  public let invited: JourneyPlan
  public let limits: SignUpLimits
  public let permission: PermissionPolicy
  public let connection: ConnectionMode
  /// The definition of first value.
  public let firstValue: FirstValuePolicy.Definition
  /// The cards of the first session.
  public let cards: SmallSet<FirstValuePolicy.Card>
  /// The milestone at which an invited newcomer counts as accepted.
  public let acceptedMeans: Milestones
  /// The screens that may be passed without an answer.
  ///
  /// No document names any other than the username.
  public let skippable: SmallSet<JourneyScreen>

  /// Creates the rules from `policies`; throws if they lack a number or contradict each other.
  public init(
    _ policies: JourneyPolicies, acceptedMeans: Milestones = .onboardingCompleted,
    skippable: SmallSet<JourneyScreen> = [.photo, .username]
  ) throws(JourneySettingError) {
    limits = try SignUpLimits(policies.signUp)
    organic = try JourneyPlan(
      of: policies.onboarding.organicScreens, setting: .organicScreens, isWallDelayed: false,
      verifiesPhone: limits.verifiesPhone, available: policies)
    invited = try JourneyPlan(
      of: policies.onboarding.invitedScreens, setting: .invitedScreens,
      isWallDelayed: policies.onboarding.signUpWall == .afterFirstMeaningfulInteraction,
      verifiesPhone: limits.verifiesPhone, available: policies)
    permission = policies.permission
    connection = policies.connection
    firstValue = policies.firstValue.definition
    var cards = SmallSet<FirstValuePolicy.Card>()
    for card in policies.firstValue.cards { cards.insert(card) }
    self.cards = cards
    self.acceptedMeans = acceptedMeans
    self.skippable = skippable
  }
}

extension OnboardingRules {
  static let wall: [Rule] = [
    Rule("P-ONB-03", "Organic users sign up before first value, invited ones after it."),
    Rule("PRF-06", "Skipping name or photo, and the separator of usernames, are parameters."),
  ]
}
