import TestSupport
import Attribution
import Testing
import Vocabulary

@Suite("Credit · what holds for any clicks")
struct CreditPropertyTests {
  /// Clicks around the edges of the window, some at one instant, some that cannot earn.
  private func randomClicks(_ chance: inout SeededChance) -> [Click] {
    (0..<Int.random(in: 0...9, using: &chance)).map { number in
      let edge = [noon(3), noon(-20), noon(10), noon(8)].randomElement(using: &chance) ?? noon(9)
      return Click(
        sequence: UInt64(number), at: edge + .milliseconds(.random(in: -1...1, using: &chance)),
        inviter: person(.random(in: 0...4, using: &chance)),
        link: Bool.random(using: &chance)
          ? .valid : LinkStanding.allCases.randomElement(using: &chance) ?? .valid,
        inviterState: Bool.random(using: &chance)
          ? .active : AccountState.allCases.randomElement(using: &chance) ?? .active)
    }
  }

  private func randomPolicy(_ chance: inout SeededChance) -> AttributionPolicy {
    var policy = [AttributionPolicy.rin, .product, .design].randomElement(using: &chance) ?? .rin
    policy.model = Bool.random(using: &chance) ? .lastClick : .firstTouch
    policy.recordsDeletedReferrer = Bool.random(using: &chance)
    return policy
  }

  @Test(arguments: UInt64(1)...200)
  func `credit is inside the window, to somebody else, and no better click is passed over`(
    seed: UInt64
  ) throws {
    var chance = SeededChance(seed: seed)
    let policy = randomPolicy(&chance)
    let clicks = randomClicks(&chance)
    let decision = policy.decide(clicks, for: newcomer)
    let eligible = clicks.filter { policy.objection(to: $0, for: newcomer) == nil }
    guard decision.outcome == .credited else {
      #expect(eligible.isEmpty)
      return
    }
    let winner = try #require(decision.click)
    let age = noon(10) - winner.at
    #expect(age >= .zero)
    #expect(age <= (policy.window ?? policy.clickRetention))
    #expect(winner.inviter != newcomer.principal)
    #expect(winner.link == .valid)
    #expect(winner.inviterState == .active)
    for other in eligible where other.sequence != winner.sequence {
      let isNewer = (other.at, other.sequence) > (winner.at, winner.sequence)
      #expect(isNewer == (policy.model == .firstTouch))
    }
  }

  @Test(arguments: UInt64(1)...200)
  func `order of input does not matter, and a click that lost may as well not be there`(
    seed: UInt64
  ) {
    var chance = SeededChance(seed: seed &* 31)
    let policy = randomPolicy(&chance)
    let clicks = randomClicks(&chance)
    let decision = policy.decide(clicks, for: newcomer)
    let explained = policy.passedOver(clicks, for: newcomer)
    for _ in 0..<4 {
      let shuffled = clicks.shuffled(using: &chance)
      #expect(policy.decide(shuffled, for: newcomer) == decision)
      #expect(policy.passedOver(shuffled, for: newcomer) == explained)
    }
    for loser in clicks where loser.sequence != decision.click?.sequence {
      let without = policy.decide(clicks.filter { $0.sequence != loser.sequence }, for: newcomer)
      #expect(without.outcome == decision.outcome)
      #expect(without.click == decision.click)
    }
  }

  @Test(arguments: UInt64(1)...100)
  func `every click is either the one that decides or passed over for a reason`(seed: UInt64) {
    var chance = SeededChance(seed: seed &* 7)
    var policy = randomPolicy(&chance)
    policy.invalidClickDisplaces = Bool.random(using: &chance)
    let clicks = randomClicks(&chance)
    let decision = policy.decide(clicks, for: newcomer)
    let explained = policy.passedOver(clicks, for: newcomer)
    #expect(explained.count == clicks.count - (decision.click == nil ? 0 : 1))
    #expect(explained.map(\.sequence) == explained.map(\.sequence).sorted())
  }
}
