import Attribution
import GrowthloopModel
import Profiles
import Testing
import Vocabulary

@testable import growthloop

@Suite("What people do, written down")
struct ScriptTests {
  /// Two weeks of a small market in which much happens, accounts are deleted, and links are shared.
  static func plan(_ change: (inout GrowthPlan) -> Void = { _ in }) -> GrowthPlan {
    var plan = GrowthPlan()
    plan.days = 14
    plan.behaviour.market.people = 1_500
    plan.behaviour.arrivals.seeds = 150
    // The service that is to repeat it knows nothing of a time before.
    plan.behaviour.arrivals.seedsAre = .cold
    plan.behaviour.arrivals.organicPerDay = 15
    plan.behaviour.sharing.visit = 0.2
    plan.behaviour.use.accountDeletionPerDay = 0.02
    change(&plan)
    return plan
  }

  @Test func `the same seed writes the same bytes, and another seed others`() throws {
    let first = try #require(try RehearsalScript(of: Self.plan(), seed: 3))
    let again = try #require(try RehearsalScript(of: Self.plan(), seed: 3))
    let other = try #require(try RehearsalScript(of: Self.plan(), seed: 4))
    #expect(first.actions.count > 500)
    #expect(first.lines == again.lines)
    #expect(first.lines != other.lines)
  }

  @Test func `whoever looks on changes nothing`() throws {
    var alone = try GrowthRun(Self.plan(), seed: 3)
    alone.run()
    let script = try #require(try RehearsalScript(of: Self.plan(), seed: 3))
    let credited = script.expected.referrals.values.count { $0.outcome == .credited }
    #expect(credited > 0 && credited == alone.tally.credit.credited)
    #expect(
      script.expected.referrals.count == alone.tally.launches.organic + alone.tally.launches.invited
    )
  }

  @Test func `actions stand in order of time and wait for earlier ones alone`() throws {
    let actions = try #require(try RehearsalScript(of: Self.plan(), seed: 3)).actions
    for (number, action) in actions.enumerated() {
      #expect(number == 0 || actions[number - 1].at <= action.at)
      #expect(action.after.allSatisfy { $0 < number })
    }
  }

  @Test func `what one person does waits for what that person did before`() throws {
    let actions = try #require(try RehearsalScript(of: Self.plan(), seed: 3)).actions
    var latest: [UInt32: Int] = [:]
    for (number, action) in actions.enumerated() {
      if let earlier = latest[action.person] { #expect(action.after.contains(earlier)) }
      latest[action.person] = number
    }
  }

  @Test func `a link is followed once it exists`() throws {
    let actions = try #require(try RehearsalScript(of: Self.plan(), seed: 3)).actions
    var creations: [Int: Int] = [:]
    for (number, action) in actions.enumerated() {
      guard let link = action.deed.link else { continue }
      if case .getLink = action.deed {
        creations[link] = number
      } else {
        let creation = try #require(creations[link])
        #expect(action.after.contains(creation))
      }
    }
  }

  @Test func `most of what is done waits for nobody else`() throws {
    let actions = try #require(try RehearsalScript(of: Self.plan(), seed: 3)).actions
    var isDone: Set<Int> = []
    var rounds = 0
    while isDone.count < actions.count {
      let ready = actions.indices.filter { number in
        !isDone.contains(number) && actions[number].after.allSatisfy(isDone.contains)
      }
      isDone.formUnion(ready)
      rounds += 1
    }
    #expect(rounds < actions.count / 10)
  }
}
