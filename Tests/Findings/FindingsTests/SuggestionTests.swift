@testable import GrowthloopFindings
import Testing

@Suite("Suggestions · the word that was meant")
struct SuggestionTests {
  static let settings = ["prompts.minIntervalDays", "prompts.minContacts", "link.format"]

  @Test(arguments: [
    ("prompts.minIntervallDays", "prompts.minIntervalDays"),
    ("prompt.minContacts", "prompts.minContacts"),
    ("link.fromat", "link.format"),
    ("LINK.FORMAT", "link.format"),
    ("minContacts", "prompts.minContacts"),
  ])
  func `a slip leads to the nearest known word`(written: String, meant: String) {
    #expect(Suggestion.nearest(to: written, among: Self.settings) == meant)
  }

  @Test(arguments: ["", "zzz", "min", "attribution.windowDays"])
  func `a word that resembles nothing, or two things, leads nowhere`(written: String) {
    #expect(Suggestion.nearest(to: written, among: Self.settings) == nil)
    #expect(Suggestion.phrase(for: written, among: Self.settings) == "")
  }

  @Test
  func `where several words contain what was written, the one with which they begin is meant`() {
    let known = ["mix.landingTapKept", "mix.landingTap", "mix.accept"]
    #expect(Suggestion.nearest(to: "mix.landing", among: known) == "mix.landingTap")
    #expect(Suggestion.nearest(to: "mix.", among: known) == nil)
  }

  @Test func `swapped neighbours are one slip`() {
    #expect(Suggestion.distance(from: Array("dedup"), to: Array("deudp")) == 1)
    #expect(Suggestion.distance(from: Array("kitten"), to: Array("sitting")) == 3)
    #expect(Suggestion.distance(from: [], to: Array("abc")) == 3)
  }

  @Test func `the nearest few come by nearness, and then those that contain what was written`() {
    let known = ["k.month", "k.cohort", "k.cohorts", "share.cohrt"]
    #expect(
      Suggestion.nearest(3, to: "k.cohrt", among: known) == ["k.cohort", "k.cohorts"])
    #expect(Suggestion.nearest(1, to: "k.cohrt", among: known) == ["k.cohort"])
    #expect(
      Suggestion.nearest(3, to: "cohort", among: known) == ["k.cohort", "k.cohorts"])
    #expect(Suggestion.nearest(3, to: "", among: known).isEmpty)
    #expect(Suggestion.nearest(3, to: "latency", among: known).isEmpty)
  }

  @Test(arguments: [
    (["off", "hookOnly", "bothSides"], "doubleSided", "did you mean bothSides?"),
    (["off", "hookOnly", "bothSides"], "both", "write bothSides"),
    (["off", "hookOnly", "bothSides"], "always", nil),
    (
      ["conversion.tapped", "k.member", "prompts.tapShare"], "taps",
      "did you mean conversion.tapped or prompts.tapShare?"
    ),
    (["on", "off"], "yes", "write on"), (["on", "off"], "false", "write off"),
  ])
  func `where no word is near, those with a part in common may be meant`(
    known: [String], written: String, remedy: String?
  ) {
    #expect(Suggestion.remedy(for: written, among: known) == remedy)
  }
}
