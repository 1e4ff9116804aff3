import TestSupport
import Attribution
import Testing
import Vocabulary

@Suite("Matching · which of several clicks is meant")
struct ChoiceTests {
  @Test func `EDG-05 · of two referrers who reached one recipient the last click is found`() {
    let clicks: [ClickFootprint] = [
      .click(2, at: noon(99), link: 20), .click(1, at: noon(98), link: 10),
      .click(3, at: noon(97), link: 30),
    ]
    let match = MatchRule.ownService.decide(clicks).match
    #expect(match?.link == 20)
    #expect(match?.competing == 2)
    #expect(match?.isUnique == false)
  }

  @Test func `RES-25 · clicks of one instant follow their sequence, whatever their order`() {
    let clicks: [ClickFootprint] = [
      .click(5, at: noon(99), link: 50), .click(9, at: noon(99), link: 90),
      .click(7, at: noon(99), link: 70),
    ]
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      #expect(MatchRule.ownService.decide(order.map { clicks[$0] }).match?.click == 9)
    }
  }

  @Test(arguments: MatcherName.allCases)
  func `RES-25 · the order in which clicks are given never matters`(_ name: MatcherName) {
    var luck = SeededChance(seed: 7)
    var rule = name.rule
    if rule.newestOnly != nil { rule.newestOnly = 7 }
    for _ in 0..<40 {
      var clicks: [ClickFootprint] = (UInt64(1)...24).map { sequence in
        let phone = DeviceSignals.phone(
          [
            .model: 113 + .random(in: 0...1, using: &luck),
            .address: .random(in: 100...101, using: &luck),
          ],
          token: .random(in: 0...3, using: &luck))
        return .click(
          sequence, at: noon(100) - .minutes(.random(in: -2...20, using: &luck)),
          link: .random(in: 1...4, using: &luck), visitor: .random(in: 0...3, using: &luck),
          by: phone)
      }
      let device = DeviceSignals.phone([.model: 113], token: .random(in: 0...3, using: &luck))
      let first = rule.decide(clicks, on: device)
      clicks.sort { ($0.at, $0.sequence) < ($1.at, $1.sequence) }
      #expect(rule.decide(clicks, on: device) == first)
      for _ in 0..<4 {
        clicks.shuffle(using: &luck)
        #expect(rule.decide(clicks, on: device) == first)
      }
    }
  }

  @Test func `RES-25 · two clicks on one link are no rivals, two links are`() {
    let abstaining = MatchRule.ownServiceAbstaining
    let same: [ClickFootprint] = [
      .click(1, at: noon(98), link: 10), .click(2, at: noon(99), link: 10),
    ]
    #expect(abstaining.decide(same).match?.click == 2)
    #expect(abstaining.decide(same).match?.isUnique == true)

    let two = same + [.click(3, at: noon(97), link: 11)]
    #expect(abstaining.decide(two) == .ambiguous(candidates: 2))
    #expect(abstaining.decide(two).rule == "RES-25")
    #expect(MatchRule.ownService.decide(two).match?.link == 10)
  }

  @Test func `RES-25 · browsers rival only if they are two, and unknown ones always are`() {
    let fresh = noon(100) - .minutes(1)
    let sameBrowser: [ClickFootprint] = [
      .click(1, at: fresh, link: 1, visitor: 4), .click(2, at: fresh, link: 2, visitor: 4),
    ]
    #expect(MatchRule.grovs.decide(sameBrowser).match?.click == 2)
    #expect(MatchRule.branchUnique.decide(sameBrowser).match?.isUnique == true)
    let twoBrowsers = [sameBrowser[0], .click(2, at: fresh, link: 1, visitor: 5)]
    #expect(MatchRule.grovs.decide(twoBrowsers) == .ambiguous(candidates: 2))
    let unknown: [ClickFootprint] = [.click(1, at: fresh, link: 1), .click(2, at: fresh, link: 1)]
    #expect(MatchRule.branchUnique.decide(unknown) == .ambiguous(candidates: 2))
    #expect(MatchRule.branch.decide(unknown).match?.click == 2)
  }

  @Test func `RES-25 · a token comes before any signal, and needs none`() {
    let elsewhere = DeviceSignals.phone([.address: 1, .model: 1], token: 77)
    let clicks: [ClickFootprint] = [
      .click(1, at: noon(95), by: elsewhere), .click(2, at: noon(99)),
    ]
    let match = MatchRule.ownService.decide(clicks, on: .phone(token: 77)).match
    #expect(match?.click == 1)
    #expect(match?.basis == .token)
    #expect(match?.isUnique == true)
    #expect(MatchRule.ownService.decide(clicks).match?.basis == .signals)
    // A rule that reads no token is not helped by one.
    #expect(MatchRule.linkForty.decide(clicks, on: .phone(token: 77)).match?.click == 2)
  }

  @Test func `RES-25 · any token but zero is one, and zero is none`() {
    func basis(_ token: UInt64, clicked: UInt64) -> MatchDecision.Basis? {
      let click = ClickFootprint.click(1, at: noon(99), by: .phone(token: clicked))
      return MatchRule.ownService.decide([click], on: .phone(token: token)).match?.basis
    }
    for token in [1, 2, .max] as [UInt64] { #expect(basis(token, clicked: token) == .token) }
    #expect(basis(0, clicked: 0) == .signals)
    #expect(basis(1, clicked: 0) == .signals)
    #expect(basis(0, clicked: 1) == .signals)
    #expect(basis(1, clicked: 2) == .signals)
  }

  @Test func `RES-25 · the unknown equals nothing, not even the unknown`() {
    let silent = DeviceSignals.phone([.timeZone: 0])
    #expect(
      MatchRule.ownService.decide([.click(1, at: noon(99), by: silent)], on: silent)
        == .noMatch(because: .signalsDiffer))
  }

  @Test func `RES-25 · a matched click is spent, where the rule spends clicks`() {
    func launches(_ rule: MatchRule) -> [UInt64?] {
      var clicks: [ClickFootprint] = [.click(1, at: noon(100) - .minutes(1))]
      return (0..<2).map { _ in
        let decision = rule.decide(clicks)
        var span = clicks.mutableSpan
        rule.spend(decision, in: &span)
        return decision.match?.click
      }
    }
    #expect(launches(.ownService) == [1, nil])
    #expect(launches(.grovs) == [1, nil])
    // The link that came again after every reinstall.
    #expect(launches(.firebase) == [1, 1])
    var spent = ClickFootprint.click(1, at: noon(99))
    spent.isSpent = true
    #expect(MatchRule.ownService.decide([spent]) == .noMatch(because: .spent))
  }
}
