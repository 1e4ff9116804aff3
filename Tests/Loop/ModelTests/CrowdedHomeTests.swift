import GrowthloopModel
import Profiles
import Prompts
import Testing

@Suite("CNF-41 · a prompt's card behind \"See N More\" has not been shown")
struct CrowdedHomeTests {
  private func outcome(
    _ crowded: Double, _ profile: Profile = .rin, _ settings: String = ""
  ) throws -> LivelyTown.Outcome {
    var plan = try LivelyTown.plan(profile, settings)
    plan.behaviour.use.crowdedHome = crowded
    return try LivelyTown.outcome(plan)
  }

  private func withheld(_ outcome: LivelyTown.Outcome) -> Int {
    outcome.tally.prompts.suppressed[Int(PromptSuppression.behindMore.ordinal)]
  }

  @Test func `CNF-41 · below three sections in every session no prompt is shown`() throws {
    let prompts = try outcome(1).tally.prompts
    let met = prompts.met.reduce(0, +)
    #expect(met > 500 && prompts.shown.allSatisfy { $0 == 0 })
    #expect(prompts.suppressed[Int(PromptSuppression.behindMore.ordinal)] == met)
    #expect(prompts.tapped.allSatisfy { $0 == 0 } && prompts.ignored == 0)
  }

  @Test func `CNF-41 · in three sessions of ten, three prompts of ten`() throws {
    let outcome = try outcome(0.3)
    let met = Double(outcome.tally.prompts.met.reduce(0, +))
    // Several triggers of one session share its draw: the standard error is at most 1.5 times that of
    // independent ones. Four of them.
    let tolerance = 4 * 1.5 * (0.3 * 0.7 / met).squareRoot()
    #expect(abs(Double(withheld(outcome)) / met - 0.3) < tolerance)
    #expect(outcome.tally.prompts.shown.reduce(0, +) > 0)
  }

  @Test(arguments: [
    "prompts.cardPosition=afterNeedsAttention", "prompts.cardCountsTowardSectionLimit=false",
  ])
  func `CNF-41 · higher up, or where it does not count, the card is shown as ever`(
    setting: String
  ) throws {
    #expect(try outcome(1, .rin, setting).tally == outcome(0, .rin, setting).tally)
  }

  @Test(arguments: [Profile.product, .design])
  func `CNF-41 · where prompts are no cards of a home tab sections hide none`(
    profile: Profile
  ) throws {
    #expect(try outcome(1, profile).tally == outcome(0, profile).tally)
  }
}
