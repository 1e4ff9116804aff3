import AddressBooks
import HomeSections
import Profiles
import TestSupport
import Testing
import Vocabulary

@Suite("CNF-57, CNF-41 · every setting of the home tab changes what stands on it")
struct HomeSettingsTests {
  @Test(arguments: [("alphabetical", ["A", "S"]), ("byCircle", ["Family", "Contacts"])])
  func `CNF-57 · home.defaultGrouping gives the list its headings`(
    value: String, titles: [String]
  ) throws {
    let people = [Contact.person(1, circles: [0]), .person(2, "Sam", "")]
    let day = try HomeDay(["home.defaultGrouping": value], people)
    #expect(day.picture.groups.map(\.title) == titles)
  }

  @Test(arguments: [
    ("forever", [true, true, true]), ("day", [true, false, false]),
    ("launch", [false, false, false]), (nil, [false, false, false]),
  ])
  func `CNF-57, HID-08 · home.collapsePersistence: the next launch, the next day, the next year`(
    value: String?, expected: [Bool]
  ) throws {
    var day = try HomeDay(["home.collapsePersistence": value], [.person(1), .person(2)])
    day.happen(.synced(.pair(1, 2)))
    day.happen(.gesture(.tap, on: .needsAttention))
    #expect(day.section(.needsAttention)?.isCollapsed == true)
    var found: [Bool] = []
    for later in [Interval.hours(1), .days(1), .days(365)] {
      day.now = noon(100) + later
      day.happen(.launched)
      day.happen(.appeared)
      found.append(day.section(.needsAttention)?.isCollapsed == true)
    }
    #expect(found == expected)
  }

  @Test(arguments: [("48", 47, 48), ("2", 1, 2), (nil, 10_000, Int64?.none)])
  func `CNF-57 · home.scoreCardHours ends the card; none never does`(
    value: String?, there: Int64, gone: Int64?
  ) throws {
    var day = try HomeDay(["home.scoreCardHours": value])
    day.happen(.scored(69, tier: "Good"))
    day.happen(.scored(72, tier: "Good"))
    day.now = noon(100) + .hours(there)
    #expect(day.shown == [.scoreChanged])
    guard let gone else { return }
    day.now = noon(100) + .hours(gone)
    #expect(day.shown.isEmpty)
    #expect(day.picture.decisions[1].suppression == .scoreExpired(at: day.now))
  }

  @Test(arguments: [("mergesAndConflicts", "1"), ("allItems", "2"), (nil, nil)])
  func `CNF-57 · home.tabBadgeCounts: the pair, or the incomplete contact too; none has no badge`(
    value: String?, text: String?
  ) throws {
    var incomplete = Contact.person(3)
    incomplete.phones = []
    var day = try HomeDay(["home.tabBadgeCounts": value], [.person(1), .person(2), incomplete])
    day.happen(.synced(.pair(1, 2)))
    #expect(day.picture.badge.text == text)
    #expect(day.section(.needsAttention)?.count == 2)
  }

  @Test(arguments: [
    ("phoneOrEmail", ["+1 212 555 0111", "+1 212 555 0112", "No contact info"]),
    ("contextual", ["Acme Corp", "+1 212 555 0112", "Family"]), (nil, ["", "", ""]),
  ])
  func `CNF-57 · home.rowSubtitle: number, context, or no second line`(
    value: String?, lines: [String]
  ) throws {
    var silent = Contact.person(3, "Cy", circles: [0])
    silent.phones = []
    var day = try HomeDay(
      ["home.rowSubtitle": value], [.person(1, "Ann"), .person(2, "Bob"), silent])
    day.happen(.synced(.additions([.company("Acme Corp")], to: 1)))
    #expect(day.rows.map(\.subtitle) == lines)
  }

  @Test(arguments: [
    ("longPress", [true, true], []), ("selectButton", [false, true], ["Select"]),
    ("contextMenu", [false, true], []), (nil, [false, false], []),
  ])
  func `CNF-57 · home.multiSelectEntry: by a long press, by "Select", by its menu, or not at all`(
    value: String?, begins: [Bool], button: [String]
  ) throws {
    let ways = [MultiSelect.Event.longPressed(1), .selectChosen]
    for (way, isIn) in zip(ways, begins) {
      var day = try HomeDay(["home.multiSelectEntry": value], [.person(1)])
      #expect(day.picture.buttons.map(\.title) == button + ["+ Add"])
      let answer = day.happen(.selecting(way))
      #expect(day.logged == (isIn ? [.multiSelectStarted(contacts: 1)] : []))
      #expect(
        day.picture.buttons.map(\.title) == (isIn ? ["Done", "Select All"] : button + ["+ Add"]))
      if value == "contextMenu", !isIn { #expect(answer.offered == ["Select"]) }
      if value == nil { #expect(answer.refusal == .noWayToSelect && answer.rule == "CNF-57") }
    }
  }

  @Test(arguments: [("afterUpcoming", 3), ("afterNeedsAttention", 1), (nil, Int?.none)])
  func `CNF-41 · prompts.cardPosition: the sections above the card; none has no card`(
    value: String?, index: Int?
  ) throws {
    var profile = Profile.rin
    try profile.apply([Profile.Override("prompts.cardPosition", value ?? "none")])
    var day = HomeDay.crowded(profile, through: .upcoming)
    day.happen(.prompt(isWaiting: true))
    let layout = day.picture.layout
    #expect((layout.visible + layout.overflow).firstIndex(of: .promptCard) == index)
    #expect(layout.showsPromptCard == (index == 1))
  }

  @Test(arguments: [("true", false), ("false", true), (nil, true)])
  func `CNF-41 · prompts.cardCountsTowardSectionLimit: below three sections it is not shown`(
    value: String?, isShown: Bool
  ) throws {
    var profile = Profile.rin
    try profile.apply([
      Profile.Override("prompts.cardCountsTowardSectionLimit", value ?? "none")
    ])
    var day = HomeDay.crowded(profile, through: .upcoming)
    day.happen(.prompt(isWaiting: true))
    #expect(day.picture.layout.showsPromptCard == isShown)
    #expect(day.picture.layout.link == (isShown ? nil : "See 1 More Sections"))
    // One section less, and there is room for it either way.
    day = HomeDay.crowded(profile, through: .scoreChanged)
    day.happen(.prompt(isWaiting: true))
    #expect(day.picture.layout.showsPromptCard)
  }

  @Test(arguments: [Profile.product, .design])
  func `CNF-57 · without a home tab every event is answered with that`(profile: Profile) {
    var day = HomeDay(profile, [.person(1)])
    for event in [HomeModel.Event.launched, .appeared, .addTapped, .searchBegan, .pulled] {
      let answer = day.happen(event)
      #expect(answer.refusal == .noSections && answer.rule == "CNF-57" && answer.route == nil)
    }
    #expect(day.logged.isEmpty)
    #expect(day.picture.sections.isEmpty)
  }
}
