import AddressBooks
import Testing
import Vocabulary

@Suite("The home tab")
struct HomeTabTests {
  @Test func `HTB-01 · the app opens on it`() {
    #expect(HomeTab.launchTab == .home)
  }

  @Test func `HTB-02, HTB-03 · three jobs, and no feed`() {
    #expect(HomeTab.Job.allCases == [.tasks, .access, .health])
    let kinds = HomeTab.Region.allCases.map(\.rawValue) + HomeTab.Job.allCases.map(\.rawValue)
    #expect(!kinds.contains { $0.lowercased().contains("feed") })
  }

  @Test func `HTB-05 · navigation bar, search bar, sections, list, tab bar`() {
    #expect(
      HomeTab.regions(sections: 1) == [
        .navigationBar, .searchBar, .smartSections, .contactList, .tabBar,
      ])
  }

  @Test func `HTB-06 · what is between the bars scrolls`() {
    let scrolling = HomeTab.Region.allCases.filter(\.scrolls)
    #expect(scrolling == [.searchBar, .smartSections, .contactList])
  }

  @Test func `HTB-07 · the title is the app's name`() {
    #expect(MultiSelect().title(app: "Rin") == "Rin")
  }

  @Test func `HTB-08, HTB-09 · + Add is the one way to a new contact`() {
    #expect(HomeTab.Button.add.title == "+ Add")
    #expect(HomeTab.Button.add.symbol == "plus.circle")
    #expect(HomeTab.Button.add.destination == .newContact)
    #expect(HomeTab.Button.done.destination == nil)
  }

  @Test func `HTB-10, STD-02, STD-03, STD-04 · without a section the search is above the list`() {
    #expect(
      HomeTab.regions(sections: 0) == [.navigationBar, .searchBar, .contactList, .tabBar])
  }

  @Test func `HTB-04, STD-05 · sections come and go with what happens`() {
    let facts = [0, 3, 0, 1].map { HomeFacts(access: .authorized, contacts: 9, sections: $0) }
    #expect(facts.map(HomeState.init) == [.steady, .pendingReview, .steady, .pendingReview])
  }

  @Test func `STD-07, STD-08 · with contacts there are always a list and a search`() {
    for sections in 0...3 {
      let regions = HomeTab.regions(sections: sections)
      #expect(regions.contains(.contactList) && regions.contains(.searchBar))
    }
  }

  @Test func `STD-06, OFF-04 · four sources bring content; offline, the calendar alone`() {
    #expect(SyncAftermath.Source.allCases.count == 4)
    #expect(SyncAftermath.Source.allCases.filter(\.worksOffline) == [.calendar])
  }
}
