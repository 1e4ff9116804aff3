public import Vocabulary

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
