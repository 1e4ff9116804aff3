import AddressBooks
import Testing

@testable import growthloop_bench

@Suite("Full-text search, as a rival")
struct SearchBenchmarkTests {
  private static func contact(_ id: UInt64, _ given: String, _ family: String, _ phone: String)
    -> Contact
  {
    Contact(
      id: ContactID(rawValue: id), name: PersonName(given: given, family: family),
      phones: [Phone(phone)])
  }

  private static let contacts = [
    contact(0, "José", "Hartley", "+1 415 555 0101"), contact(1, "Robert", "Smith", "0171 5550102"),
  ]

  private func found(_ text: String, by tokenizer: FullTextIndex.Tokenizer) -> [UInt64] {
    FullTextIndex(Self.contacts, by: tokenizer).find(text).map(\.rawValue)
  }

  @Test func `words are found by their beginnings, without marks`() {
    #expect(found("jos hart", by: .prefix) == [0])
    #expect(found("SMITH", by: .prefix) == [1])
    #expect(found("mith", by: .prefix) == [])
  }

  @Test func `three letters in a row are found wherever they stand`() {
    #expect(found("mith", by: .trigram) == [1])
    #expect(found("sm", by: .trigram) == [])
  }

  @Test func `it knows neither slips nor other names, which the contact list does`() {
    var search = ContactSearch()
    for (text, id) in [("hartely", 0), ("bob", 1), ("0171/555-01-02", 1)] as [(String, UInt64)] {
      for tokenizer in FullTextIndex.Tokenizer.allCases {
        #expect(found(text, by: tokenizer) == [], "\(text)")
      }
      let nearest = search.find(text, in: AddressBook(Self.contacts))?.nearest
      #expect(nearest?.map(\.rawValue) == [id], "\(text)")
    }
  }

  @Test func `every candidate answers the same keystrokes`() {
    var benchmark = SearchBenchmark()
    benchmark.rounds = 2
    benchmark.searches = 56
    let rows = benchmark.measure(400)
    #expect(rows.map(\.candidate) == ["the contact list", "FTS5, prefix", "FTS5, trigram"])
    #expect(Set(rows.map(\.keystrokes)).count == 1)
    for way in ["given", "family", "fullName", "mistyped", "nickname", "number", "email"] {
      #expect((rows[0].found[way] ?? 0) >= 0.85, "\(way)")
    }
    #expect((rows[1].found["fullName"] ?? 0) > 0.9)
    #expect((rows[1].found["nickname"] ?? 1) < 0.2)
  }
}
