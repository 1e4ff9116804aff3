import Foundation
import Testing

@testable import GrowthloopCLI

@Suite("growthloop explain")
struct ExplainCommandTests {
  static let small = ["--set", "market.people=4_000", "--set", "days=20"]

  static func explain(_ words: String...) async -> Outcome {
    await growthloopOnThread(["explain"] + small + words)
  }

  @Test func `a story tells each decision with its reason, and how to hear it again`() async {
    let outcome = await Self.explain("--person", "2108")
    #expect(outcome.code == .success)
    #expect(outcome.complaints == "")
    #expect(
      outcome.output == """
        Rin, with the defaults of every parameter

        Person 2108. Profile rin; seed 1, replication 0; 20 days from Jan 5, 2026, which is day 0.

        day 0 00:00:00    is a member from the start
        day 0 13:29:20    session 1
                          contactThreshold: the prompt is shown, number 1 (PRM-24)
                          leaves the card as it is
        day 0 22:38:25    session 2
                          taps the card
                          sets about sharing from homePrompt: completed after 41 s by whatsapp, to 2 people
                            steps: opened +0 s, linkReady +0 s, sheetOpened +3 s, completed +41 s
        day 0 22:39:06    invites person 2113 by whatsapp, from homePrompt; they never tap
                          invites person 2162 by whatsapp, from homePrompt; they tap on day 1 00:24:26
        day 1 00:24:26    person 2162 taps an invite of theirs: existingUser, sees alreadyOnToast, recorded (RES-03)
        day 1 11:04:57    session 3
                          dedupReview: the prompt is withheld, minInterval, weeklyCap, recentShare
                            minInterval (PRM-17) until day 7 13:29:20
                            weeklyCap (PRM-03) until day 7 13:29:20
                            recentShare (PRM-19) until day 14 22:39:06
                            with time alone it would be eligible on day 14 22:39:06
                            no single change would have let it through, but together: prompts.minIntervalDays=21h prompts.maxPerWeek=2 prompts.recentShareDays=12h

        Sessions: 32, of which 29 were quiet; nothing was decided in those.

        Again: growthloop explain --set market.people=4_000 --set days=20 --seed 1 --replication 0 --person 2108

        """)
  }

  @Test func `a newcomer's story begins with invites, credit and the first run`() async {
    let outcome = await Self.explain("--person", "3711")
    for part in [
      "taps the invite of person 3506: notInstalled, sees genericPage, recorded (RES-05)",
      "opens the app for the first time, since an invite of person 1568 led to it",
      "person 1568 is credited, rightly (ATT-03)",
      "click of person 3506 on day 2 01:08:47: passed over, olderClick (ATT-03)",
      "clicks of several inviters compete", "goes through the first run in 2 min",
      "screens: welcome +0 s, reasons +5 s", "contacts: authorized, asked by the system",
      "is connected with person 1568 (CON-01)", "reaches home", "There was no session.",
    ] {
      #expect(outcome.output.contains(part), "\(part)")
    }
    let inviter = await Self.explain("--person", "1568")
    for part in [
      "person 3711 joins by an invite of theirs, and they are credited",
      "hears of person 3711: onboardingCompleted (NOT-01)", "comes back upon news: session 7",
    ] {
      #expect(inviter.output.contains(part), "\(part)")
    }
  }

  @Test func `whom nothing or only an invite reached is told so`() async {
    let outside = await Self.explain("--person", "3999")
    #expect(outside.code == .success)
    #expect(outside.output.contains("receives an invite of person 3995"))
    #expect(outside.output.contains("Person 3999 never became a member."))
    let nobody = await growthloopOnThread(
      ["explain", "--set", "market.people=4_000", "--set", "days=1", "--person", "3999"])
    #expect(nobody.output.contains("Nothing reached person 3999: no invite, and they never"))
  }

  @Test func `finding prints people, and the commands that tell their stories`() async throws {
    let outcome = await Self.explain("--find", "suppressed:recentShare", "--limit", "2")
    #expect(outcome.code == .success)
    let again =
      "growthloop explain --set market.people=4_000 --set days=20 --seed 1 --replication 0"
    let expected = """
      person 2108, day 1 11:04:57: dedupReview: the prompt is withheld, minInterval, weeklyCap, recentShare
        \(again) --person 2108
      person 1725, day 1 16:07:11: scoreMilestone: the prompt is withheld, minInterval, weeklyCap, recentShare
        \(again) --person 1725

      """
    #expect(outcome.output.hasSuffix(expected))
    let command = try #require(outcome.lines.last).split(separator: " ").dropFirst().map(
      String.init)
    let story = await growthloopOnThread(command)
    #expect(story.output.contains("day 1 16:07:11    session"))
    #expect(story.output.contains("scoreMilestone: the prompt is withheld, minInterval"))
  }

  @Test func `nobody found is an answer, too`() async {
    let outcome = await Self.explain("--find", "suppressed:sessionCap")
    #expect(outcome.code == .success)
    #expect(outcome.output.contains("Nobody has suppressed:sessionCap in their story."))
  }

  @Test(arguments: [
    "suppressed", "shown:dedupReview", "answered:dismissed", "shared:cancelled",
    "tapped:existingUser", "credited", "stolen", "conflict", "left:code", "connection:connected",
    "joined", "returned", "rule:PRM-17",
  ])
  func `what is looked for is in the story that is found`(query: String) async throws {
    let scenario = ["--set", "market.people=4_000", "--set", "days=60"]
    let found = await growthloopOnThread(
      ["explain", "--find", query, "--limit", "1", "--json"] + scenario)
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(found.output.utf8)) as? [String: Any])
    let person = try #require((answer["people"] as? [[String: Any]])?.first)
    let entry = try #require(person["entry"] as? [String: Any])
    let number = try #require(person["person"] as? Int)
    let told = await growthloopOnThread(["explain", "--person", "\(number)", "--json"] + scenario)
    let whole = try #require(
      try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any])
    let story = try #require(whole["story"] as? [[String: Any]])
    let isThere = story.contains {
      $0["at"] as? String == entry["at"] as? String
        && $0["text"] as? String == entry["text"] as? String
    }
    #expect(isThere, "\(entry)")
  }

  @Test func `the same facts are there as JSON, byte by byte the same`() async throws {
    let outcome = await Self.explain("--person", "2108", "--json")
    #expect(await Self.explain("--person", "2108", "--json").output == outcome.output)
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(answer["person"] as? Int == 2108)
    #expect(answer["isMember"] as? Bool == true)
    let story = try #require(answer["story"] as? [[String: Any]])
    let withheld = try #require(story.first { $0["kind"] as? String == "suppressed" })
    #expect(withheld["at"] as? String == "2026-01-06T11:04:57Z")
    #expect(withheld["detail"] as? String == "dedupReview")
    let notes = try #require(withheld["notes"] as? [[String: Any]])
    #expect(notes[0]["reason"] as? String == "minInterval")
    #expect(notes[0]["rule"] as? String == "PRM-17")
    #expect(notes[0]["until"] as? String == "2026-01-12T13:29:20Z")
    let changes = try #require(notes.last?["changes"] as? [[String: String]])
    #expect(changes[1] == ["setting": "prompts.maxPerWeek", "from": "1", "to": "2"])
    let found = await Self.explain("--find", "shown", "--limit", "1", "--json")
    #expect(found.output.contains("\"query\" : \"shown\""))
  }

  @Test func `an interrupt tells what has happened so far, marked as partial`() async {
    let large = ["--set", "market.people=300_000", "--set", "arrivals.seeds=30_000"]
    let story = await growthloopOnThread(
      ["explain", "--person", "7"] + large, interrupted: true)
    #expect(story.code == .interrupted)
    #expect(story.output.contains("PARTIAL: interrupted on day"))
    let search = await growthloopOnThread(
      ["explain", "--find", "suppressed:sessionCap"] + large, interrupted: true)
    #expect(search.code == .interrupted)
    #expect(search.output.contains("PARTIAL: interrupted on day"))
  }

  static let mistakes: [([String], String)] = [
    (["explain"], "explain whom? --person 17, or --find"),
    (["explain", "--person", "1", "--find", "lost"], "'--person' tells a story and '--find'"),
    (["explain", "--person", "1", "--limit", "3"], "'--limit' goes with '--find'"),
    (["explain", "--person", "many"], "'--person' must be a whole number from 0"),
    (
      ["explain", "--set", "market.people=4_000", "--person", "4000"],
      "person 4000 is not in this market: its 4000 people are numbered from 0 to 3999"
    ),
    (
      ["explain", "--person", "1", "--replication", "-1"], "'--replication' must be a whole number"
    ),
    (["explain", "--find", "lost", "--limit", "0"], "'--limit' must be a whole number from 1"),
    (
      ["explain", "--find", "supressed"],
      "'--find supressed': unknown kind 'supressed'; did you mean 'suppressed'?"
    ),
    (
      ["explain", "--find", "suppressed:recentShar"],
      "'--find suppressed:recentShar': 'suppressed' knows no 'recentShar'; did you mean "
        + "'recentShare'?; known: notATrigger, triggerSpent"
    ),
    (["explain", "--find", "lost:all"], "'--find lost:all': 'lost' stands alone"),
    (
      ["explain", "--find", "rule"], "'--find rule': 'rule' must be followed by one, such as rule:"
    ),
    (
      ["explain", "--find", "rule:PRM-99"],
      "'--find rule:PRM-99': 'rule' knows no 'PRM-99'; did you mean 'PRM-09'?; 'growthloop rules'"
    ),
  ]

  @Test(arguments: mistakes)
  func `questions that cannot be asked are told apart`(arguments: [String], complaint: String) {
    let outcome = run(arguments, [])
    #expect(outcome.code == .usage)
    #expect(outcome.output == "")
    #expect(outcome.complaints.hasPrefix("growthloop: \(complaint)"), "\(outcome.complaints)")
  }
}
