import Onboarding
import Testing
import Vocabulary

@Suite("Onboarding · the rule book")
struct RuleBookTests {
  @Test func `every rule is entered once, in one line, where it is decided`() {
    let all = OnboardingRules.all
    #expect(Set(all.map(\.id)).count == all.count)
    #expect(all.allSatisfy { !$0.meaning.isEmpty && $0.meaning.count <= 110 })
    #expect(all.allSatisfy { $0.place.hasPrefix("Onboarding/") })
  }

  @Test func `whatever rule speaks stands in the book`() {
    let book = Set(OnboardingRules.all.map(\.id))
    let speaking =
      JourneyRefusal.allCases.map(\.rule) + JourneyAction.allCases.map(\.rule)
      + JourneyEvent.allCases.map(\.rule) + ContactsAsk.Reason.allCases.map(\.rule)
      + CircleDecision.Reason.allCases.map(\.rule) + CardDecision.Reason.allCases.map(\.rule)
      + SocialProofDecision.Reason.allCases.map(\.rule)
      + WelcomeScreen.Reason.allCases.map(\.rule)
    #expect(speaking.filter { !book.contains($0) }.isEmpty)
  }
}
