import AddressBooks
import Testing
import Vocabulary

@Suite("Selecting several contacts")
struct MultiSelectTests {
  /// The mode with these selected.
  private func selecting(_ ids: ContactID...) -> MultiSelect {
    var mode = MultiSelect()
    _ = mode.receive(.selectChosen)
    for id in ids { _ = mode.receive(.tapped(id)) }
    return mode
  }

  @Test func `SEL-01 · a long press begins, with that contact`() {
    var mode = MultiSelect()
    #expect(mode.receive(.longPressed(4)) == .none)
    #expect(mode.selected == [4])
  }

  @Test func `SEL-02 · so does Select, with nobody`() {
    var mode = MultiSelect()
    #expect(mode.receive(.selectChosen) == .none)
    #expect(mode.isActive && mode.selected.isEmpty)
  }

  @Test func `SEL-03, SEL-06 · Done and Select All take the place of + Add`() {
    #expect(MultiSelect().buttons.map(\.title) == ["+ Add"])
    #expect(selecting(1).buttons.map(\.title) == ["Done", "Select All"])
  }

  @Test func `SEL-04, SEL-09 · boxes on the rows, a toolbar above the tabs`() {
    #expect(!MultiSelect().showsBoxes && MultiSelect().toolbar.isEmpty)
    #expect(selecting().showsBoxes)
    #expect(selecting().toolbar.map(\.rawValue) == ["Add to Circle", "Delete", "More..."])
  }

  @Test func `SEL-05 · the title counts, live`() {
    #expect(MultiSelect().title(app: "Rin") == "Rin")
    #expect(selecting().title(app: "Rin") == "0 Selected")
    #expect(selecting(1, 2, 3).title(app: "Rin") == "3 Selected")
    #expect(selecting(1, 2, 1).title(app: "Rin") == "1 Selected")
  }

  @Test func `SEL-07 · a tap selects and deselects, and opens nobody`() {
    var mode = selecting(1)
    #expect(mode.receive(.tapped(2)) == .none)
    #expect(mode.selected == [1, 2])
    #expect(mode.receive(.tapped(1)) == .none)
    #expect(mode.selected == [2])
  }

  @Test func `SEL-08 · Select All takes whom the filtered list shows`() {
    var options = ListOptions()
    options.toggle(Circles.friends.id)
    var mode = selecting(6)
    _ = mode.receive(.allChosen(GroupingTests.book.list(options).ids))
    #expect(mode.selected == [1, 2, 3, 6])
  }

  @Test func `SEL-10 · Add to Circle asks for circles, and the selected join them`() {
    var mode = selecting(5, 4)
    #expect(mode.receive(.toolTapped(.addToCircle)) == .pickCircles(for: [4, 5]))
    var book = GroupingTests.book
    let change = book.add(mode.selected, to: [Circles.family.id])
    #expect(change.updated == [4, 5])
    #expect(book[4]?.circles == [Circles.family.id, Circles.everyone.id])
    #expect(book.add(mode.selected, to: [Circles.family.id]).isEmpty)
  }

  @Test func `SEL-11, SEL-13 · Delete asks first; then they are gone, and the mode ends`() {
    var mode = selecting(3, 1)
    #expect(mode.receive(.toolTapped(.delete)) == .confirmRemoval)
    #expect(
      mode.removalAlert(app: "Rin") == "Remove 2 contacts from Rin? This cannot be undone.")
    #expect(mode.selected == [1, 3])
    #expect(mode.receive(.deleteConfirmed) == .remove([1, 3]))
    #expect(mode == .off)
  }

  @Test func `SEL-11 · the alert names the app, and one contact is no plural`() {
    #expect(
      selecting(3).removalAlert(app: "[App]")
        == "Remove 1 contact from [App]? This cannot be undone.")
  }

  @Test func `SEL-14, SEL-16 · More offers vCards and sharing, which nobody counts`() {
    var mode = selecting(1)
    #expect(mode.receive(.toolTapped(.more)) == .showMenu(["Export vCards", "Share"]))
    #expect(MultiSelect.trackedTools == [.addToCircle, .delete])
  }

  @Test(arguments: MultiSelect.Tool.allCases)
  func `a tool does nothing to nobody`(tool: MultiSelect.Tool) {
    var mode = selecting()
    #expect(mode.receive(.toolTapped(tool)) == .none)
    #expect(mode.receive(.deleteConfirmed) == .none)
  }

  @Test(arguments: [MultiSelect.Event.done, .tappedOutside, .swipedBack])
  func `SEL-15 · Done, a tap outside and a swipe back end the mode`(event: MultiSelect.Event) {
    var mode = selecting(1, 2)
    #expect(mode.receive(event) == .none)
    #expect(!mode.isActive && mode.selected.isEmpty)
  }

  @Test func `who leaves the book is selected no more`() {
    var mode = selecting(1, 2)
    _ = mode.receive(.removedFromBook([2, 9]))
    #expect(mode.selected == [1])
  }
}
