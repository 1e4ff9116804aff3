import Attribution
import Invites
import Profiles
import Prompts
import GrowthloopFindings
import Testing
import Vocabulary

@testable import GrowthloopStudies
@testable import GrowthloopModel

@Suite("Stories · what happened, in words")
struct StoryFormatterTests {
  static let start = GrowthPlan().start

  static func line(
    _ event: StoryEvent, after interval: Interval = .hours(30), prompts: PromptLog? = nil
  ) -> StoryLine {
    StoryFormatter(GrowthPlan(), prompts: prompts)
      .line(of: StoryEntry(person: 1, at: start + interval, event: event))
  }

  @Test func `a moment is a day of the run and a time on it`() {
    let line = Self.line(.reachedHome, after: .days(12) + .seconds(70_925))
    #expect(line.day == 12)
    #expect(line.time == "19:42:05")
    #expect(line.at == "2026-01-17T19:42:05Z")
    #expect(line.text == "reaches home")
  }

  @Test(arguments: [
    (Interval.seconds(119), "119 s"), (.minutes(9), "9 min"), (.hours(5), "5.0 h"),
    (.days(3), "3.0 days"),
  ])
  func `a length of time is in the unit that suits it`(length: Interval, text: String) {
    #expect(RunClock.length(length) == text)
  }

  @Test func `credit names every click, and what is true`() {
    let policy = AttributionPolicy.rin
    let clicks = [8, 9].map { person in
      Click(
        sequence: UInt64(person), at: Self.start + .hours(Int64(person)),
        inviter: PrincipalID(rawValue: UInt64(person)))
    }
    let arrival = Arrival(
      principal: PrincipalID(rawValue: 1), installedAt: Self.start + .hours(29),
      firstLaunchedAt: Self.start + .hours(30))
    func credit(
      _ clicks: [Click], cause: UInt32?, credited: UInt32?, usedUp: RuleID? = nil
    ) -> StoryLine {
      Self.line(
        .credit(
          CreditStory(
            decision: policy.decide(clicks, for: arrival), clicks: clicks,
            passedOver: policy.passedOver(clicks, for: arrival), usedUp: usedUp, cause: cause,
            credited: credited, isConflict: clicks.count > 1)))
    }
    let right = credit(clicks, cause: 9, credited: 9)
    #expect(right.text == "person 9 is credited, rightly (ATT-03)")
    #expect(
      right.notes.map(\.text) == [
        "click of person 8 on day 0 08:00:00: passed over, olderClick (ATT-03)",
        "click of person 9 on day 0 09:00:00: decides", "clicks of several inviters compete",
      ])
    #expect(
      credit(clicks, cause: 8, credited: 9).text
        == "person 9 is credited, wrongly: person 8 brought them (ATT-03)")
    #expect(
      credit(clicks, cause: nil, credited: 9).text
        == "person 9 is credited, though no invite led to it (ATT-03)")
    #expect(
      credit([], cause: 8, credited: nil).text
        == "no inviter is credited, though person 8 brought them (RES-08)")
    let late = credit([], cause: 8, credited: nil, usedUp: "LNK-07")
    #expect(late.text == "no inviter is credited, though person 8 brought them (LNK-07)")
    #expect(late.notes.map(\.text) == ["a link they tapped had brought all whom it may (LNK-07)"])
  }

  @Test func `a withheld prompt is told with its reasons, its time and the way out`() {
    var log = PromptLog()
    var history = PromptHistory()
    for event in [PromptEvent.sessionBegan, .contactsCounted(80), .shared] {
      log.add(event, at: Self.start)
      PromptPolicy.rin.record(event, in: &history, at: Self.start)
    }
    let decision = PromptPolicy.rin.decide(
      .dedupReview, for: history, at: Self.start + .hours(30), zone: .utc)
    let event = StoryEvent.prompt(decision, heard: log.count)
    let line = Self.line(event, prompts: log)
    #expect(line.kind == "suppressed")
    #expect(line.text == "dedupReview: the prompt is withheld, recentShare")
    #expect(
      line.notes.map(\.text) == [
        "recentShare (PRM-19) until day 14 00:00:00",
        "with time alone it would be eligible on day 14 00:00:00",
        "one change would have let it through: prompts.recentShareDays=1",
      ])
    #expect(Self.line(event).notes.count == 2, "nothing is asked without a log")
  }

  @Test func `an invite tells whether it is tapped, and a join who is credited`() {
    let origin = Origin(.whatsapp, by: .way(.profile))
    #expect(
      Self.line(.invited(to: 4, origin: origin, tapsAt: Self.start + .days(2))).text
        == "invites person 4 by whatsapp, from profile; they tap on day 2 00:00:00")
    #expect(
      Self.line(.invited(to: 4, origin: Origin(nil, by: .way(.elsewhere)), tapsAt: nil)).text
        == "invites person 4, outside of the app's screens; they never tap")
    #expect(
      Self.line(.joined(4, isCredited: false, isCaused: true)).text
        == "person 4 joins by an invite of theirs, and they are not credited")
    #expect(
      Self.line(.session(number: 3, quietBefore: 1, isReturn: true)).text
        == "comes back upon news: session 3, after 1 quiet one")
  }
}
