/// The limits of signing up that no document puts a number to.
public struct SignUpPolicy: Hashable, Sendable {
  /// A number that must come from whoever runs a scenario.
  public enum Parameter: Hashable, Sendable {
    /// The profile has no use for it.
    case unused
    /// The profile needs it, and it has no default.
    case required
    case value(Int)
  }

  /// How often one device may change the number it signs up with.
  public var numberSwitchLimit = Parameter.required
  /// How many social-proof look-ups one device may make.
  public var socialProofLimit = Parameter.required
  /// How many seconds a one-time code is good for.
  public var otpExpirySeconds = Parameter.required

  public init() {}
}

extension SignUpPolicy {
  /// The policy with the values of `assumed` where it needs one that nobody has given.
  public func assuming(_ assumed: SignUpPolicy) -> SignUpPolicy {
    var policy = self
    if numberSwitchLimit == .required { policy.numberSwitchLimit = assumed.numberSwitchLimit }
    if socialProofLimit == .required { policy.socialProofLimit = assumed.socialProofLimit }
    if otpExpirySeconds == .required { policy.otpExpirySeconds = assumed.otpExpirySeconds }
    return policy
  }

  public static let rin = SignUpPolicy()

  public static let product: SignUpPolicy = {
    var policy = SignUpPolicy()
    policy.numberSwitchLimit = .unused
    policy.socialProofLimit = .unused
    policy.otpExpirySeconds = .unused
    return policy
  }()

  public static let design = product
}
