public import Vocabulary

/// The length of the way in, and the place at which it asks for an account.
public struct OnboardingPolicy: Hashable, Sendable {
  public enum SignUpWall: String, CaseIterable, Sendable {
    case beforeFirstValue
    case afterFirstMeaningfulInteraction
  }

  /// The document whose texts and moments the journey follows.
  public var document = ProfileID.rin
  public var organicScreens = 12
  public var invitedScreens = 12
  public var signUpWall = SignUpWall.beforeFirstValue

  public init() {}
}

extension OnboardingPolicy {
  public static let rin = OnboardingPolicy()

  public static let product: OnboardingPolicy = {
    var policy = OnboardingPolicy()
    policy.document = .product
    policy.organicScreens = 6
    policy.invitedScreens = 3
    policy.signUpWall = .afterFirstMeaningfulInteraction
    return policy
  }()

  public static let design: OnboardingPolicy = {
    var policy = OnboardingPolicy()
    policy.document = .design
    policy.organicScreens = 6
    policy.invitedScreens = 6
    return policy
  }()
}
