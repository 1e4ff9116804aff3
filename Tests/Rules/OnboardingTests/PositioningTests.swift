import Onboarding
import Testing
import Vocabulary

@Suite("Onboarding · what the app says it is")
struct PositioningTests {
  @Test func `POS-03 · the positioning statement`() {
    #expect(
      Positioning.statement(for: .rin) == """
        Rin helps you organize and control your real-world network from your phone contacts, \
        without spam or forced social noise.
        """)
  }

  @Test func `POS-04, POS-08 · five slogans, the third with a right single quote`() {
    #expect(
      Positioning.slogans == [
        "Own your network.", "Your contacts, finally under control.",
        "Findable when you want. Private when you don\u{2019}t.",
        "Know your network. Control your reach.", "Turn contacts into real relationships.",
      ])
  }

  @Test func `POS-05, POS-06 · the first version's pair of lines`() {
    #expect(Positioning.primarySlogan == "Own your network.")
    #expect(
      Positioning.secondaryLine
        == "Make it easy to find you and hard to reach you without permission.")
  }

  @Test func `JRN-03 · the store speaks of control, clarity and privacy`() {
    let listing = StoreListing.first
    #expect(listing.title.text == "Own your network.")
    #expect(listing.subtitle.text == "Your contacts, clear and in order.")
    #expect(listing.screenshot.text == "Findable when you want. Private when you don\u{2019}t.")
    let themes = [listing.title, listing.subtitle, listing.screenshot].map(\.theme)
    #expect(themes == StoreListing.Theme.allCases)
  }

  @Test func `JRN-05, JRN-06 · three things in three screens, each with "Continue"`() throws {
    let screens = try Position.rin.rules().organic.counted.members.compactMap {
      IntroScreen($0, in: .rin)
    }
    #expect(screens.map(\.topic) == [.whatItDoes, .whyContacts, .privacyPromise])
    #expect(screens.map(\.button) == ["Continue", "Continue", "Continue"])
    #expect(
      screens.map(\.text) == [
        "Rin helps you clean, organize, and control your contacts.",
        "Importing your contacts lets Rin find duplicates and keep them in order.",
        "No unsolicited notifications without permission.",
      ])
  }
}
