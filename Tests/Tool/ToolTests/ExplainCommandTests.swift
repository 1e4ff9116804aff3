import Foundation
import GrowthloopReports
import Testing

@testable import growthloop

@Suite("growthloop explain", .timeLimit(.minutes(60)))
struct ExplainCommandTests {
  static let lively = [
    "--set", "market.people=2_000", "--set", "days=60", "--set", "sharing.visit=30%",
  ]

  static func explain(_ words: String..., under scenario: [String] = lively) async -> Outcome {
    await growthloopOnThread(["explain"] + scenario + words, width: 1_000)
  }

  /// The one document that the command prints.
  static func document(_ outcome: Outcome) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  /// The story of the first person with such a thing in it.
  static func story(with query: String, width: Int = 100) async throws -> Outcome {
    let found = await explain("--find", query, "--limit", "1")
    let command = try #require(found.lines.last).split(separator: " ").dropFirst().map(String.init)
    return await growthloopOnThread(command, width: width)
  }

  @Test func `a story tells each decision with its reason, and how to hear it again`() async throws
  {
    let outcome = try await Self.story(with: "suppressed:recentShare")
    #expect(outcome.code == .success)
    #expect(outcome.complaints == "")
    for part in [
      "Rin, with the defaults of every parameter\n\nPerson ",
      ". Profile rin; seed 1, replication 0; 60 days from Jan 5, 2026, which is day 0.\n\nday ",
      ": the prompt is withheld, ", "    recentShare (PRM-19) until day ",
      "    with time alone it would ", " would have let it through", "\n\nSessions: ",
    ] {
      #expect(outcome.output.contains(part), "\(part)")
    }
    let again = try #require(outcome.lines.last)
    #expect(
      again.hasPrefix("Reproduce with: growthloop explain --set market.people=2_000 --set days=60"))
    #expect(again.contains(" --seed 1 --replication 0 --person "))
    let words = again.split(separator: " ").dropFirst(3).map(String.init)
    #expect(await growthloopOnThread(words).output == outcome.output)
  }

  @Test(arguments: [60, 100])
  func `a story keeps to the width of the terminal, and its moments to their column`(width: Int)
    async throws
  {
    let query = "suppressed:recentShare"
    let wide = try await Self.story(with: query, width: 10_000)
    let outcome = try await Self.story(with: query, width: width)
    #expect(outcome.output.contains("\n                      "), "something goes on below")
    // A word is never broken, however narrow the terminal.
    let tooLong = outcome.lines.dropLast().filter {
      $0.count > width && $0.split(separator: " ").count > 1
    }
    #expect(tooLong == [])
    #expect(outcome.lines.last == wide.lines.last, "the command is there to be copied")
    #expect(Self.words(outcome) == Self.words(wide))
    let moments = outcome.lines.filter { $0.hasPrefix("day ") }
    #expect(moments == moments.filter { $0.prefix(18).hasSuffix("  ") })
  }

  private static func words(_ outcome: Outcome) -> [Substring] {
    outcome.output.split { $0 == " " || $0 == "\n" }
  }

  @Test func `a newcomer's story begins with an invite, credit and the first run`() async throws {
    let outcome = try await Self.story(with: "credited")
    for part in [
      "receives an invite of person ", "taps the invite of person ",
      "opens the app for the first time", "is credited, rightly (ATT-03)",
      "click of person ", "screens: welcome +0 s, ", "    contacts: ",
    ] {
      #expect(outcome.output.contains(part), "\(part)")
    }
  }

  @Test func `whom nothing or only an invite reached is told so`() async throws {
    let empty = await Self.explain(
      "--person", "7",
      under: ["--set", "arrivals.seeds=0", "--set", "arrivals.organicPerDay=0", "--set", "days=3"])
    #expect(empty.code == .success)
    #expect(empty.output.contains("Nothing reached person 7: no invite, and they never installed"))
    let outside = try await Self.story(with: "tapped:notOnIOS")
    #expect(outside.code == .success)
    #expect(outside.output.contains(" never became a member.\n\nReproduce with: "))
  }

  @Test func `finding prints people, and the commands that tell their stories`() async {
    let outcome = await Self.explain("--find", "suppressed:recentShare", "--limit", "2")
    #expect(outcome.code == .success)
    #expect(outcome.lines.count == 6)
    for place in [2, 4] {
      let person = outcome.lines[place].prefix { $0 != "," }
      #expect(outcome.lines[place].contains(": the prompt is withheld, "))
      #expect(outcome.lines[place + 1].hasPrefix("  growthloop explain --set market.people=2_000"))
      #expect(outcome.lines[place + 1].hasSuffix(" --\(person)"))
    }
  }

  @Test func `nobody found is an answer, too`() async {
    let outcome = await Self.explain("--find", "suppressed:sessionCap")
    #expect(outcome.code == .success)
    #expect(outcome.output.contains("No person has suppressed:sessionCap in their story."))
  }

  @Test(arguments: [
    "suppressed", "shown:dedupReview", "answered:dismissed", "shared:cancelled",
    "tapped:existingUser", "credited", "stolen", "conflict", "left:code", "connection:connected",
    "joined", "returned", "rule:PRM-17",
  ])
  func `what is looked for is in the story that is found`(query: String) async throws {
    let found = try Self.document(await Self.explain("--find", query, "--limit", "1", "--json"))
    #expect(found["query"] as? String == query)
    let person = try #require((found["people"] as? [[String: Any]])?.first)
    let entry = try #require(person["entry"] as? [String: Any])
    let number = try #require(person["person"] as? Int)
    let whole = try Self.document(await Self.explain("--person", "\(number)", "--json"))
    let story = try #require(whole["story"] as? [[String: Any]])
    let isThere = story.contains { line in
      ["at", "kind", "detail", "rule"].allSatisfy { line[$0] as? String == entry[$0] as? String }
    }
    #expect(isThere, "\(entry)")
  }

  @Test func `the same facts are there as JSON, byte by byte the same`() async throws {
    let found = try Self.document(
      await Self.explain("--find", "suppressed:recentShare", "--limit", "1", "--json"))
    let person = try #require((found["people"] as? [[String: Any]])?.first?["person"] as? Int)
    let outcome = await Self.explain("--person", "\(person)", "--json")
    #expect(await Self.explain("--person", "\(person)", "--json").output == outcome.output)
    let answer = try Self.document(outcome)
    #expect(answer["person"] as? Int == person)
    #expect(answer["isMember"] as? Bool == true)
    let story = try #require(answer["story"] as? [[String: Any]])
    let withheld = story.filter { $0["kind"] as? String == "suppressed" }
    let notes = withheld.flatMap { $0["notes"] as? [[String: Any]] ?? [] }
    let reason = try #require(notes.first { $0["reason"] as? String == "recentShare" })
    #expect(reason["rule"] as? String == "PRM-19")
    #expect((reason["until"] as? String)?.hasSuffix("Z") == true)
    let changes = notes.flatMap { $0["changes"] as? [[String: String]] ?? [] }
    #expect(changes.contains { $0["setting"] == "prompts.recentShareDays" && $0["from"] == "14" })
  }

  @Test func `an interrupt tells what has happened so far, marked as partial`() async {
    let large = ["--set", "market.people=300_000", "--set", "arrivals.seeds=30_000"]
    let story = await growthloopOnThread(
      ["explain", "--person", "7"] + large, interrupted: true, width: 1_000)
    #expect(story.code == .interrupted)
    #expect(story.output.contains("PARTIAL: interrupted on day"))
    let search = await growthloopOnThread(
      ["explain", "--find", "suppressed:sessionCap"] + large, interrupted: true, width: 1_000)
    #expect(search.code == .interrupted)
    #expect(search.output.contains("PARTIAL: interrupted on day"))
  }

  static let mistakes: [([String], String)] = [
    (["explain"], "missing --person N or --find KIND: --find"),
    (["explain", "--person", "1", "--find", "lost"], "'--person' prints a story and '--find'"),
    (["explain", "--person", "1", "--limit", "3"], "'--limit' goes with '--find'"),
    (["explain", "--person", "many"], "'--person' must be a whole number from 0"),
    (
      ["explain", "--set", "market.people=4_000", "--person", "4000"],
      "'--person' must be a whole number from 0 to 3999, not '4000'"
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
      "'--find suppressed:recentShar': 'suppressed' has no detail 'recentShar'; did you mean "
        + "'recentShare'?; known: notATrigger, triggerSpent"
    ),
    (["explain", "--find", "lost:all"], "'--find lost:all': 'lost' takes no detail"),
    (
      ["explain", "--find", "rule"], "'--find rule': 'rule' needs a detail, such as rule:"
    ),
    (
      ["explain", "--find", "rule:PRM-99"],
      "'--find rule:PRM-99': 'rule' has no detail 'PRM-99'; did you mean 'PRM-09'?; 'growthloop rules'"
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
