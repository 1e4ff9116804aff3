import GrowthloopFindings
import Testing

@Suite("HangingText · long lines go on below themselves")
struct HangingTextTests {
  @Test func `what fits stays on its line`() {
    let text = HangingText(head: "day 3  ", text: "taps the card (PRM-17)")
    #expect(text.wrapped(to: 29) == "day 3  taps the card (PRM-17)")
  }

  @Test func `what does not fit goes on below its beginning, a little further in`() {
    let text = HangingText(
      head: "day 3  ", text: "is withheld by one rule, and by another (PRM-17)")
    #expect(
      text.wrapped(to: 32) == """
        day 3  is withheld by one rule,
                   and by another
                   (PRM-17)
        """)
  }

  @Test func `a word that is wider than the line stays whole`() {
    let text = HangingText(text: "write prompts.triggerRepeats=everyOccurrence")
    #expect(text.wrapped(to: 24) == "write\n    prompts.triggerRepeats=everyOccurrence")
  }

  @Test func `on the narrowest terminal there is still room for words`() {
    let text = HangingText(head: "day 3  ", text: "is withheld by one rule")
    #expect(text.wrapped(to: 4) == "day 3  is withheld by one rule")
  }
}
