import GrowthloopFindings
import GrowthloopModel
import Invites
import Testing
import Vocabulary

@testable import GrowthloopPlans

@Suite("Scenarios · money, and the wait for the landing page")
struct MoneyFieldTests {
  private static let paid = """
    title: Four dollars a side
    policy: {rewards.mode: bothSides}
    money:
      currency: EUR
      reward: {inviter: 4, friend: 4}
      newcomer: {value: 12, source: our finance, grade: B, range: [8, 20]}
      falseClaims: 10%

    """

  @Test func `amounts are read with their evidence, and the lift is assumed`() throws {
    let outcome = try readGrowth(Self.paid)
    #expect(outcome.warnings.isEmpty, "\(outcome.warnings)")
    let money = try #require(outcome.value.behaviour.money)
    #expect(money.currency == "EUR" && money.reward.inviter == 4 && money.falseClaims == 0.1)
    let worth = try #require(outcome.parametersInUse.first { $0.name == "money.newcomer" })
    #expect(worth.source == "our finance" && worth.range?.low == "8" && worth.range?.high == "20")
    let lift = try #require(outcome.parametersInUse.first { $0.name == "money.rewardLift" })
    #expect(lift.grade == .d && lift.range?.isAssumed == true)
  }

  @Test func `a reward lifts sharing, and without one nothing is lifted`() throws {
    let plain = GrowthScenario().plan.behaviour.sharing
    let paid = try readGrowth(
      Self.paid, set: ["money.rewardLift=50%", "sharing.invitesPerDay=0.2"]
    ).value.plan.behaviour.sharing
    #expect(paid.visit == plain.visit * 1.5 && paid.promptTap == plain.promptTap * 1.5)
    #expect(paid.invitesPerDay == 0.2 * 1.5)
    let off = try readGrowth(Self.paid, set: ["rewards.mode=off"])
    #expect(off.value.plan.behaviour.sharing == plain)
    #expect("\(off.warnings)".contains("has a reward that no one is given: rewards.mode is off"))
  }

  @Test func `no chance of a tapped prompt goes beyond what dismissals leave`() throws {
    let sharing = try readGrowth(
      Self.paid,
      set: ["money.rewardLift=100%", "sharing.promptTap=50%", "sharing.promptDismiss=40%"]
    ).value.plan.behaviour.sharing
    #expect(sharing.promptTap == 0.6)
  }

  @Test(arguments: ["bothSides", "premiumThreeForOne"])
  func `a reward without money is refused, with what to write`(_ mode: String) {
    let mistakes = growthMistakes(in: "title: Free\npolicy: {rewards.mode: \(mode)}\n")
    #expect(mistakes.contains("'rewards.mode' is \(mode), and nothing says what a reward costs"))
    #expect(
      mistakes.contains("write money: {reward: {inviter: 4, friend: 4}, newcomer: 12}, or off"))
  }

  @Test func `a hook without a reward needs no money`() {
    #expect(growthMistakes(in: "title: Hook\npolicy: {rewards.mode: hookOnly}\n").isEmpty)
  }

  @Test func `what a newcomer is worth must be said`() {
    #expect(
      growthMistakes(in: "title: Costs\nmoney: {message: 0.05}\n")
        .contains("'money.newcomer' is missing"))
  }

  @Test func `premium rewards the inviter alone`() {
    let mistakes = growthMistakes(in: Self.paid, set: ["rewards.mode=premiumThreeForOne"])
    #expect(mistakes.contains("premiumThreeForOne rewards the inviter alone"))
  }

  @Test func `a wait costs the share of installs that its seconds do`() throws {
    let install = GrowthScenario().behaviour.recipients.install
    func installs(_ changes: String...) throws -> Double {
      try readGrowth("title: Slow\n", set: changes).value.plan.behaviour.recipients.install
    }
    let slow = try installs(
      "recipients.landing.time=2s", "recipients.landing.lossPerSecond=20%")
    #expect((slow - install * 0.64).magnitude < 1e-12)
    let usual = try installs("recipients.landing.time=1s")
    #expect((usual - install * 0.86).magnitude < 1e-12)
    // Faster than the page of which installs are known.
    let faster = try installs(
      "recipients.landing.time=1s", "recipients.landing.known=2s",
      "recipients.landing.lossPerSecond=20%")
    #expect((faster - install / 0.8).magnitude < 1e-12)
    #expect(try installs("recipients.landing.time=0s") == install)
  }

  @Test func `a landing page without a time comes at once, and a variant sets one`() throws {
    let text = "title: Slow\nrecipients: {landing: {lossPerSecond: 20%}}\n"
    let install = GrowthScenario().behaviour.recipients.install
    func installs(_ text: String, _ changes: String...) throws -> Double {
      try readGrowth(text, set: changes).value.plan.behaviour.recipients.install
    }
    #expect(try installs(text) == install)
    #expect(try installs("title: Slow\n", "recipients.landing.lossPerSecond=20%") == install)
    #expect(try installs("title: Slow\nrecipients: {landing: {}}\n") == install)
    let slow = try installs(text, "recipients.landing.time=2s")
    #expect((slow - install * 0.64).magnitude < 1e-12)
    let faster = try readGrowth(text, set: ["recipients.landing.known=2s"]).warnings
    #expect("\(faster)".contains("write time: 2s beside it"), "\(faster)")
  }

  @Test func `of many waits the one that costs as much lies below their mean`() {
    let kept = [100.0, 3_000].map { LandingWait.kept(of: $0, losing: 0.3) }.reduce(0, +) / 2
    let wait = LandingWait.wait(keeping: kept, losing: 0.3)
    #expect(wait > 100 && wait < 1_550)
    #expect((LandingWait.kept(of: wait, losing: 0.3) - kept).magnitude < 1e-12)
  }

  @Test func `a scenario without money or landing has the parameters that it had`() throws {
    let names = try readGrowth("title: Plain\n").parametersInUse.map(\.name)
    #expect(!names.contains { $0.hasPrefix("money.") || $0.hasPrefix("recipients.landing") })
    #expect(GrowthScenario().plan.behaviour == GrowthScenario().behaviour)
  }
}
