public import Vocabulary

/// The policies that shape a journey.
public struct JourneyPolicies: Hashable, Sendable {
  /// The number of screens, and the place of the sign-up.
  public var onboarding: OnboardingPolicy
  /// The limits of signing up; parameters that are still required make ``JourneyRules`` throw.
  public var signUp: SignUpPolicy
  /// The moments at which the app asks for contacts.
  public var permission: PermissionPolicy
  /// The default circles; without any, the journey has no sharing screen.
  public var circles: CirclePolicy
  /// The definition of first value and its cards; without cards, the journey has no sync screen.
  public var firstValue: FirstValuePolicy
  /// The way in which an invited newcomer and the inviter become connected.
  public var connection: ConnectionMode

  /// Creates the policies of a journey; ``JourneyRules`` checks them against each other.
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
  /// The policies of the profile `rin`; its sign-up limits need values before a journey can begin.
  public static let rin = JourneyPolicies(
    onboarding: .rin, signUp: .rin, permission: .rin, circles: .rin, firstValue: .rin,
    connection: .autoMutualAtVerification)
  /// The policies of the profile `product`.
  public static let product = JourneyPolicies(
    onboarding: .product, signUp: .product, permission: .product, circles: .product,
    firstValue: .product, connection: .suggested)
  /// The policies of the profile `design`.
  public static let design = JourneyPolicies(
    onboarding: .design, signUp: .design, permission: .design, circles: .design,
    firstValue: .design, connection: .none)
}

/// The policies of a journey, checked against each other and made ready for stepping.
public struct JourneyRules: Hashable, Sendable {
  /// The screens of an organic newcomer, who signs up before the first value.
  public let organic: JourneyPlan
  /// The screens of an invited newcomer.
  public let invited: JourneyPlan
  /// The limits of signing up, for ``PhoneVerification`` on the newcomer's device.
  public let limits: SignUpLimits
  /// The moments at which the app asks for contacts, and the access that suffices to read them.
  public let permission: PermissionPolicy
  /// The way in which an invited newcomer and the inviter become connected.
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
