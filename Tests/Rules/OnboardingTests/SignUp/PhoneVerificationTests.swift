import TestSupport
import Onboarding
import Testing
import Vocabulary

private func number(_ value: UInt64) -> PhoneVerification.Input {
  .enteredNumber(NumberKey(rawValue: value))
}

@Suite("Onboarding · verifying a phone number")
struct PhoneVerificationTests {
  let limits: SignUpLimits

  init() throws {
    limits = try SignUpLimits(.tests)
  }

  struct Age: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let age: Interval
    let isGood: Bool
  }

  static let ages = [
    Age(testDescription: "at once", age: .zero, isGood: true),
    Age(testDescription: "its last instant", age: .seconds(60), isGood: true),
    Age(testDescription: "a millisecond late", age: .milliseconds(60_001), isGood: false),
  ]

  @Test(arguments: ages)
  func `PHN-13 · a code is good for as long as the parameter says`(_ example: Age) {
    var phone = PhoneVerification()
    #expect(phone.receive(number(1), at: noon, under: limits) == .codeSent)
    let outcome = phone.receive(
      .enteredRightCode(.newPrincipal), at: noon + example.age, under: limits)
    #expect(outcome == (example.isGood ? .verified(.newPrincipal) : .codeExpired))
    #expect(phone.stage == (example.isGood ? .verified : .awaitingCode))
    if !example.isGood { #expect(outcome.rule == "PHN-13") }
  }

  @Test func `an expired code is no dead end: a new one starts a new life`() {
    var phone = PhoneVerification()
    _ = phone.receive(number(1), at: noon, under: limits)
    let late = noon + .minutes(5)
    #expect(
      phone.receive(.enteredRightCode(.newPrincipal), at: late, under: limits) == .codeExpired)
    #expect(phone.receive(.askedForNewCode, at: late, under: limits) == .codeSent)
    let outcome = phone.receive(
      .enteredRightCode(.newPrincipal), at: late + .seconds(60), under: limits)
    #expect(outcome == .verified(.newPrincipal))
  }

  @Test func `PHN-08 · a wrong code proves nothing`() {
    var phone = PhoneVerification()
    _ = phone.receive(number(1), at: noon, under: limits)
    for _ in 0..<20 {
      #expect(phone.receive(.enteredWrongCode, at: noon, under: limits) == .wrongCode)
    }
    let right = phone.receive(.enteredRightCode(.newPrincipal), at: noon, under: limits)
    #expect(right == .verified(.newPrincipal))
  }

  @Test func `PHN-02 · a number can be changed three times, if that is the limit`() {
    var phone = PhoneVerification()
    for value in UInt64(1)...4 {
      #expect(phone.receive(number(value), at: noon, under: limits) == .codeSent)
      #expect(phone.receive(.wantsOtherNumber, at: noon, under: limits) == .numberReopened)
    }
    #expect(phone.switches == 3)
    let fifth = phone.receive(number(5), at: noon, under: limits)
    #expect(fifth == .switchRefused)
    #expect(fifth.rule == "PHN-02")
    // The number that was accepted last is still good: nobody is locked out.
    #expect(phone.receive(number(4), at: noon, under: limits) == .codeSent)
  }

  @Test func `PHN-02 · the same number again is no change, and starting over is no way around`() {
    var phone = PhoneVerification()
    for value in UInt64(1)...4 {
      _ = phone.receive(number(value), at: noon, under: limits)
      phone.startOver()
      _ = phone.receive(number(value), at: noon, under: limits)
      phone.startOver()
    }
    #expect(phone.switches == 3)
    #expect(phone.receive(number(5), at: noon, under: limits) == .switchRefused)
  }

  @Test func `PHN-02 · a refused number leaves the journey where it is`() throws {
    var walk = Walk(try Position.rin.rules())
    walk.go(to: .phoneNumber)
    let answer = walk.play(.phone(.switchRefused))
    #expect(answer.refusal == .tooManyNumbers)
    #expect(answer.refusal?.rule == "PHN-02")
    #expect(walk.journey.screen == .phoneNumber)
  }

  @Test(arguments: 0..<200)
  func `whatever is entered, only a right code in time verifies`(_ seed: Int) {
    var chance = SeededChance(seed: UInt64(seed))
    var phone = PhoneVerification()
    var now = noon
    var codeSent: Instant?
    for _ in 0..<100 {
      now = now + .seconds(Int64.random(in: 0...50, using: &chance))
      let inputs: [PhoneVerification.Input] = [
        number(UInt64.random(in: 1...6, using: &chance)), .askedForNewCode, .wantsOtherNumber,
        .enteredWrongCode, .enteredRightCode(.newPrincipal),
      ]
      let input = inputs.randomElement(using: &chance) ?? .enteredWrongCode
      let outcome = phone.receive(input, at: now, under: limits)
      if outcome == .codeSent { codeSent = now }
      if outcome == .verified(.newPrincipal) {
        #expect(input == .enteredRightCode(.newPrincipal))
        #expect(codeSent.map { now - $0 <= .seconds(60) } == true)
      }
      #expect(phone.switches <= 3)
    }
  }
}
