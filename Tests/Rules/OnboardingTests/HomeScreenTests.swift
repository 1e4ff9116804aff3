import Onboarding
import Testing

@Suite("Onboarding · the first-value home")
struct HomeScreenTests {
  @Test func `HOM-02, HOM-03 · one primary button and two others, in their words`() {
    let home = HomeScreen()
    #expect(home.primary.text == "Review and clean your network")
    #expect(
      home.secondary.map(\.text) == [
        "Set who can reach you", "Improve your profile visibility rules",
      ])
  }

  @Test func `HOM-01 · the primary button is for the quality of one's contacts, and it alone`() {
    let home = HomeScreen()
    #expect(home.primary.action == .reviewContacts)
    #expect(home.primary.action.objective == .contactQuality)
    #expect(home.secondary.map(\.action) == [.setReachability, .improveVisibility])
    #expect(home.secondary.map(\.action.objective) == [.reachability, .reachability])
  }

  @Test func `HOM-05 · the primary button may be worded otherwise`() {
    let home = HomeScreen(primaryText: "Tidy up")
    #expect(home.primary.text == "Tidy up")
    #expect(home.primary.action == .reviewContacts)
    #expect(home.secondary == HomeScreen().secondary)
  }

  @Test func `the primary button is an occasion to ask for contacts, the others are none`() {
    #expect(HomeAction.allCases.filter(\.needsContacts) == [.reviewContacts])
  }
}
