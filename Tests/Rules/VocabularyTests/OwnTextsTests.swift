import TestSupport
import Testing
import Vocabulary

@Suite("Texts · an app has its own in place of the English ones")
struct OwnTextsTests {
  private func read(_ texts: [String: String], _ text: () -> String) -> String {
    OwnTexts.$current.withValue(OwnTexts { texts[$0] }, operation: text)
  }

  private func invite(_ name: String, _ app: String) -> String {
    worded("Invite \(name) to \(app).")
  }

  @Test func `without any, the English words stand`() {
    #expect(worded("Not now") == "Not now")
    #expect(invite("Ann", "Rin") == "Invite Ann to Rin.")
    #expect(worded("\(3) of \(4)") == "3 of 4")
  }

  @Test func `a text is found by its words, and a value by its number`() {
    let german = ["Not now": "Später", "Invite {1} to {2}.": "Zu {2} kommt {1}."]
    #expect(read(german) { worded("Not now") } == "Später")
    #expect(read(german) { invite("Ann", "Rin") } == "Zu Rin kommt Ann.")
    #expect(read(german) { worded("\(3) of \(4)") } == "3 of 4")
    #expect(read(german) { worded(pattern: "Not now") } == "Später")
    #expect(read(["{1} of {2}": "{2}/{1}/{1}"]) { worded("\(3) of \(4)") } == "4/3/3")
  }

  @Test func `braces of a name, and numbers without a value, stay as they are`() {
    let texts = ["Invite {1} to {2}.": "{1}, {2}, {3}, {0}, {x}, {"]
    #expect(read(texts) { invite("{2}", "{1}") } == "{2}, {1}, {3}, {0}, {x}, {")
    #expect(read(["Not now": "{1}"]) { worded("Not now") } == "{1}")
  }

  @Test func `a date can be another language's, day and month in its order`() {
    let date = CivilDate(year: 2026, month: 2, day: 12)
    let german = ["Feb": "Februar", "{1} {2}": "{2}. {1}", "{1}, {2}": "{1} {2}"]
    #expect(date.inWords == "Feb 12, 2026")
    #expect(read(german) { date.inWords } == "12. Februar 2026")
    #expect(read(german) { CivilDate(year: 2026, month: 13, day: 1).inWords } == "2026-13-1")
  }

  @Test func `a duration is a length of time, and back`() {
    #expect(Interval(Duration.seconds(7) + .milliseconds(250)) == .milliseconds(7_250))
    #expect(Interval(Duration.microseconds(1_999)) == .milliseconds(1))
    #expect(Interval(Duration.seconds(-1)) == .seconds(-1))
    #expect(Interval.days(2).duration == .seconds(172_800))
  }

  @Test func `a set keeps the app's own triggers, and the documents' are nine`() throws {
    let set: PromptTrigger.Set = [.own7, .postAction, .own1]
    #expect(set.members == [.postAction, .own1, .own7])
    #expect(PromptTrigger.allCases.count == 9)
    #expect(PromptTrigger.everyMember.map(\.ordinal) == Array(0..<16))
    #expect(PromptTrigger.own1.eventName == "own1")
  }
}
