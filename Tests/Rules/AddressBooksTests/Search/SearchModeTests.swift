import AddressBooks
import Testing
import Vocabulary

@Suite("The search bar")
struct SearchModeTests {
  static let book = AddressBook(named: ["Ann", "Anders", "Bob"])

  @Test func `SRH-01 · it says what it is for`() {
    #expect(SearchMode.placeholder == "Search contacts...")
  }

  @Test func `SRH-02 · a tap changes the state of the screen`() {
    var mode = SearchMode()
    #expect(!mode.isActive)
    mode.begin()
    #expect(mode.isActive)
  }

  @Test
  func `SRH-04 · cancel and keyboard are there from the tap to the cancel, whatever is typed`() {
    var mode = SearchMode()
    func isThere() -> Bool { mode.showsCancel && mode.showsKeyboard }
    #expect(!mode.showsCancel && !mode.showsKeyboard)
    mode.begin()
    #expect(isThere())
    // What is found, what is not, and a text that is deleted again.
    for text in ["a", "zz", ""] {
      _ = mode.type(text, in: Self.book)
      #expect(isThere(), "\(text)")
    }
    mode.cancel()
    #expect(!mode.showsCancel && !mode.showsKeyboard)
  }

  @Test func `SRH-03, SRH-11, SRH-12 · after every character, in the book at hand`() {
    var mode = SearchMode()
    mode.begin()
    let counts = ["a", "an", "and"].map { text -> Int in
      guard case .found(let results) = mode.type(text, in: Self.book) else { return 0 }
      return results.total
    }
    #expect(counts == [2, 2, 1])
    #expect(mode.type("andx", in: Self.book) == .found(SearchResults(nearest: [2], total: 1)))
    #expect(mode.type("andxy", in: Self.book) == .nothing)
  }

  @Test func `SRH-03, SRH-12 · a card stays if the search found its contact in the book at hand`() {
    var mode = SearchMode()
    mode.begin()
    func kept() -> [ContactID] { [1, 2, 3].filter { mode.keeps($0, of: Self.book) } }
    #expect(kept() == [1, 2, 3] && !mode.isNarrowing)
    _ = mode.type("an", in: Self.book)
    #expect(kept() == [1, 2] && mode.isNarrowing)
    _ = mode.type("zz", in: Self.book)
    #expect(kept().isEmpty)
    _ = mode.type("an bob", in: Self.book)
    #expect(kept().isEmpty)
    _ = mode.type("an", in: Self.book)
    #expect(kept() == [1, 2])
    _ = mode.type("  ", in: Self.book)
    #expect(kept() == [1, 2, 3])
    _ = mode.type("bob", in: Self.book)
    #expect(kept() == [3])
    // What came into the book after the search is not found, and no mistake.
    let more = AddressBook(named: ["Ann", "Anders", "Bob", "Bobby"])
    #expect(!mode.keeps(4, of: more) && !mode.keeps(9, of: more))
    mode.cancel()
    #expect(kept() == [1, 2, 3])
  }

  @Test func `SRH-05 · cancelling brings the whole list back`() {
    var mode = SearchMode()
    mode.begin()
    _ = mode.type("an", in: Self.book)
    mode.cancel()
    #expect(!mode.isActive && mode.text.isEmpty)
    #expect(mode.type(mode.text, in: Self.book) == .wholeList)
  }

  @Test func `fifty of those that are found are shown, unless another number is asked for`() {
    var mode = SearchMode()
    mode.begin()
    let book = AddressBook(named: (1...60).map { "Sam \($0)" })
    for (shown, number) in [
      (mode.type("sam", in: book), 50), (mode.type("sam", in: book, limit: 9), 9),
    ] {
      guard case .found(let results) = shown else {
        Issue.record("nothing found")
        continue
      }
      #expect(results.nearest.count == number)
      #expect(results.total == 60)
    }
  }

  @Test func `SRH-06 · a tap on what was found opens the contact`() {
    var mode = MultiSelect()
    #expect(mode.receive(.tapped(2)) == .openContact(2))
  }

  @Test func `SRH-09 · the bar scrolls with what is below it`() {
    #expect(HomeTab.Region.searchBar.scrolls)
  }

  @Test func `SRH-10 · nobody to search, no bar`() {
    let facts = HomeFacts(access: .denied, contacts: 0)
    #expect(HomeState(facts).cells(facts).search == .hidden)
    #expect(!HomeTab.regions(sections: 0, searchIsHidden: true).contains(.searchBar))
  }
}
