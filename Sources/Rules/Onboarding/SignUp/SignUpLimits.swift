public import Vocabulary

/// The limits of signing up, all of them with a value.
public struct SignUpLimits: Hashable, Sendable, BitwiseCopyable {
  /// The number of times that one device may change its number; `nil` sets no limit.
  public let numberSwitches: Int?
  /// The number of social-proof look-ups that one device may make; `nil` sets no limit.
  public let socialProofLookUps: Int?
  /// The lifetime of a one-time code; `nil` sets no limit.
  public let codeLife: Interval?
  /// Whether signing up asks for a phone number.
  public let verifiesPhone: Bool

  /// A thousand years in seconds; a greater value overflows a time line.
  static let longestCodeLife = 365_250 * 86_400

  /// Creates the limits from `policy`; throws for a missing number instead of inventing one.
  public init(_ policy: SignUpPolicy) throws(JourneySettingError) {
    let settings: [(JourneySetting, SignUpPolicy.Parameter)] = [
      (.numberSwitchLimit, policy.numberSwitchLimit),
      (.socialProofLimit, policy.socialProofLimit),
      (.otpExpirySeconds, policy.otpExpirySeconds),
    ]
    let missing = settings.filter { $0.1 == .required }.map(\.0)
    if !missing.isEmpty { throw .required(missing) }
    let negative = settings.filter { ($0.1.number ?? 0) < 0 }.map(\.0)
    if !negative.isEmpty { throw .negative(negative) }
    guard policy.otpExpirySeconds.number ?? 0 <= Self.longestCodeLife else {
      throw .tooLong(.otpExpirySeconds, most: Self.longestCodeLife)
    }
    numberSwitches = policy.numberSwitchLimit.number
    socialProofLookUps = policy.socialProofLimit.number
    codeLife = policy.otpExpirySeconds.number.map { .seconds(Int64($0)) }
    // Look-ups belong to a number that is entered anyway: a limit of them asks for none.
    verifiesPhone = policy.numberSwitchLimit != .unused || policy.otpExpirySeconds != .unused
  }
}

extension SignUpPolicy.Parameter {
  fileprivate var number: Int? {
    switch self {
    case .unused, .required: nil
    case .value(let number): number
    }
  }
}

extension OnboardingRules {
  static let limits: [Rule] = [
    Rule("PHN-07", "The limits of number switching and look-ups are parameters without a default."),
    Rule("PHN-13", "How long a code is good for is a parameter without a default."),
  ]
}
