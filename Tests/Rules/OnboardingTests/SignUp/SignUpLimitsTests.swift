import Onboarding
import Testing
import Vocabulary

@Suite("Onboarding · limits that must be given")
struct SignUpLimitsTests {
  @Test func `PHN-07, PHN-13 · without its three numbers rin does not start, and says which`() {
    let error = #expect(throws: JourneySettingError.self) { try JourneyRules(.rin) }
    #expect(
      error == .required([.numberSwitchLimit, .socialProofLimit, .otpExpirySeconds]))
    #expect(
      error?.description == """
        'signup.numberSwitchLimit', 'signup.socialProofLimit', 'signup.otpExpirySeconds' must be \
        given: no document names a value, and none is invented
        """)
  }

  struct Lacking: Sendable, CustomTestStringConvertible {
    let setting: JourneySetting
    let change: @Sendable (inout SignUpPolicy) -> Void
    var testDescription: String { setting.rawValue }
  }

  static let lacking = [
    Lacking(setting: .numberSwitchLimit) { $0.numberSwitchLimit = .required },
    Lacking(setting: .socialProofLimit) { $0.socialProofLimit = .required },
    Lacking(setting: .otpExpirySeconds) { $0.otpExpirySeconds = .required },
  ]

  @Test(arguments: lacking)
  func `PHN-07, PHN-13 · each of them is missed`(_ example: Lacking) {
    var policy = SignUpPolicy.tests
    example.change(&policy)
    let error = #expect(throws: JourneySettingError.self) { try SignUpLimits(policy) }
    #expect(error == .required([example.setting]))
  }

  @Test func `a number below zero is refused`() {
    var policy = SignUpPolicy.tests
    policy.otpExpirySeconds = .value(-1)
    let error = #expect(throws: JourneySettingError.self) { try SignUpLimits(policy) }
    #expect(error?.description == "'signup.otpExpirySeconds' must be zero or more")
  }

  @Test func `a code that outlives every time line is refused`() throws {
    var policy = SignUpPolicy.tests
    policy.otpExpirySeconds = .value(.max)
    let error = #expect(throws: JourneySettingError.self) { try SignUpLimits(policy) }
    #expect(
      error?.description == "'signup.otpExpirySeconds' must be at most 31557600000 seconds")
    policy.otpExpirySeconds = .value(31_557_600_000)
    #expect(try SignUpLimits(policy).codeLife == .days(365_250))
  }

  @Test func `product and design have no use for them, and ask for no phone number`() throws {
    for policy in [SignUpPolicy.product, .design] {
      let limits = try SignUpLimits(policy)
      #expect(!limits.verifiesPhone)
      #expect(limits.numberSwitches == nil)
      #expect(limits.codeLife == nil)
    }
  }

  @Test func `a limit of zero allows no change at all`() throws {
    var policy = SignUpPolicy.tests
    policy.numberSwitchLimit = .value(0)
    let limits = try SignUpLimits(policy)
    var phone = PhoneVerification()
    _ = phone.receive(.enteredNumber(NumberKey(rawValue: 1)), at: noon, under: limits)
    phone.startOver()
    let other = phone.receive(.enteredNumber(NumberKey(rawValue: 2)), at: noon, under: limits)
    #expect(other == .switchRefused)
  }

  @Test func `what nobody has given is taken from elsewhere, and nothing else`() {
    var given = SignUpPolicy()
    given.socialProofLimit = .value(9)
    var assumed = SignUpPolicy()
    assumed.numberSwitchLimit = .value(1)
    assumed.socialProofLimit = .value(2)
    assumed.otpExpirySeconds = .value(3)
    let policy = given.assuming(assumed)
    #expect(policy.numberSwitchLimit == .value(1))
    #expect(policy.socialProofLimit == .value(9))
    #expect(policy.otpExpirySeconds == .value(3))
    #expect(SignUpPolicy.product.assuming(assumed) == .product)
  }
}
