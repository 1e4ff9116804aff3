import AddressBooks
import Testing

@Suite("Duplicates · groups")
struct DuplicateGroupTests {
  private static let number = "+491715550101"

  @Test func `entries that are alike in turn come into one group`() throws {
    let records = [
      entry(1, "Ingrid", "Vosberg", phone: Self.number),
      entry(2, "Ingrid", "Vosberg", phone: Self.number, email: "iv@mail.example"),
      entry(3, "Ingrid", "Vosbrg", email: "iv@mail.example"),
    ]
    let group = try #require(DuplicateFinder().search(records).groups.first)
    #expect(group.members == records.map(\.id))
    #expect(group.confidence >= 0.95)
    #expect(group.confidence < 1)
  }

  @Test func `an initial does not chain two people together`() {
    let records = [
      entry(1, "John", "Vosberg", phone: Self.number, email: "john@mail.example"),
      entry(2, "J", "Vosberg", phone: Self.number),
      entry(3, "Jane", "Vosberg", email: "jane@mail.example"),
      entry(4, "J", "Vosberg", email: "jane@mail.example"),
    ]
    let groups = DuplicateFinder().search(records).groups
    let holdsBoth = groups.contains { group in
      group.members.contains(records[0].id) && group.members.contains(records[2].id)
    }
    #expect(!holdsBoth)
  }

  @Test func `who was told apart does not meet through a third`() {
    let records = (1...3).map { entry($0, "Ingrid", "Vosberg", phone: Self.number) }
    let groups = DuplicateFinder().search(records, notSame: [pair(1, 3)]).groups
    #expect(groups.map(\.members.count) == [2])
    for group in groups {
      #expect(!(group.members.contains(records[0].id) && group.members.contains(records[2].id)))
    }
  }
}
