import GrowthloopModel
import Invites
import Profiles
import Prompts
import Testing

@testable import GrowthloopStudies

@Suite("Rollout · the phases of rin")
struct PhaseTests {
  /// Prompts are phase 2, from day 14 on (CNF-47).
  private static func run(withPrompts: Bool) throws -> Observation {
    try GrowthPlan().with {
      $0.days = 30
      $0.behaviour.market.people = 5_000
      $0.behaviour.arrivals.seeds = 1_000
      guard !withPrompts else { return }
      $0.profile.prompts.triggers = []
      $0.profile.flow.entryPoints.removeAll { $0 == .homePrompt }
    }.lived()
  }

  @Test func `PHS-06 · with phase 1 alone no prompt is shown, and Home offers nothing`() throws {
    let (first, second) = (try Self.run(withPrompts: false), try Self.run(withPrompts: true))
    for key in ["prompts.shown", "way.homePrompt.opened"] {
      #expect((first.value(key) ?? 0) == 0, "\(key)")
      #expect(try #require(second.value(key)) > 0, "\(key)")
    }
    // Inviting itself is phase 1.
    #expect(try #require(first.value("sends.completions")) > 0)
  }
}
