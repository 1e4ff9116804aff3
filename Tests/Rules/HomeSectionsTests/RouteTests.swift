import HomeSections
import Testing
import Vocabulary

@Suite("Where a tap leads")
struct RouteTests {
  @Test(arguments: [
    (HomeTap.contactRow(id: "7"), "RTE-01" as RuleID), (.recentCard(id: "7"), "RTE-02"),
    (.enrichmentCard(id: "7"), "RTE-03"), (.upcomingView(id: "7"), "RTE-04"),
    (.searchResult(id: "7"), "RTE-08"),
  ])
  func `RTE-01, RTE-02, RTE-03, RTE-04, RTE-08 · a contact is pushed, wherever it is tapped`(
    tap: HomeTap, rule: RuleID
  ) {
    #expect(tap.route == .push(.contactDetail(id: "7")))
    #expect(tap.rule == rule)
  }

  @Test func `RTE-05 · See All of Needs Attention pushes the review`() {
    #expect(HomeTap.seeAll(.needsAttention).route == .push(.dedupReview))
    #expect(HomeTap.seeAll(.needsAttention).rule == "RTE-05")
  }

  @Test(arguments: [
    (HomeTap.merge, "RTE-06" as RuleID), (.notSame, "RTE-06"), (.skip, "RTE-06"),
    (.enterSearch, "RTE-07"),
    (.cancelSearch, "RTE-07"), (.circleChip, "RTE-10"),
  ])
  func `RTE-06, RTE-07, RTE-10 · these stay where they are`(tap: HomeTap, rule: RuleID) {
    #expect(tap.route == .stay)
    #expect(tap.rule == rule)
  }

  @Test func `RTE-09, RTE-11, RTE-13 · two half-sheets, and a full one`() {
    #expect(HomeTap.reviewCircle.route == .sheet(.circleConfirmation))
    #expect(HomeTap.addToCircle.route == .sheet(.circlePicker))
    #expect(HomeTap.add.route == .sheet(.newContact))
    #expect(HomeRoute.Sheet.allCases.filter(\.isFullHeight) == [.newContact])
  }

  @Test func `RTE-12 · the score's card switches the tab`() {
    #expect(HomeTap.scoreCard.route == .switchTab(.score))
  }

  @Test func `RTE-14 · push, sheet, tab, or nothing`() {
    // Without a default: a fifth kind of route would not build.
    func kind(_ route: HomeRoute) -> Int {
      switch route {
      case .push: 0
      case .sheet: 1
      case .switchTab: 2
      case .stay: 3
      }
    }
    let taps: [HomeTap] = [.contactRow(id: "1"), .add, .scoreCard, .skip]
    #expect(taps.map { kind($0.route) } == [0, 1, 2, 3])
  }

  @Test func `RTE-15 · further links push the section's list; more sections open in place`() {
    for kind in SectionKind.allCases where kind != .needsAttention {
      #expect(HomeTap.seeAll(kind).route == .push(.all(kind)))
    }
    #expect(HomeTap.seeAll(.upcoming).rule == "RTE-15")
    #expect(HomeTap.moreSections.route == .stay && HomeTap.moreSections.rule == "RTE-15")
  }
}
