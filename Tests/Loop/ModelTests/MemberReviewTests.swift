import GrowthloopModel
import Profiles
import Testing
import Vocabulary

@Suite("Growth · what members resolve of the duplicates in their books")
struct MemberReviewTests {
  /// How often a member resolves three duplicates in a session, in a month of many sessions and with
  /// sixty contacts in the book.
  private func moments(_ change: (inout Behaviour) -> Void) throws -> Double {
    var plan = GrowthPlan()
    plan.days = 30
    plan.behaviour.market.people = 400
    plan.behaviour.market.communitySize = 40
    plan.behaviour.market.contactsMedian = 60
    plan.behaviour.market.contactsSigma = 0
    plan.behaviour.arrivals.seeds = 200
    plan.behaviour.arrivals.seedsAre = .cold
    plan.behaviour.arrivals.organicPerDay = 0
    plan.behaviour.use.retention = [1: 1, 14: 1, 30: 1]
    plan.behaviour.use.dedupReview = 1
    plan.behaviour.recipients.tap = 0
    change(&plan.behaviour)
    var run = try GrowthRun(plan, seed: 2)
    run.run()
    let met = run.tally.prompts.met[Int(PromptTrigger.dedupReview.ordinal)]
    return Double(met) / Double(run.tally.activity.seeds)
  }

  @Test func `where nothing waits, nothing is resolved`() throws {
    #expect(try moments { $0.market.suggestionsPerContact = 0 } == 0)
    #expect(try moments { $0.use.resolvedPerReview = 0 } == 0)
    #expect(try moments { $0.use.dedupReview = 0 } == 0)
  }

  @Test func `who resolves all at once has one such moment in life, if there are three`() throws {
    let moments = try moments {
      $0.market.suggestionsPerContact = 0.05
      $0.use.resolvedPerReview = 900
    }
    // Of a Poisson number with a mean of 3, 58 % are 3 or more; five standard deviations either way.
    #expect(abs(moments - 0.577) < 0.2)
  }

  @Test func `sixty that wait last for six reviews of about ten, and no longer`() throws {
    let moments = try moments {
      $0.market.suggestionsPerContact = 1
      $0.use.resolvedPerReview = 10
    }
    #expect((5...8).contains(moments))
  }
}
