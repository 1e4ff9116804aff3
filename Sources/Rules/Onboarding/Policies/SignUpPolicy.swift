/// The limits of signing up for which no document gives a number.
public struct SignUpPolicy: Hashable, Sendable {
  /// A number that the author of a scenario must supply.
  public enum Parameter: Hashable, Sendable {
    /// The profile does not use it.
    case unused
    /// The profile needs it, and it has no default.
    case required
    case value(Int)
  }

  /// The number of times that one device may change its sign-up number.
  public var numberSwitchLimit = Parameter.required
  /// The number of social-proof look-ups that one device may make.
  public var socialProofLimit = Parameter.required
  /// The lifetime of a one-time code, in seconds.
  public var otpExpirySeconds = Parameter.required

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
