import AddressBooks
import TestSupport
import Testing
import Vocabulary

@Suite("How the list is sorted and filtered")
struct SortAndFilterTests {
  private func list(sort: ListOptions.Sort, _ contacts: [Contact]) -> ContactList {
    var options = ListOptions()
    options.sort = sort
    return AddressBook(contacts).list(options)
  }

  private func contact(
    _ name: String, _ id: ContactID, added: Int64 = 0, updated: Int64 = 0
  ) -> Contact {
    var contact = Contact.named(name, id: id)
    contact.addedAt = noon(added)
    contact.updatedAt = noon(updated)
    return contact
  }

  @Test func `FLT-01 · four orders, Name A-Z first`() {
    #expect(
      ListOptions.Sort.allCases.map(\.title) == [
        "Name A-Z", "Name Z-A", "Recently Added", "Recently Updated",
      ])
  }

  @Test func `FLT-02, LST-14 · Z-A turns letters and names round, and leaves # last`() {
    let contacts = [
      contact("Ann", 1), contact("Abe", 2), contact("Zoe", 3), contact("9", 4), contact("8", 5),
    ]
    #expect(list(sort: .nameAscending, contacts).page == ["A: Abe, Ann", "Z: Zoe", "#: 8, 9"])
    #expect(list(sort: .nameDescending, contacts).page == ["Z: Zoe", "A: Ann, Abe", "#: 9, 8"])
  }

  @Test func `FLT-03, LST-14 · recently added: the newest first, under each letter`() {
    let contacts = [
      contact("Ann", 1, added: 1), contact("Abe", 2, added: 3), contact("Ada", 3, added: 3),
      contact("Bob", 4, added: 9),
    ]
    #expect(list(sort: .recentlyAdded, contacts).page == ["A: Abe, Ada, Ann", "B: Bob"])
  }

  @Test func `FLT-04 · recently updated: the last synced or edited first`() {
    let contacts = [contact("Ann", 1, added: 5, updated: 6), contact("Abe", 2, updated: 7)]
    #expect(list(sort: .recentlyUpdated, contacts).page == ["A: Abe, Ann"])
  }

  @Test func `FLT-05 · a chip is an emoji and a name`() {
    #expect(Circles.family.title == "🏠 Family")
    #expect(Circles.climbers.title == "Climbers")
  }

  @Test func `FLT-06, FLT-09 · chosen circles leave those who are in any of them`() {
    var options = ListOptions()
    options.toggle(Circles.family.id)
    options.toggle(Circles.climbers.id)
    #expect(GroupingTests.book.list(options).titles == ["Ben", "Fay"])
  }

  @Test func `FLT-08 · the chosen chips are a bar; the last one given up is no filter`() {
    var options = ListOptions()
    options.toggle(Circles.friends.id)
    #expect(options.chipBar(of: Circles.all) == [Circles.friends])
    options.toggle(Circles.friends.id)
    #expect(options.chipBar(of: Circles.all).isEmpty)
    #expect(options.showsAll)
  }
}

@Suite("The letters at the edge")
struct ScrubberTests {
  static let book = AddressBook(named: ["Ann", "Abe", "Bob", "Mia", "9"])

  @Test func `IDX-01 · they are there in the alphabetical list only`() {
    #expect(SectionScrubber(Self.book.list()) != nil)
    #expect(SectionScrubber(Self.book.list(ListOptions(grouping: .byCircle))) == nil)
  }

  @Test func `IDX-02, IDX-03 · a letter leads to its first row, or to the next letter's`() throws {
    let scrubber = try #require(SectionScrubber(Self.book.list()))
    let rows = Dictionary(uniqueKeysWithValues: scrubber.letters.map { ($0.title, $0.row) })
    #expect(scrubber.letters.count == 27)
    #expect(scrubber.letters.last?.title == "#")
    #expect(rows["A"] == 0 && rows["B"] == 2 && rows["C"] == 3 && rows["M"] == 3)
    #expect(rows["N"] == 4 && rows["#"] == 4)
  }

  @Test func `IDX-04 · each new letter is felt once`() throws {
    var scrubber = try #require(SectionScrubber(Self.book.list()))
    let felt = [0, 0, 1, 1, 0].map { scrubber.touch($0)?.isFelt }
    #expect(felt == [true, false, true, false, true])
    scrubber.lift()
    #expect(scrubber.touch(0)?.isFelt == true)
    #expect(scrubber.touch(27) == nil)
  }

  @Test func `an empty list, and one of a single name, lead to its first row alone`() throws {
    for names in [[], ["Bob"]] {
      let scrubber = try #require(SectionScrubber(AddressBook(named: names).list()))
      #expect(scrubber.letters.count == 27 && scrubber.letters.allSatisfy { $0.row == 0 })
    }
  }
}
