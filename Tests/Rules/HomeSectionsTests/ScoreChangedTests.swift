import HomeSections
import TestSupport
import Testing
import Vocabulary

@Suite("Score Changed")
struct ScoreChangedTests {
  private static func home(_ change: (inout ScoreWatch) -> Void) -> Home {
    var home = Home()
    var watch = ScoreWatch(score: 69)
    change(&watch)
    home.matters.score = watch
    return home
  }

  @Test func `SCO-01 · a change since the last visit; one look does not end its card`() {
    #expect(Self.home { _ in }.shown.isEmpty)
    var home = Self.home { $0.receive(72, at: noon(100)) }
    #expect(home.shown == [.scoreChanged])
    home.matters.score?.visit()
    #expect(home.shown == [.scoreChanged])
  }

  @Test func `SCO-02 · there and back again between two visits is no change`() {
    let home = Self.home {
      $0.receive(72, at: noon(99))
      $0.receive(69, at: noon(100))
    }
    #expect(home.evaluation.decision(.scoreChanged).suppression == .scoreUnchanged)
  }

  @Test func `SCO-04, SCO-05, SCO-06 · the card of a rise`() throws {
    var watch = ScoreWatch(score: 69)
    watch.receive(72, at: noon(100))
    let card = try #require(ScoreCard(watch, tier: "Good", app: "Rin"))
    #expect([card.title, card.score, card.delta] == ["Your Rin Score", "72", "+3"])
    #expect(card.tierLine == "Good - up from 69")
    #expect(card.arrow == .up && card.action == "View Score")
    #expect(card.colour == "rin.score.good")
    #expect(watch.previous + watch.delta == watch.score)
  }

  @Test func `SCO-05 · the card of a drop; without a change there is none`() {
    var watch = ScoreWatch(score: 69)
    #expect(ScoreCard(watch, tier: "Good", app: "Rin") == nil)
    watch.receive(60, at: noon(100))
    let card = ScoreCard(watch, tier: "Fair", app: "Rin")
    #expect(card?.arrow == .down && card?.delta == "-9")
    #expect(card?.tierLine == "Fair - down from 69")
    watch.visit()
    for (score, arrow, delta) in [(61, ScoreCard.Arrow.up, "+1"), (60, .down, "-1")] {
      watch.receive(score, at: noon(101))
      watch.visit()
      let card = ScoreCard(watch, tier: "Fair", app: "Rin")
      #expect(card?.arrow == arrow && card?.delta == delta)
    }
  }

  @Test func `SCO-07, RTE-12 · a tap switches to the score's tab`() {
    #expect(HomeTap.scoreCard.route == .switchTab(.score))
    #expect(HomeTap.scoreCard.rule == "RTE-12")
  }

  @Test func `SCO-08 · gone with a tap, or 48 hours after the change`() {
    var home = Self.home { $0.receive(72, at: noon(100)) }
    home.now = noon(102) - .milliseconds(1)
    #expect(home.shown == [.scoreChanged])
    home.now = noon(102)
    #expect(
      home.evaluation.decision(.scoreChanged).suppression == .scoreExpired(at: noon(102)))
    home.now = noon(100)
    home.matters.score?.tap()
    #expect(home.evaluation.decision(.scoreChanged).suppression == .scoreTapped)
    #expect(home.evaluation.decision(.scoreChanged).rule == "SCO-08")
  }

  @Test func `CNF-57 · home.scoreCardHours says when; none is never`() {
    var home = Self.home { $0.receive(72, at: noon(0)) }
    #expect(home.shown.isEmpty)
    home.policy.scoreCardLife = .days(101)
    #expect(home.shown == [.scoreChanged])
    home.policy.scoreCardLife = nil
    #expect(home.shown == [.scoreChanged])
  }

  @Test func `SCO-09 · the next change brings the card back, counted from what was seen`() {
    var home = Self.home {
      $0.receive(72, at: noon(99))
      $0.tap()
    }
    #expect(home.shown.isEmpty)
    home.matters.score?.receive(71, at: noon(100))
    #expect(home.shown == [.scoreChanged])
    #expect(home.matters.score?.delta == -1)
    home.matters.score?.receive(75, at: noon(100))
    #expect(home.matters.score?.delta == 3, "nobody has been there in between")
    home.matters.score?.tap()
    home.matters.score?.receive(76, at: noon(100))
    #expect(home.matters.score?.delta == 1, "the tap was on the card of 75")
  }
}
