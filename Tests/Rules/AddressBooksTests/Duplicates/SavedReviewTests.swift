import AddressBooks
import TestSupport
import Testing
import Vocabulary

@Suite("Duplicates · what an app keeps of merges, answers and the status bar")
struct SavedReviewTests {
  private static let people = [
    Contact(
      id: 7,
      name: PersonName(
        given: "Zoë", middle: "M.", family: "Müller", nickname: "Zo", organisation: "Acme"),
      phones: [Phone("+49 171 5550101", label: .home), Phone("110", label: .fax)],
      emails: ["zoe@mail.example"], addresses: [PostalAddress(city: "Köln", country: "DE")],
      birthday: Birthday(month: 2, day: 29), source: .manual,
      circles: [CircleID(rawValue: 3), CircleID(rawValue: 127)].compactMap(\.self).reduce(
        into: CircleSet()
      ) { $0.insert($1) }, enriched: [.phone, .photo], hasPhoto: true,
      addedAt: Instant(milliseconds: -5), updatedAt: noon(3)),
    Contact(
      id: 9, name: PersonName(given: "Zoe"), birthday: Birthday(year: 1990, month: 2, day: 28)),
    Contact(id: 12, name: PersonName(given: "Z.")),
  ]

  @Test func `a merge can be undone after the next launch, with all that was in its entries`()
    throws
  {
    var ledger = MergeLedger()
    let merge = ledger.merge([Self.people[0], Self.people[1]])
    let first = try #require(merge)
    _ = ledger.merge([first.merged, Self.people[2]])
    var restored = try savedAgain(ledger)
    #expect(restored == ledger)
    #expect(restored.latestMerge(into: 7)?.provenance == ledger.latestMerge(into: 7)?.provenance)
    #expect(restored.undo(7) == [first.merged, Self.people[2]])
    #expect(restored.undo(7) == [Self.people[0], Self.people[1]])
    #expect(restored == MergeLedger())
  }

  @Test func `a circle that no book can have is refused`() throws {
    var ledger = MergeLedger()
    _ = ledger.merge(Self.people)
    let text = try savedText(ledger)
    #expect(refusal(of: text, as: MergeLedger.self) == "read")
    #expect(
      refusal(of: text.replacing("127", with: "128"), as: MergeLedger.self)
        .contains("Cannot initialize CircleID from invalid UInt8 value 128"))
  }

  @Test func `a pair told apart never returns, and a skipped one is still skipped`() throws {
    var review = DuplicateReview()
    let pairs = [
      DuplicatePair(entries: pair(1, 2), confidence: 0.8, evidence: [.phone, .email]),
      DuplicatePair(entries: pair(3, 4), confidence: 0.9),
      DuplicatePair(entries: pair(5, 6), confidence: 0.75),
    ]
    review.receive(pairs)
    review.answer(pair(1, 2), .notSame)
    review.answer(pair(3, 4), .skip)
    var restored = try savedAgain(review)
    #expect(restored == review)
    restored.receive(pairs)
    #expect(restored.pending.map(\.entries) == [pair(3, 4), pair(5, 6)])
    #expect(restored.cards.map(\.entries) == [pair(5, 6)])
    var count = review.count
    count.resolve(1)
    #expect(try savedAgain(count) == count)
  }

  @Test func `PTR-09 · a failure is on the bar until a sync succeeds, also after a launch`() throws
  {
    var bar = SyncStatusBar()
    let events: [SyncStatusBar.Event] = [
      .started(.pulled), .succeeded, .timePassed, .refusedOffline, .failed,
    ]
    for event in events {
      bar.receive(event, at: noon(0))
      #expect(try savedAgain(bar) == bar)
    }
    bar = try savedAgain(bar)
    #expect(bar.state == .failed)
    bar.receive(.started(.background), at: noon(1))
    bar.receive(.succeeded, at: noon(1))
    #expect(bar.state == .absent)
  }

  @Test func `the words of the list are the app's own where it has them`() {
    let states: [SyncStatusBar.State] = [.syncing, .updated(at: noon(0)), .failed, .offline]
    let texts = inBrackets {
      states.compactMap(\.text) + ListOptions.Grouping.allCases.map(\.title)
        + ListOptions.Sort.allCases.map(\.title)
        + [SearchMode.placeholder, MultiSelect().removalAlert(app: "Rin")]
    }
    #expect(texts.count == 12)
    #expect(texts.allSatisfy { $0.hasPrefix("<") && $0.hasSuffix(">") }, "\(texts)")
    #expect(texts.last == "<Remove 0 contacts from Rin? This cannot be undone.>")
  }
}
