import Onboarding
import Testing
import Vocabulary

@Suite("Onboarding · social proof")
struct SocialProofTests {
  let limits: SignUpLimits

  init() throws {
    limits = try SignUpLimits(.tests)
  }

  @Test func `PHN-04, PHN-05 · the line in its words, with the count if that is wanted`() {
    var phone = PhoneVerification()
    let plain = phone.lookUpSocialProof(people: 4, showsCount: false, under: limits)
    let counted = phone.lookUpSocialProof(people: 4, showsCount: true, under: limits)
    guard case .shown(let line) = plain, case .shown(let lineWithCount) = counted else {
      Issue.record("the line is withheld")
      return
    }
    #expect(line.text == "People in your network already have this number.")
    #expect(line.count == nil)
    #expect(lineWithCount.text == line.text)
    #expect(lineWithCount.count == 4)
  }

  @Test func `PHN-03, PHN-12 · others who have the number are counted once, and zero gets no line`()
  {
    let (sought, other) = (NumberKey(rawValue: 1), NumberKey(rawValue: 2))
    let books = [[sought, sought, other], [other], [], [sought]]
    #expect(SocialProofLine.people(having: sought, among: books) == 2)
    #expect(SocialProofLine.people(having: NumberKey(rawValue: 3), among: books) == 0)
    var phone = PhoneVerification()
    let decision = phone.lookUpSocialProof(people: 0, showsCount: true, under: limits)
    #expect(decision == .withheld(because: .noAccountHasIt))
  }

  @Test func `DEC-02, PHN-06 · it may be asked before and after the code, but only so often`() {
    var phone = PhoneVerification()
    func isShown(_ decision: SocialProofDecision) -> Bool {
      switch decision {
      case .shown: true
      case .withheld: false
      }
    }
    #expect(isShown(phone.lookUpSocialProof(people: 2, showsCount: false, under: limits)))
    _ = phone.receive(.enteredNumber(NumberKey(rawValue: 1)), at: noon, under: limits)
    #expect(isShown(phone.lookUpSocialProof(people: 2, showsCount: false, under: limits)))
    _ = phone.receive(.enteredRightCode(.newPrincipal), at: noon, under: limits)
    #expect(isShown(phone.lookUpSocialProof(people: 2, showsCount: false, under: limits)))
    let fourth = phone.lookUpSocialProof(people: 0, showsCount: false, under: limits)
    #expect(fourth == .withheld(because: .noAccountHasIt))
    #expect(isShown(phone.lookUpSocialProof(people: 2, showsCount: false, under: limits)))
    let sixth = phone.lookUpSocialProof(people: 2, showsCount: false, under: limits)
    #expect(sixth == .withheld(because: .lookUpLimit))
    #expect(SocialProofDecision.Reason.lookUpLimit.rule == "PHN-06")
  }

  @Test func `PHN-06 · a new attempt on the same device does not refill the look-ups`() {
    var phone = PhoneVerification()
    for value in UInt64(1)...5 {
      _ = phone.lookUpSocialProof(people: 1, showsCount: true, under: limits)
      _ = phone.receive(.enteredNumber(NumberKey(rawValue: value)), at: noon, under: limits)
      phone.startOver()
    }
    let decision = phone.lookUpSocialProof(people: 1, showsCount: true, under: limits)
    #expect(decision == .withheld(because: .lookUpLimit))
  }
}
