import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("Needs Attention")
struct AttentionTests {
  @Test func `NAT-01, NAT-02 · a suggestion, a conflict or an incomplete contact`() {
    var home = Home()
    home.contacts = [.old()]
    #expect(home.shown.isEmpty)
    home.contacts = [.incomplete]
    #expect(home.shown == [.needsAttention])
    home.contacts = [SectionContact(addedAt: noon(0), hasName: false, isReachable: false)]
    #expect(home.shown.isEmpty, "who has no name is not name-only")
    home.matters.suggestions = [MergeSuggestion(confidence: 0.8)]
    #expect(home.shown == [.needsAttention])
    home.matters = SectionMatters()
    home.matters.conflicts = 1
    #expect(home.shown == [.needsAttention])
  }

  @Test(arguments: [(0.69, false), (0.70, true), (0.949, true), (0.95, false), (1, false)])
  func `NAT-03, BDG-02 · from 70 % someone looks, from 95 % it is merged`(
    confidence: Double, waits: Bool
  ) {
    var home = Home()
    home.matters.suggestions = [MergeSuggestion(confidence: confidence)]
    #expect(home.shown == (waits ? [.needsAttention] : []))
    #expect(home.policy.badgeCount(of: home.evaluation.contents) == (waits ? 1 : 0))
  }

  @Test func `NAT-04, NAT-05, NAT-06 · all are counted, two have a card`() {
    var home = Home()
    home.matters.conflicts = 1
    home.matters.suggestions = [0.7, 0.8, 0.9].map { MergeSuggestion(confidence: $0) }
    home.contacts = [.old(), .incomplete]
    let contents = home.evaluation.contents
    #expect(contents.count(.needsAttention) == 5)
    #expect(SectionKind.needsAttention.count(of: 5, isCollapsed: false) == 5)
    #expect(contents.attention.count == 2)
    #expect(contents.furtherLink(.needsAttention, in: home.matters) == "See All 5 Items")
  }

  @Test
  func `NAT-01 · a contact that gets a number is incomplete no longer, and one that loses it is`() {
    var contact = SectionContact.incomplete
    for isReachable in [true, false] {
      contact.revise(hasName: true, isReachable: isReachable, birthday: .none)
      #expect(contact.isIncomplete != isReachable)
    }
    contact.revise(hasName: false, isReachable: false, birthday: .none)
    #expect(!contact.isIncomplete, "without a name there is no one to complete")
  }

  @Test func `NAT-07, NAT-08 · conflicts, then pairs by confidence, then the incomplete`() {
    var home = Home()
    home.contacts = [.old(), .incomplete, .incomplete]
    #expect(home.evaluation.contents.attention == [.incomplete(1), .incomplete(2)])
    home.matters.suggestions = [0.7, 0.9, 0.8, 0.9].map { MergeSuggestion(confidence: $0) }
    #expect(home.evaluation.contents.attention == [.suggestion(1), .suggestion(3)])
    home.matters.conflicts = 1
    #expect(home.evaluation.contents.attention == [.conflict(0), .suggestion(1)])
  }

  @Test func `NAT-09, NAT-10, NAT-16 · the words of the cards`() {
    let pair = AttentionCard.duplicate(
      "John Smith", "Jon Smith", confidence: 0.92, evidence: ["Phone", "Email"])
    #expect(pair.title == "John Smith <-> Jon Smith")
    #expect(pair.line == "92% match - Phone + Email")
    #expect(pair.actions == ["Merge", "Not Same", "Skip"])
    let conflict = AttentionCard.conflict(
      "Alex Johnson", field: "Name", between: "Phone", and: "Rin")
    #expect(conflict.title == "Conflict: Alex Johnson")
    #expect(conflict.line == "Name differs between Phone/Rin")
    #expect(conflict.actions.first == "Resolve")
    let name = AttentionCard.incomplete("Ann")
    #expect(name.title == "Ann" && name.line == nil && name.actions.isEmpty)
  }

  @Test func `a skipped pair has no card and is not counted here, but still on the tab`() {
    var home = Home()
    home.matters.suggestions = [MergeSuggestion(confidence: 0.9, isSkipped: true)]
    #expect(home.shown.isEmpty)
    #expect(home.policy.badgeCount(of: home.evaluation.contents) == 1)
  }
}
