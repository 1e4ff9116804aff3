public import Vocabulary

/// A mark of a phone number that reveals only whether two numbers are equal.
public struct NumberKey: RawRepresentable, Hashable, Sendable, BitwiseCopyable, Codable {
  /// The mark itself; its value has no meaning beyond equality.
  public var rawValue: UInt64

  /// Creates a key from a mark that is equal for equal numbers, such as a hash.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

/// One device's way to a verified phone number.
///
/// It outlives a journey: a new sign-up on the same device continues with its counters.
public struct PhoneVerification: Hashable, Sendable, BitwiseCopyable, KeptState {
  /// A place on the way to a verified number.
  public enum Stage: UInt8, Sendable, BitwiseCopyable, Codable {
    /// `awaitingCode` follows.
    case enteringNumber
    /// `verified` follows, or `enteringNumber` when the number is changed.
    case awaitingCode
    /// The number is verified; only `startOver()` leads on.
    case verified
  }

  /// An action of the person on the screens of the phone number.
  public enum Input: Hashable, Sendable, BitwiseCopyable {
    /// A number was entered; a code follows unless the limit of changes is reached.
    case enteredNumber(NumberKey)
    /// Another code for the same number was requested.
    case askedForNewCode
    /// The person left the code to change the number.
    case wantsOtherNumber
    /// A code was entered that differs from the one sent.
    case enteredWrongCode
    /// The code is the one that was sent, and leads to this account.
    case enteredRightCode(AccountOwner)
  }

  /// The result of an action.
  public enum Outcome: Hashable, Sendable, BitwiseCopyable {
    /// A code was sent, and its lifetime starts now.
    case codeSent
    /// The number can be entered again.
    case numberReopened
    /// The device has reached its limit of number changes; the former number is still valid.
    case switchRefused
    /// The code is wrong; attempts are not limited.
    case wrongCode
    /// The code, right or wrong, came after its lifetime; a new one can be requested.
    case codeExpired
    /// The number is verified, and leads to this account.
    case verified(AccountOwner)
    /// The input does not belong to this stage.
    case nothingExpected
  }

  /// The present place of the device; it starts at the number.
  public private(set) var stage = Stage.enteringNumber
  /// The number of times that the device changed its number.
  public private(set) var switches = 0
  /// The number of social-proof look-ups that the device made.
  public internal(set) var lookUps = 0
  private var number: NumberKey?
  private var codeSent = Instant(milliseconds: 0)

  /// Creates the verification of a device that has not entered a number yet.
  public init() {}

  /// Applies the person's input and returns its outcome.
  ///
  /// A code is valid up to and including the last instant of its lifetime.
  public mutating func receive(
    _ input: Input, at now: Instant, under limits: SignUpLimits
  ) -> Outcome {
    switch (stage, input) {
    case (.enteringNumber, .enteredNumber(let entered)):
      if let number, number != entered {
        if let most = limits.numberSwitches, switches >= most { return .switchRefused }
        switches += 1
      }
      number = entered
      return sendCode(at: now)
    case (.awaitingCode, .askedForNewCode):
      return sendCode(at: now)
    case (.awaitingCode, .wantsOtherNumber):
      stage = .enteringNumber
      return .numberReopened
    case (.awaitingCode, .enteredWrongCode):
      return hasExpired(at: now, under: limits) ? .codeExpired : .wrongCode
    case (.awaitingCode, .enteredRightCode(let owner)):
      if hasExpired(at: now, under: limits) { return .codeExpired }
      stage = .verified
      return .verified(owner)
    case (.enteringNumber, .askedForNewCode), (.enteringNumber, .wantsOtherNumber),
      (.enteringNumber, .enteredWrongCode), (.enteringNumber, .enteredRightCode),
      (.awaitingCode, .enteredNumber), (.verified, _):
      return .nothingExpected
    }
  }

  /// Starts another sign-up on this device; the counters stay.
  public mutating func startOver() {
    stage = .enteringNumber
  }

  private mutating func sendCode(at now: Instant) -> Outcome {
    stage = .awaitingCode
    codeSent = now
    return .codeSent
  }

  private func hasExpired(at now: Instant, under limits: SignUpLimits) -> Bool {
    guard let life = limits.codeLife else { return false }
    return now > codeSent + life
  }
}

extension PhoneVerification.Outcome {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .codeSent, .numberReopened, .nothingExpected: "PHN-01"
    case .switchRefused: "PHN-02"
    case .wrongCode: "PHN-10"
    case .codeExpired: "PHN-13"
    case .verified: "PHN-08"
    }
  }
}

extension OnboardingRules {
  static let verification: [Rule] = [
    Rule("PHN-02", "A device changes its number only so often.")
  ]
}

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

/// The line that reports how many people have a number already.
///
/// An app needs it to draw the line at sign-up.
public struct SocialProofLine: Hashable, Sendable {
  /// The words of the line, the same with and without a count.
  public let text: String
  /// The number of people who have the number, if it is shown; never their identities.
  public let count: Int?
}

/// The decision whether the social-proof line is shown.
///
/// An app needs it to show or leave out the line at sign-up.
public enum SocialProofDecision: Hashable, Sendable {
  /// At least one person has the number, and the limit permits the look-up.
  case shown(SocialProofLine)
  /// The line is not shown, for this reason.
  case withheld(because: Reason)

  /// The reason why the line is not shown.
  public enum Reason: String, CaseIterable, Sendable {
    /// The device has reached its limit of look-ups.
    case lookUpLimit
    /// No address book contains the number, so the line would be false.
    case noAccountHasIt = "nobodyHasIt"
  }
}

extension SocialProofDecision.Reason {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .lookUpLimit: "PHN-06"
    case .noAccountHasIt: "PHN-03"
    }
  }
}

extension SocialProofLine {
  /// Counts the people whose address book contains `number`, each once.
  ///
  /// "Your network" is read as those who have the newcomer's number: at this point the newcomer's
  /// own contacts are unknown (ours; no document defines it). For privacy it reads marks in place
  /// of numbers, and returns a count in place of people.
  public static func people(
    having number: NumberKey, among addressBooks: some Sequence<some Sequence<NumberKey>>
  ) -> Int {
    addressBooks.reduce(0) { $0 + ($1.contains(number) ? 1 : 0) }
  }
}

extension PhoneVerification {
  /// Decides about the line for a number that `people` have, and counts the look-up.
  ///
  /// It may be called before the code as well as after. Every answer counts, so that trying out
  /// numbers soon reveals nothing more.
  public mutating func lookUpSocialProof(
    people: Int, showsCount: Bool, under limits: SignUpLimits
  ) -> SocialProofDecision {
    if let most = limits.socialProofLookUps, lookUps >= most {
      return .withheld(because: .lookUpLimit)
    }
    lookUps += 1
    guard people > 0 else { return .withheld(because: .noAccountHasIt) }
    return .shown(
      SocialProofLine(
        text: worded("People in your network already have this number."),
        count: showsCount ? people : nil))
  }
}

extension OnboardingRules {
  static let socialProof: [Rule] = [
    Rule("DEC-02", "Social proof may be shown before or around verification, within limits."),
    Rule("PHN-03", "The social-proof counter shows how many have the number, never who."),
    Rule(
      "PHN-12", "\"Your network\" is whoever has the number; the newcomer's contacts are unknown."),
    Rule("PHN-04", "The words of the social-proof line."),
    Rule("PHN-05", "Showing the count is optional."),
    Rule("PHN-06", "Look-ups are limited, so that numbers cannot be enumerated."),
  ]
}
