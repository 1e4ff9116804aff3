import AddressBooks
import GrowthloopContacts
import GrowthloopModel
import Testing

@Suite("Growth · the evidence for duplicates in address books")
struct SuggestionShareTests {
  private func books(of size: Int, _ count: UInt64) -> [Int] {
    (1...count).map { seed in
      let records = SeededBook(count: size, seed: seed).contacts.map(DuplicateRecord.init)
      return DuplicateFinder().search(records).suggestions.count
    }
  }

  @Test func `in books of 200 the finder suggests the share of pairs that the market assumes`() {
    let found = books(of: 200, 60).reduce(0, +)
    let assumed = 60 * 200 * Market().suggestionsPerContact
    #expect((assumed * 0.75...assumed * 1.25).contains(Double(found)))
  }

  @Test func `most books of 300 hold the three that make a moment, few of 100 do`() {
    #expect(books(of: 300, 20).count { $0 >= 3 } > 10)
    #expect(books(of: 100, 40).count { $0 >= 3 } < 12)
  }
}
