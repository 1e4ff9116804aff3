import Profiles
import Prompts
import Testing
import Vocabulary

@testable import GrowthloopModel

@Suite("PRM-11 · the score comes to 60 for the first time once in a life")
struct ScoreMilestoneTests {
  /// How often each person met each trigger, in a plan in which triggers may repeat.
  private static func moments(
    scoreMilestone: Double
  ) throws -> (met: [PromptTrigger: [UInt32: Int]], people: Set<UInt32>) {
    var plan = DeterminismTests.plan()
    plan.profile.prompts.triggerRepeats = .everyOccurrence
    plan.profile.prompts.triggers = PromptTrigger.allCases
    plan.behaviour.market.people = 1_000
    plan.behaviour.arrivals.seedsAre = .cold
    plan.behaviour.use.retention = [1: 1, 14: 1, 30: 1]
    plan.behaviour.use.scoreMilestone = scoreMilestone
    var met: [PromptTrigger: [UInt32: Int]] = [:]
    var people: Set<UInt32> = []
    let witness = Witness()
    witness.began = { person, _ in people.insert(person) }
    witness.noted = { event, person, _ in
      guard case .prompt(let decision, _) = event else { return }
      met[decision.trigger, default: [:]][person, default: 0] += 1
    }
    _ = try witness.follow(plan, seed: 2)
    return (met, people)
  }

  @Test func `who uses the app every day meets it once, under triggers that repeat`() throws {
    let (met, people) = try Self.moments(scoreMilestone: 1)
    #expect(met[.scoreMilestone]?.count == people.count)
    #expect(met[.scoreMilestone]?.values.allSatisfy { $0 == 1 } == true)
    let (rare, _) = try Self.moments(scoreMilestone: 0.05)
    #expect(rare[.scoreMilestone]?.values.allSatisfy { $0 == 1 } == true)
    #expect(rare[.scoreMilestone]?.count ?? 0 > people.count / 2)
  }

  @Test(arguments: [PromptTrigger.contactThreshold, .thirdSession])
  func `so do the import and the third session`(trigger: PromptTrigger) throws {
    let (met, _) = try Self.moments(scoreMilestone: 0)
    #expect(met[trigger]?.count ?? 0 > 200)
    #expect(met[trigger]?.values.allSatisfy { $0 == 1 } == true)
    // What may happen in any session does repeat.
    #expect(met[.keyAction]?.values.contains { $0 > 1 } == true)
  }

  @Test func `another score has a chance in proportion, and 60 exactly that of the scenario`() {
    var use = Use()
    use.scoreMilestone = 0.2
    #expect(use.chance(ofScore: 60) == 0.2)
    #expect(abs(use.chance(ofScore: 80) - 0.1) < 1e-12)
    #expect(use.chance(ofScore: 100) == 0)
    #expect(abs(use.chance(ofScore: 30) - 0.6) < 1e-12)
    let chances = (1...100).map { use.chance(ofScore: $0) }
    #expect(zip(chances, chances.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test func `the app is about to ask each member for contacts once, and may read them or not`()
    throws
  {
    let (met, people) = try Self.moments(scoreMilestone: 0)
    let asked = try #require(met[.contactsPermission])
    #expect(asked.values.allSatisfy { $0 == 1 })
    // Those who answered in the first run are not asked again.
    #expect(asked.count > 100 && asked.count < people.count)
  }
}
