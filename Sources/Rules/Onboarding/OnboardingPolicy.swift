public import Vocabulary

/// The definition of the first value for a newcomer.
public struct FirstValuePolicy: Hashable, Sendable {
  /// A moment that may count as first value.
  public enum Definition: String, CaseIterable, Sendable {
    /// A card of the policy was displayed: the definition of `rin`.
    case firstValueCardShown
    /// The subject of the invite was displayed: the definition of `product`.
    case motivatingContentSeen
    /// A friend received the newcomer's own invite: the definition of `design`.
    case inviteDelivered
  }

  /// A kind of first-value card.
  public enum Card: String, CaseIterable, Sendable, BitwiseCopyable, Codable {
    /// Duplicates found among the user's contacts.
    case dedup
    /// Contacts that need cleaning.
    case cleanup
    /// The user's profile and controls; the one card that needs no contacts.
    case checklist
  }

  /// The moment that counts as first value; the default is that of `rin`.
  public var definition = Definition.firstValueCardShown
  /// The cards of the first session; empty where there are none.
  public var cards: [Card] = [.dedup, .cleanup, .checklist]

  /// Creates the policy of the profile `rin`.
  public init() {}
}

extension FirstValuePolicy {
  /// The policy of the profile `rin`: any of the three cards, once displayed.
  public static let rin = FirstValuePolicy()

  /// The policy of the profile `product`: the subject of the invite, and no cards.
  public static let product: FirstValuePolicy = {
    var policy = FirstValuePolicy()
    policy.definition = .motivatingContentSeen
    policy.cards = []
    return policy
  }()

  /// The policy of the profile `design`: the delivery of the newcomer's own invite, and no cards.
  public static let design: FirstValuePolicy = {
    var policy = FirstValuePolicy()
    policy.definition = .inviteDelivered
    policy.cards = []
    return policy
  }()
}

/// The circles that a new user starts with, and the storage of field access.
public struct CirclePolicy: Hashable, Sendable {
  /// A circle that exists from the start.
  public enum Default: String, CaseIterable, Sendable, Codable {
    /// The contact list: mandatory, and the circle of connections by invite.
    case contacts = "Contacts"
    /// All that comes from the contact list: mandatory, as in the what-if `everyonePublic`.
    case everyone = "Everyone"
    /// Followers: mandatory.
    case `public` = "Public"
    /// The people whom the user places in "Family"; the circle can be renamed or deleted.
    case family = "Family"
    /// The people whom the user places in "Friends"; the circle can be renamed or deleted.
    case friends = "Friends"
    /// The people whom the user places in "Colleagues"; the circle can be renamed or deleted.
    case colleagues = "Colleagues"
  }

  /// A way of storing access to fields.
  public enum AccessControl: String, CaseIterable, Sendable {
    /// A matrix of field by circle, which holds defaults and overrides (``AccessMatrix``).
    case perFieldByCircle
  }

  /// The circles of a new account; empty where there are none.
  public var defaults: [Default] = [.contacts, .public, .family, .friends, .colleagues]
  /// The storage of field access; `nil` where a profile has no circles.
  public var accessControl: AccessControl? = .perFieldByCircle

  /// Creates the policy of the profile `rin`.
  public init() {}
}

extension CirclePolicy {
  /// The policy of the profile `rin`: two mandatory circles and three prepopulated ones.
  public static let rin = CirclePolicy()

  /// The policy of the profile `product`, whose document has no circles.
  public static let product: CirclePolicy = {
    var policy = CirclePolicy()
    policy.defaults = []
    policy.accessControl = nil
    return policy
  }()

  /// The policy of the profile `design`, whose document has no circles.
  public static let design = product
}

/// The length of the way in, and the place at which it asks for an account.
public struct OnboardingPolicy: Hashable, Sendable {
  /// The place of the sign-up for invited newcomers; organic ones sign up before first value.
  public enum SignUpWall: String, CaseIterable, Sendable {
    /// The sign-up is part of onboarding, before the destination or home.
    case beforeFirstValue
    /// The sign-up follows the first meaningful interaction at the destination.
    case afterFirstMeaningfulInteraction
  }

  /// The document whose texts and moments the journey follows.
  public var document = ProfileID.rin
  /// The number of onboarding screens of an organic newcomer: 12 by default, 6 outside `rin`.
  public var organicScreens = 12
  /// The number of onboarding screens of an invited newcomer: 12, 3 or 6 in the three profiles.
  public var invitedScreens = 12
  /// The place of the sign-up for invited newcomers; only `product` delays it.
  public var signUpWall = SignUpWall.beforeFirstValue

  /// Creates the policy of the profile `rin`.
  public init() {}
}

extension OnboardingPolicy {
  /// The policy of the profile `rin`: 12 screens for everyone, sign-up before first value.
  public static let rin = OnboardingPolicy()

  /// The policy of the profile `product`: 6 screens, or 3 and a delayed sign-up after an invite.
  public static let product: OnboardingPolicy = {
    var policy = OnboardingPolicy()
    policy.document = .product
    policy.organicScreens = 6
    policy.invitedScreens = 3
    policy.signUpWall = .afterFirstMeaningfulInteraction
    return policy
  }()

  /// The policy of the profile `design`: 6 screens for everyone, sign-up before first value.
  public static let design: OnboardingPolicy = {
    var policy = OnboardingPolicy()
    policy.document = .design
    policy.organicScreens = 6
    policy.invitedScreens = 6
    return policy
  }()
}

/// The limits of signing up for which no document gives a number.
public struct SignUpPolicy: Hashable, Sendable {
  /// A number that the author of a scenario must supply.
  public enum Parameter: Hashable, Sendable {
    /// The profile does not use it.
    case unused
    /// The profile needs it, and it has no default.
    case required
    /// The number that a scenario supplied.
    case value(Int)
  }

  /// The number of times that one device may change its sign-up number.
  public var numberSwitchLimit = Parameter.required
  /// The number of social-proof look-ups that one device may make.
  public var socialProofLimit = Parameter.required
  /// The lifetime of a one-time code, in seconds.
  public var otpExpirySeconds = Parameter.required

  /// Creates the policy of the profile `rin`, which requires all three numbers.
  public init() {}
}

extension SignUpPolicy {
  /// Returns the policy with the values of `assumed` for required parameters without a value.
  public func assuming(_ assumed: SignUpPolicy) -> SignUpPolicy {
    var policy = self
    if numberSwitchLimit == .required { policy.numberSwitchLimit = assumed.numberSwitchLimit }
    if socialProofLimit == .required { policy.socialProofLimit = assumed.socialProofLimit }
    if otpExpirySeconds == .required { policy.otpExpirySeconds = assumed.otpExpirySeconds }
    return policy
  }

  /// The policy of the profile `rin`: all three numbers are required, and have no default.
  public static let rin = SignUpPolicy()

  /// The policy of the profile `product`, which asks for no phone number and uses no limit.
  public static let product: SignUpPolicy = {
    var policy = SignUpPolicy()
    policy.numberSwitchLimit = .unused
    policy.socialProofLimit = .unused
    policy.otpExpirySeconds = .unused
    return policy
  }()

  /// The policy of the profile `design`, which asks for no phone number and uses no limit.
  public static let design = product
}
