import AddressBooks
import Testing
import Vocabulary

@Suite("DUP · the review of suggestions")
struct DuplicateReviewTests {
  private static func review(_ pairs: (EntryPair, Double)...) -> DuplicateReview {
    var review = DuplicateReview()
    review.receive(pairs.map { DuplicatePair(entries: $0.0, confidence: $0.1) })
    return review
  }

  private static let two = review((pair(1, 2), 0.8), (pair(3, 4), 0.9))

  @Test func `NAT-08 · the surest pair has the first card`() {
    #expect(Self.two.cards.map(\.entries) == [pair(3, 4), pair(1, 2)])
  }

  @Test(arguments: [DuplicateReview.Action.merge, .notSame])
  func `DUP-01, DUP-02, DUP-06 · an answer removes the card and counts`(
    action: DuplicateReview.Action
  ) {
    var review = Self.two
    let isAnswered = review.answer(pair(4, 3), action)
    #expect(isAnswered)
    #expect(review.cards.map(\.entries) == [pair(1, 2)])
    #expect(review.badgeCount == 1)
    #expect(review.resolvedSinceLaunch == 1)
    let isAnsweredAgain = review.answer(pair(3, 4), action)
    #expect(!isAnsweredAgain)
    #expect(review.resolvedSinceLaunch == 1)
    review.launch()
    #expect(review.resolvedSinceLaunch == 0)
  }

  @Test func `DUP-03, NAT-12 · who was told apart is not suggested again`() {
    var review = Self.two
    review.answer(pair(1, 2), .notSame)
    review.launch()
    review.receive(Self.two.pending)
    #expect(review.pending.map(\.entries) == [pair(3, 4)])
    #expect(DuplicateReview(notSame: review.notSame).notSame == [pair(2, 1)])
  }

  @Test func `DUP-04, DUP-05, DUP-06 · a skipped card is back at the next launch`() {
    var review = Self.two
    review.answer(pair(1, 2), .skip)
    #expect(review.cards.map(\.entries) == [pair(3, 4)])
    #expect(review.badgeCount == 2)
    #expect(review.resolvedSinceLaunch == 0)
    review.receive(Self.two.pending)
    #expect(review.cards.count == 1)
    review.launch()
    #expect(review.cards.count == 2)
  }

  @Test func `DUP-04 · a pair that was skipped, and then answered or gone, is a new one later`() {
    var gone = Self.two
    gone.answer(pair(1, 2), .skip)
    gone.receive([])
    gone.receive(Self.two.pending)
    #expect(gone.cards.count == 2)
    var answered = Self.two
    answered.answer(pair(1, 2), .skip)
    answered.answer(pair(1, 2), .merge)
    answered.receive(Self.two.pending)
    #expect(answered.cards.count == 2)
  }

  @Test func `DUP-01 · pairs follow a merged entry, the surer first`() {
    var review = Self.review((pair(1, 2), 0.9), (pair(1, 3), 0.8), (pair(2, 3), 0.85))
    var ledger = MergeLedger()
    _ = ledger.merge([1, 2].map { Contact(id: ContactID(rawValue: $0)) })
    review.answer(pair(1, 2), .merge)
    review.follow(ledger)
    #expect(review.pending.map(\.entries) == [pair(1, 3)])
    #expect(review.pending.map(\.confidence) == [0.85])
  }

  @Test func `NAT-08 · pairs that are equally sure stand in the order of their entries`() {
    var review = Self.review((pair(2, 8), 0.8), (pair(3, 9), 0.8), (pair(4, 7), 0.9))
    #expect(review.pending.map(\.entries) == [pair(4, 7), pair(2, 8), pair(3, 9)])
    var ledger = MergeLedger()
    _ = ledger.merge([1, 3].map { Contact(id: ContactID(rawValue: $0)) })
    review.follow(ledger)
    #expect(review.pending.map(\.entries) == [pair(4, 7), pair(1, 9), pair(2, 8)])
  }

  @Test func `DUP-03 · told apart holds through a merge, and as it was after its undo`() {
    var review = Self.review((pair(1, 3), 0.8), (pair(2, 3), 0.85))
    var ledger = MergeLedger()
    review.answer(pair(2, 3), .notSame)
    _ = ledger.merge([1, 2].map { Contact(id: ContactID(rawValue: $0)) })
    review.follow(ledger)
    #expect(review.pending.isEmpty)
    #expect(review.notSame(following: ledger) == [pair(1, 3)])
    _ = ledger.undo(ContactID(rawValue: 1))
    #expect(review.notSame(following: ledger) == [pair(2, 3)])
  }

  @Test func `no entry and no pair comes before itself`() {
    let ids = [ContactID(rawValue: 0), 1, 2, .init(rawValue: .max)]
    for (place, id) in ids.enumerated() {
      #expect(ids.map { $0 < id } == ids.indices.map { $0 < place })
    }
    let pairs = [pair(1, 2), pair(1, 3), pair(2, 3)]
    for (place, one) in pairs.enumerated() {
      #expect(pairs.map { $0 < one } == pairs.indices.map { $0 < place })
    }
    let circles = [UInt8(0), 1, 127].compactMap(CircleID.init)
    for (place, one) in circles.enumerated() {
      #expect(circles.map { $0 < one } == circles.indices.map { $0 < place })
    }
  }

  @Test func `each action names its rule`() {
    #expect(DuplicateReview.Action.allCases.map(\.rule) == ["DUP-01", "DUP-02", "DUP-04"])
  }
}
