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
