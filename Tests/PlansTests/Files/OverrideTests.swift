import GrowthloopFindings
import Invites
import Profiles
import Prompts
import Testing
import Vocabulary

@testable import GrowthloopPlans

@Suite("Overrides · changes from the command line")
struct OverrideTests {
  static let town = "title: x\nclick: {value: 30%, source: Extole, grade: B}\nharbour: {boats: 4}\n"

  @Test func `a change lies over the file`() throws {
    let outcome = try readTown(
      Self.town,
      set: [
        "people=10k", "harbour.boats=5", "prompts.lifetimeMax=7", "click=20%", "seeds=[3, 4]",
        "delay={median: 2h, source: a talk, grade: C}", "profile=design", "title=a = b: c",
        "policy.prompts.minContacts=none", "prompts.triggers=thirdSession, postAction",
      ]
    )
    let town = outcome.value
    #expect(town.people == 10_000)
    #expect(town.harbour == Harbour(boats: 5, depth: 4.5))
    #expect(town.profile.id == .design)
    #expect(town.profile.prompts.lifetimeMax == 7)
    #expect(town.profile.prompts.minContacts == nil)
    #expect(town.profile.prompts.triggers.count == 2)
    #expect(town.click == 0.2)
    #expect(outcome.source(of: "click") == "- nobody")
    #expect(town.seeds == [3, 4])
    #expect(outcome.source(of: "delay") == "C a talk")
    #expect(town.title == "a = b: c")
  }

  @Test(arguments: [
    (
      ["prompts.lifetimeMax=x"],
      """
      --set prompts.lifetimeMax=x: error: 'prompts.lifetimeMax' must be a whole number of at least 0, \
      or none, not 'x'
                                ^ write 3, or none
      """
    ),
    (
      ["harbour.boast=3"],
      """
      --set harbour.boast=3: error: unknown key 'harbour.boast'
            ^ did you mean boats?
      """
    ),
    (
      ["peple=3"],
      """
      --set peple=3: error: unknown key 'peple'
            ^ did you mean people?
      """
    ),
    (
      ["prompt.lifetimeMax=3"],
      """
      --set prompt.lifetimeMax=3: error: unknown key 'prompt.lifetimeMax'
            ^ did you mean prompts.lifetimeMax?
      """
    ),
    (
      ["people=30", "people=40"],
      """
      --set people=40: error: 'people' is set more than once
      --set people=30: note: it was first set here
      """
    ),
    (
      ["seeds=[1, x]"],
      """
      --set seeds=[1, x]: error: 'seeds[1]' must be a whole number of at least 0, not 'x'
                      ^ write 10_000 or 10k
      """
    ),
    (
      ["seeds=[1"],
      """
      --set seeds=[1: error: the list is not closed
                    ^ write , or ]
      --set seeds=[1: note: the list begins here
      """
    ),
    (
      ["people="],
      """
      --set people=: error: 'people' is empty: it must be a whole number from 10 to 1_000_000
                   ^ write 10_000 or 10k
      """
    ),
    (
      ["people=30e9000"],
      """
      --set people=30e9000: error: 'people' must be a whole number from 10 to 1_000_000, not '30e9000'
                   ^ write 10_000 or 10k
      """
    ),
    (
      ["extends=a.yaml"],
      """
      --set extends=a.yaml: error: unknown key 'extends'
            ^ growthloop schema --reference lists the keys, growthloop profiles the settings
      """
    ),
  ])
  func `a mistake in a change is told at the argument`(changes: [String], told: String) {
    #expect(mistakes(in: Self.town, set: changes) == told)
  }

  @Test func `what the profile rules out can be changed on purpose`() throws {
    let reader = ScenarioReader(Town.self, loader: .memory([:]))
    let source = SourceText(name: "town.yaml", text: Self.town)
    let leaderboard = "gamification.leaderboard=on"
    let refused = #expect(throws: DiagnosticList.self) {
      try reader.read(source, overrides: [ScenarioOverride(leaderboard)])
    }
    #expect(
      refused?.description == """
        --set gamification.leaderboard=on: error: gamification.leaderboard = on contradicts \
        profile = rin: rin has no leaderboards
                                       ^ if it is meant, write it under deliberately:
        """)
    let meant = try ScenarioOverride(leaderboard, option: "--deliberately", isDeliberate: true)
    #expect(try reader.read(source, overrides: [meant]).value.profile.reward.leaderboard)
    let people = try ScenarioOverride("people=30", option: "--deliberately", isDeliberate: true)
    let error = #expect(throws: DiagnosticList.self) {
      try reader.read(source, overrides: [people])
    }
    #expect(
      error?.description == """
        --deliberately people=30: error: unknown key 'people'
                       ^ growthloop profiles lists the settings
        """)
  }

  @Test(arguments: ["people", "=3", ""])
  func `a change must have a key and a value`(text: String) {
    let error = #expect(throws: Diagnostic.self) { try ScenarioOverride(text) }
    #expect(
      error?.description
        == "--set \(text): error: it must be KEY=VALUE, such as prompts.lifetimeMax=5")
  }
}
