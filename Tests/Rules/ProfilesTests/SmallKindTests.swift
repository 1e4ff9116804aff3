import AddressBooks
import Attribution
import HomeSections
import Onboarding
import Prompts
import Testing
import Vocabulary

@Suite("Small kinds · each member has a bit of its own")
struct SmallKindTests {
  /// Checks that the members of a kind have the places of their order, as lists by ordinal need it.
  private func check<Member: SmallSetMember>(_ kind: Member.Type) {
    let members = Array(Member.allCases)
    #expect(members.map { Int($0.ordinal) } == Array(members.indices), "\(kind)")
    #expect(members.count <= 32, "\(kind)")
    for member in members {
      #expect(SmallSet([member]).members == [member], "\(kind)")
      var others = SmallSet(members)
      others.remove(member)
      #expect(others.members == members.filter { $0 != member }, "\(kind)")
    }
  }

  @Test func `a set of a small kind has exactly the members that were put in`() {
    check(PromptTrigger.self)
    check(PromptSuppression.self)
    check(FirstValuePolicy.Card.self)
    check(JourneyEvent.self)
    check(JourneyScreen.self)
    check(JourneyAction.self)
    check(ReceiptSurface.self)
    check(ContactField.self)
    check(DuplicateEvidence.self)
    check(SectionKind.self)
  }
}
