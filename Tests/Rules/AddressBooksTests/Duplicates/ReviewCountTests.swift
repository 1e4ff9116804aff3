import AddressBooks
import TestSupport
import Testing

@Suite("DUP · the review by numbers alone")
struct ReviewCountTests {
  @Test func `DUP-06 · numbers alone come to what the cards come to, through skips and answers`() {
    var chance = SeededChance(seed: 5)
    for _ in 0..<50 {
      var review = DuplicateReview()
      review.receive(
        (0..<UInt64(Int.random(in: 0...9, using: &chance))).map {
          DuplicatePair(entries: pair(2 * $0, 2 * $0 + 1), confidence: 0.8)
        })
      var count = ReviewCount(pending: review.pending.count)
      for _ in 0..<12 {
        guard let card = review.cards.randomElement(using: &chance),
          let action = DuplicateReview.Action.allCases.randomElement(using: &chance)
        else { continue }
        review.answer(card.entries, action)
        if action != .skip { count.resolve(1) }
        #expect(count == review.count)
      }
    }
  }

  @Test func `no more is resolved than waits`() {
    var count = ReviewCount(pending: 5)
    count.resolve(3)
    #expect((count.pending, count.resolvedSinceLaunch) == (2, 3))
    count.resolve(3)
    #expect((count.pending, count.resolvedSinceLaunch) == (0, 5))
  }
}
