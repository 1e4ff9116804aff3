import Attribution
import Testing
import Vocabulary

@Suite("Matching · what the presets do to a town whose truth is known")
struct BakeOffTests {
  let ads = MatchingCity(delay: .ads, seed: 2_026)
  let invites = MatchingCity(delay: .invites, seed: 2_026)

  /// The preset; a limit to the newest clicks shrinks as the town's clicks do, from 5,000 a day.
  func rule(_ name: MatcherName) -> MatchRule {
    var rule = name.rule
    if let newest = rule.newestOnly {
      rule.newestOnly = newest * MatchingCity.clicksPerDay / 5_000
    }
    return rule
  }

  @Test func `RES-25 · the longer the window, the more friends are found`() {
    let order: [MatcherName] = [.grovs, .dub, .branch, .adjust, .appsFlyer, .ownService]
    let recalls = order.map { invites.outcome(of: rule($0)).recall }
    #expect(recalls == recalls.sorted())
    #expect(recalls[0] < 0.02)
    #expect(recalls[5] > 0.7)
    // Advertisements are answered so fast that an hour is enough to find most.
    #expect(ads.outcome(of: rule(.dub)).recall > 5 * invites.outcome(of: rule(.dub)).recall)
  }

  @Test func `RES-25 · who takes only what is unique gives nobody a wrong click`() {
    for town in [ads, invites] {
      for name in [MatcherName.grovs, .ownServiceAbstaining] {
        let outcome = town.outcome(of: rule(name))
        #expect(outcome.wrong == 0, "\(name)")
        #expect(outcome.stolen < 0.02, "\(name)")
      }
      let guessing = town.outcome(of: rule(.ownService))
      let abstaining = town.outcome(of: rule(.ownServiceAbstaining))
      #expect(abstaining.recall < guessing.recall)
      #expect(abstaining.recall > guessing.recall - 0.03)
    }
  }

  @Test func `RES-25 · an address alone takes strangers' clicks and installs`() {
    for town in [ads, invites] {
      let (exact, address, range) =
        (
          town.outcome(of: rule(.ownService)), town.outcome(of: rule(.dub)),
          town.outcome(of: rule(.kochava))
        )
      #expect(exact.wrong < 0.01 && exact.stolen < 0.02)
      #expect(address.wrong > 0.03 && address.stolen > 0.1)
      #expect(range.wrong > 0.1 && range.stolen > 0.7)
    }
  }

  @Test func `RES-25 · a limit to the newest clicks loses those who take their time`() {
    let limited = rule(.linkForty)
    var unlimited = limited
    unlimited.newestOnly = nil
    #expect(invites.outcome(of: limited).recall < ads.outcome(of: limited).recall / 2)
    #expect(invites.outcome(of: limited).recall < invites.outcome(of: rule(.ownService)).recall / 4)
    #expect(invites.outcome(of: unlimited).recall > 1.3 * invites.outcome(of: limited).recall)
    #expect(invites.outcome(of: limited).wrong > invites.outcome(of: rule(.ownService)).wrong)
  }
}
