import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("Conflicts of a sync, and the review of all that needs attention")
struct ConflictReviewTests {
  private static func home(_ review: ConflictReview) -> Home {
    var home = Home()
    review.describe(in: &home.matters)
    return home
  }

  private static func review(_ conflicts: UInt64...) -> ConflictReview {
    var review = ConflictReview()
    for conflict in conflicts { review.receive(conflict) }
    return review
  }

  @Test func `NAT-11 · a pair is put off by Skip, a conflict by Not Now, and nothing by both`() {
    let pair = AttentionCard.duplicate("Ann", "Anne", confidence: 0.8, evidence: ["Phone"])
    let conflict = AttentionCard.conflict("Ann", field: "Name", between: "Phone", and: "Rin")
    let ways = ["Skip", "Not Now"]
    #expect(pair.actions.filter(ways.contains) == ["Skip"])
    #expect(conflict.actions.filter(ways.contains) == ["Not Now"])
    #expect(AttentionCard.incomplete("Ann").actions.isEmpty)
  }

  @Test func `NAT-11, NAT-13 · a conflict that is put off loses its card and nothing else`() {
    var review = Self.review(7, 8, 9)
    #expect(Self.home(review).evaluation.contents.attention == [.conflict(0), .conflict(1)])
    review.answer(7, .notNow)
    let contents = Self.home(review).evaluation.contents
    #expect(contents.attention == [.conflict(1), .conflict(2)])
    #expect(contents.count(.needsAttention) == 3 && contents.undecided == 3)
    #expect(review.unresolved == [7, 8, 9])
  }

  @Test func `NAT-13 · the last one keeps the section, and has its card at the next launch`() {
    var review = Self.review(7)
    review.answer(7, .notNow)
    review.receive(7)
    let home = Self.home(review)
    #expect(home.shown == [.needsAttention])
    #expect(home.evaluation.contents.attention.isEmpty)
    #expect(home.policy.badgeCount(of: home.evaluation.contents) == 1)
    review.launch()
    #expect(Self.home(review).evaluation.contents.attention == [.conflict(0)])
  }

  @Test func `NAT-13 · only resolving ends it`() {
    var review = Self.review(7, 8)
    review.answer(7, .notNow)
    let isAnswered = review.answer(7, .resolve)
    #expect(isAnswered && review.unresolved == [8])
    let isAnsweredAgain = review.answer(7, .resolve)
    #expect(!isAnsweredAgain)
    // Should a later sync find the same again, it is a new conflict with a card.
    review.receive(7)
    #expect(Self.home(review).evaluation.contents.attention == [.conflict(0), .conflict(1)])
  }

  @Test(arguments: UInt64(0)..<30)
  func `NAT-15 · the list has what the section counts, its cards first`(seed: UInt64) {
    var chance = SeededChance(seed: seed)
    var home = Home()
    home.matters.conflicts = Int.random(in: 0...3, using: &chance)
    home.matters.suggestions = (0..<Int.random(in: 0...6, using: &chance)).map { _ in
      MergeSuggestion(
        confidence: Double(Int.random(in: 12...20, using: &chance)) / 20,
        isSkipped: Bool.random(using: &chance))
    }
    home.contacts = (0..<8).map { _ in Bool.random(using: &chance) ? .incomplete : .old() }
    let list = home.matters.attentionList(among: home.contacts.span)
    let contents = home.evaluation.contents
    #expect(list.count == contents.count(.needsAttention))
    #expect(Array(list.prefix(2)) == contents.attention)
    #expect(Set(list).count == list.count)
  }

  @Test func `NAT-15 · See All leads to that list, whatever is in it`() {
    var home = Home()
    home.contacts = [.incomplete]
    home.matters.conflicts = 1
    home.matters.suggestions = [0.7, 0.9].map { MergeSuggestion(confidence: $0) }
    #expect(
      home.matters.attentionList(among: home.contacts.span)
        == [.conflict(0), .suggestion(1), .suggestion(0), .incomplete(0)])
    #expect(HomeTap.seeAll(.needsAttention).route == .push(.dedupReview))
  }
}
