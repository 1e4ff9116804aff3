public import Vocabulary

/// A mark of a phone number that reveals only whether two numbers are equal.
public struct NumberKey: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
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
public struct PhoneVerification: Hashable, Sendable, BitwiseCopyable {
  /// A place on the way to a verified number.
  public enum Stage: UInt8, Sendable, BitwiseCopyable {
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
