import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("Collapsing and hiding")
struct ShelfTests {
  private var home = Home.with([.needsAttention, .upcoming, .recentlyAdded])

  @Test func `HID-01, HID-10 · a tap on a header is for its section alone`() {
    var shelf = SectionShelf()
    let answer = shelf.receive(.tap, on: .upcoming, at: noon(1), zone: .utc)
    #expect(answer == .collapsed && answer.rule == "HID-01")
    #expect(SectionKind.allCases.filter { shelf.isCollapsed($0) } == [.upcoming])
    #expect(shelf.receive(.tap, on: .upcoming, at: noon(2), zone: .utc) == .expanded)
    #expect(shelf == SectionShelf())
  }

  @Test func `HID-02 · a collapsed section tells its count, also where it does not else`() {
    #expect(SectionKind.upcoming.count(of: 2, isCollapsed: false) == nil)
    #expect(SectionKind.upcoming.count(of: 2, isCollapsed: true) == 2)
  }

  @Test func `HID-01 · Collapse of the menu collapses, and does not expand`() {
    var shelf = SectionShelf()
    for _ in 0..<2 {
      #expect(
        shelf.receive(.choose(.collapse), on: .upcoming, at: noon(1), zone: .utc) == .collapsed)
      #expect(SectionKind.allCases.filter { shelf.isCollapsed($0) } == [.upcoming])
    }
  }

  @Test func `HID-03, HID-05 · what a swipe and a long press offer`() {
    var shelf = SectionShelf()
    #expect(shelf.receive(.swipeLeft, on: .upcoming, at: noon(1), zone: .utc) == .offered([.hide]))
    #expect(shelf.receive(.swipeLeft, on: .upcoming, at: noon(1), zone: .utc).rule == "HID-03")
    #expect(shelf.receive(.longPress, on: .upcoming, at: noon(1), zone: .utc).rule == "HID-05")
    #expect(SectionGesture.Choice.hide.rawValue == "Hide")
    guard
      case .offered(let menu) = shelf.receive(.longPress, on: .upcoming, at: noon(1), zone: .utc)
    else {
      Issue.record("no menu")
      return
    }
    #expect(menu.map(\.rawValue) == ["Collapse", "Hide for today", "Don't show this section"])
    #expect(shelf == SectionShelf(), "nothing is done before a choice")
  }

  @Test mutating func `HID-04 · hidden for 24 hours to the millisecond, then by its trigger`() {
    _ = home.shelf.receive(.choose(.hide), on: .needsAttention, at: home.now, zone: .utc)
    let end = home.now + .hours(24)
    #expect(home.evaluation.decision(.needsAttention).suppression == .hidden(until: end))
    home.now = end - .milliseconds(1)
    #expect(!home.shown.contains(.needsAttention))
    home.now = end
    #expect(home.shown.contains(.needsAttention))
    home.matters.conflicts = 0
    #expect(!home.shown.contains(.needsAttention))
  }

  @Test mutating func `HID-06, HID-07 · for good, until Settings bring it back`() {
    _ = home.shelf.receive(.choose(.never), on: .upcoming, at: home.now, zone: .utc)
    home.now = home.now + .days(3_650)
    home.contacts.append(.old(born: (4, 10)))
    #expect(home.evaluation.decision(.upcoming).suppression == .hiddenForGood)
    home.shelf.unhide(.upcoming)
    #expect(home.shown.contains(.upcoming))
  }

  @Test func `HID-08, CNF-57 · collapsed for ever, a day, or until the next launch`() {
    func isCollapsed(_ persistence: HomePolicy.CollapsePersistence?, days: Int64) -> Bool {
      var policy = HomePolicy.rin
      policy.collapsePersistence = persistence
      var shelf = SectionShelf()
      shelf.setCollapsed(true, .upcoming, at: noon(1))
      if days > 0 { shelf.launch(under: policy) }
      shelf.appear(at: noon(1 + days), zone: .utc, under: policy)
      return shelf.isCollapsed(.upcoming)
    }
    #expect(HomePolicy.rin.collapsePersistence == .forever)
    #expect(isCollapsed(.forever, days: 400))
    #expect(isCollapsed(.day, days: 0) && !isCollapsed(.day, days: 1))
    #expect(isCollapsed(.launch, days: 0) && !isCollapsed(.launch, days: 1))
    #expect(!isCollapsed(nil, days: 1))
  }

  @Test func `HID-08, HID-09 · what is stored is read again, with its times`() throws {
    var shelf = SectionShelf()
    #expect(shelf.rawValue.isEmpty && SectionShelf(rawValue: "") == shelf)
    shelf.setCollapsed(true, .upcoming, at: noon(1))
    shelf.hide(.upcoming, .brief(since: noon(2)))
    shelf.hide(.needsAttention, .today(since: noon(3), until: noon(3) + .hours(22)))
    shelf.hide(.recentlyAdded, .forGood(since: noon(4)))
    shelf.setCollapsed(true, .enrichmentUpdates, at: noon(5))
    let stored = shelf.rawValue
    #expect(stored.hasPrefix("needsAttention::today@1767528000000@1767607200000 upcoming:"))
    let read = try #require(SectionShelf(rawValue: stored))
    #expect(read == shelf)
    // The day on which it was collapsed is part of it.
    var (policy, later) = (HomePolicy.rin, read)
    policy.collapsePersistence = .day
    later.appear(at: noon(1) + .hours(11), zone: .utc, under: policy)
    #expect(later.isCollapsed(.upcoming) && !later.isCollapsed(.enrichmentUpdates))
  }

  @Test(arguments: [
    "x", "upcoming", "upcoming:1", "upcoming:x:", "upcoming::brief", "upcoming::brief@x",
    "upcoming::today@1", "upcoming::never@1", "scoreChanged:1:", "upcoming:1: upcoming:2:",
    "upcoming:9223372036854775807:", "upcoming::brief@9223372036854775807",
  ])
  func `HID-08 · a text that is no stored state is none`(text: String) {
    #expect(SectionShelf(rawValue: text) == nil)
  }

  @Test(
    arguments: [(8_640_000_000_000_000, true), (8_640_000_000_000_001, false)] as [(Int64, Bool)])
  func `HID-08 · a moment is stored up to the end of clocks, before and after 1970`(
    most: Int64, isRead: Bool
  ) {
    for moment in [most, -most] {
      #expect((SectionShelf(rawValue: "upcoming:\(moment):") != nil) == isRead)
      #expect((SectionShelf(rawValue: "upcoming::brief@\(moment)") != nil) == isRead)
    }
  }

  @Test func `HID-09, HID-14 · how and when it was hidden is kept, each kind by itself`() {
    var shelf = SectionShelf()
    _ = shelf.receive(.choose(.hide), on: .upcoming, at: noon(1), zone: .utc)
    _ = shelf.receive(.choose(.never), on: .recentlyAdded, at: noon(2), zone: .utc)
    #expect(shelf.hiding(.upcoming) == .brief(since: noon(1)))
    #expect(shelf.hiding(.upcoming)?.dismissal == "temporary")
    #expect(shelf.hiding(.recentlyAdded) == .forGood(since: noon(2)))
    #expect(shelf.hiding(.recentlyAdded)?.dismissal == "permanent")
    #expect(shelf.hiding(.needsAttention) == nil)
  }

  @Test mutating func `HID-11, HID-12 · Hide for today ends at midnight where the user lives`() {
    home.zone = CivilZone(offset: .hours(-10))
    _ = home.shelf.receive(
      .choose(.hideToday), on: .upcoming, at: home.now, zone: home.zone)
    let midnight = home.now + .hours(22)
    #expect(home.evaluation.decision(.upcoming).suppression == .hiddenToday(until: midnight))
    #expect(home.evaluation.decision(.upcoming).rule == "HID-12")
    home.now = midnight
    #expect(home.shown.contains(.upcoming))
    let answer = home.shelf.receive(.choose(.collapse), on: .upcoming, at: home.now, zone: .utc)
    #expect(answer == .collapsed)
  }

  @Test(arguments: [
    ("2026-03-29T00:30:00+01:00", "2026-03-30T00:00:00+02:00"),
    ("2026-10-25T00:30:00+02:00", "2026-10-26T00:00:00+01:00"),
  ])
  mutating func `HID-12 · Hide for today ends at midnight, though the clock is set on that day`(
    now: String, midnight: String
  ) {
    _ = home.shelf.receive(.choose(.hideToday), on: .upcoming, at: moment(now), zone: .berlin)
    let end = moment(midnight)
    #expect(
      home.shelf.hiding(of: .upcoming, at: end - .milliseconds(1)) == .hiddenToday(until: end))
    #expect(home.shelf.hiding(of: .upcoming, at: end) == nil)
  }

  @Test func `CNF-57 · what is collapsed for a day is so until midnight by the clock of that day`()
  {
    var policy = HomePolicy.rin
    policy.collapsePersistence = .day
    // Half an hour on each side of midnight: by the offset of the later moment, one day.
    for (evening, later) in [
      ("2026-03-28T23:30:00+01:00", "2026-03-29T12:00:00+02:00"),
      ("2026-10-24T23:30:00+02:00", "2026-10-25T12:00:00+01:00"),
    ] {
      var shelf = SectionShelf()
      shelf.setCollapsed(true, .upcoming, at: moment(evening))
      shelf.appear(at: moment(later), zone: .berlin, under: policy)
      #expect(!shelf.isCollapsed(.upcoming))
    }
    var shelf = SectionShelf()
    shelf.setCollapsed(true, .upcoming, at: moment("2026-10-25T00:30:00+02:00"))
    shelf.appear(at: moment("2026-10-25T12:00:00+01:00"), zone: .berlin, under: policy)
    #expect(shelf.isCollapsed(.upcoming))
  }

  @Test func `HID-13 · what has no header can be neither collapsed nor hidden`() {
    var shelf = SectionShelf()
    for gesture in [SectionGesture.tap, .swipeLeft, .longPress, .choose(.hide), .choose(.never)] {
      let answer = shelf.receive(gesture, on: .scoreChanged, at: noon(1), zone: .utc)
      #expect(answer == .nothing && answer.rule == "HID-13")
    }
    shelf.hide(.scoreChanged, .forGood(since: noon(1)))
    #expect(shelf == SectionShelf())
  }
}
