import GrowthloopFindings
@testable import GrowthloopModel
import Invites
import Profiles
import Prompts
import RandomStreams
import Statistics
import Testing
import Vocabulary

@testable import GrowthloopStudies

@Suite("D-MET · what the design document asks for")
struct DesignMetricTests {
  @Test func `D-MET-01 · a member who sends at last counts once, and whole`() throws {
    let run = try GrowthPlan.certain(seeds: 100).with {
      $0.behaviour.sharing.visit = 2
      $0.behaviour.sharing.complete = 0.5
    }.lived()
    // Half of the attempts fail; hardly anybody fails in thirty.
    #expect(run.value("flow.completion").isNear(0.5, within: 0.05))
    #expect(run.value("flow.senderShare") == 1)
    let never = try GrowthPlan.certain(seeds: 100).with {
      $0.behaviour.sharing.visit = 2
      $0.behaviour.sharing.complete = 0
    }.lived()
    #expect(never.value("flow.senderShare") == 0)
    #expect(never.value("flow.opened") ?? 0 > 0)
  }

  @Test(arguments: [(5, 1.0), (7, 1.0), (8, 0.0)])
  func `D-MET-02 and D-MET-13 · whoever signs up on day 8 is not accepted`(
    days: Int, share: Double
  ) throws {
    let run = try GrowthPlan.certain(days: 12).arriving(200).with {
      $0.behaviour.use.sessionsPerDay = 0
      $0.behaviour.sharing.invitesAtHome = 1
      $0.behaviour.recipients.tap = 1
      // The minute to the install and the onboarding come on top.
      $0.behaviour.recipients.tapDelay = .fixed(.days(Int64(days)) - .hours(1))
    }.lived()
    #expect(run.tally.launches.invited > 100)
    #expect(run.tally.launches.signedUpInWeek == Int(share) * run.tally.launches.invited)
    #expect(run.value("conversion.signedUp") ?? 1 <= share)
  }

  @Test func `D-MET-03 · an inviter is back within a day as often as sessions allow`() throws {
    let run = try GrowthPlan.certain(seeds: 500, days: 60).with {
      $0.behaviour.sharing.invitesPerDay = 0.03
    }.lived()
    // A session a day on average: the next comes within one with 1 − e^−1.
    #expect(run.value("return.sendingShare").isNear(1 - Double.exp(-1), within: 0.05))
    // Those who send several times have several chances.
    let inviters = try #require(run.value("return.inviterShare"))
    #expect(inviters > 0.7 && inviters < 1)
    let alone = try GrowthPlan.certain(seeds: 100).with {
      $0.behaviour.use.sessionsPerDay = 0
      $0.behaviour.sharing.invitesPerDay = 0.1
    }.lived()
    #expect(alone.value("return.inviterShare") == 0)
    #expect(Metric.named("return.inviterShare")?.target?.limit.value == 0.8)
  }

  @Test func `D-MET-04 · who opens the flow is told of the active of a week, and of a day`() throws
  {
    let run = try GrowthPlan.certain(seeds: 500, days: 56).with {
      $0.behaviour.sharing.visit = 0.1
    }.lived()
    let weekly = (1 - Double.exp(-0.7)) / (1 - Double.exp(-7))
    let daily = (1 - Double.exp(-0.1)) / (1 - Double.exp(-1))
    #expect(run.value("flow.openRate.week").isNear(weekly, within: 0.03))
    #expect(run.value("flow.openRate.day").isNear(daily, within: 0.01))
  }

  @Test func `D-MET-05 · grants are counted of those who were told why`() throws {
    let run = try GrowthPlan.certain().arriving(1_500).with {
      $0.behaviour.firstRun.grantWithExplainer = 0.66
    }.lived()
    // Half of the others say "Not now", and three in ten of them are asked again at home.
    #expect(run.value("onboarding.grantShare").isNear(0.66 * (1 + 0.34 * 0.15), within: 0.04))
    // Members of the start were never asked: the picker of the design asks them.
    let flow = try GrowthPlan.certain(seeds: 1_000, days: 5).with {
      $0.profile = Profile(.design)
      $0.behaviour.sharing.visit = 2
      $0.behaviour.sharing.grantWithExplainer = 0.4
      $0.behaviour.sharing.skip = 0
      $0.behaviour.sharing.allowLater = 0
    }.lived()
    #expect(flow.value("flow.grantShare").isNear(0.4, within: 0.06))
  }

  @Test func `D-MET-06 · of the sheets that open, those count that are completed`() throws {
    let run = try GrowthPlan.certain(seeds: 100).with {
      $0.behaviour.sharing.visit = 2
      $0.behaviour.sharing.complete = 0.75
    }.lived()
    #expect(run.value("flow.sheetCompletion").isNear(0.75, within: 0.03))
    // A sheet that is opened again after it was cancelled is one more.
    let again = try GrowthPlan.certain(seeds: 20, days: 5).with {
      $0.behaviour.sharing.visit = 2
      $0.behaviour.sharing.complete = 0
      $0.behaviour.sharing.again = 1
    }.lived()
    #expect(again.tally.shares.sheets > again.opened)
  }

  @Test(arguments: [(TapCount.literal, 6.0), (.asSpecified, 3.0)])
  func `D-MET-07 · the happy path of the design takes six taps, or three as it counts`(
    count: TapCount, taps: Double
  ) throws {
    let run = try GrowthPlan.certain(days: 10).arriving(50).with {
      $0.profile = Profile(.design)
      $0.profile.metrics.tapCount = count
      $0.profile.prompts.triggers = []
      $0.profile.flow.entryPoints = [.settings]
      $0.behaviour.sharing.visit = 2
      // The success screen closes by itself before anybody taps Done.
      $0.behaviour.sharing.perStep = .fixed(.seconds(10))
    }.lived()
    #expect(run.completions > 100)
    #expect(run.value("flow.taps.median") == taps)
    #expect(run.value("flow.taps.p90") == taps)
    #expect(run.value("flow.taps.inBudget") == (taps <= 3 ? 1 : 0))
  }

  @Test func `D-MET-08 · the latency of the service is left to who can measure it`() throws {
    let gap = try #require(Metric.unanswered.first { $0.id == "D-MET-08" })
    #expect(gap.reason.contains("load generator"))
    #expect(!Metric.all.contains { $0.answers.contains("D-MET-08") })
  }

  @Test func `D-MET-09 · complaints stand in for ratings, and it is said that they do`() throws {
    let plan = GrowthPlan.certain(seeds: 200).with { $0.behaviour.sharing.invitesPerDay = 0.3 }
    for (chance, tolerance) in [(0.0, 0.0), (0.25, 0.03), (1.0, 0.0)] {
      let run = try plan.with { $0.behaviour.recipients.complaint = chance }.lived()
      #expect(run.value("recipients.complaints").isNear(chance, within: tolerance))
    }
    #expect(
      Metric.unanswered.contains {
        $0.id == "D-MET-09" && $0.reason.contains("recipients.complaints")
      })
  }

  @Test func `D-MET-10 · uninstalls in a week are told of invited and others`() throws {
    // Half leave within the first day, and two in five of these remove the app.
    let plan = GrowthPlan.certain(days: 30).arriving(2_000).with {
      $0.behaviour.use.retention = [1: 0.5, 14: 0.5, 30: 0.5]
      $0.behaviour.use.uninstall = 0.4
      $0.behaviour.use.sessionsPerDay = 0
      $0.behaviour.sharing.invitesAtHome = 0.6
      $0.behaviour.recipients.tap = 1
    }
    let run = try plan.lived()
    #expect(run.value("uninstall.organic").isNear(0.2, within: 0.03))
    #expect(run.value("uninstall.invited").isNear(0.2, within: 0.03))
    #expect(run.value("uninstall.excess").isNear(0, within: 0.04))
    // Who would have left within a day now stays for up to a hundred: 7 % of them leave in a week.
    let loyal = try plan.with { $0.behaviour.use.invitedStay = 100 }.lived()
    #expect(loyal.value("uninstall.invited").isNear(0.5 * 0.07 * 0.4, within: 0.015))
    #expect(loyal.value("uninstall.organic") == run.value("uninstall.organic"))
  }

  @Test func `D-MET-11 · the design names three goals, five guardrails, and reads ten rows`() {
    let entries = Scorecard.entries(of: .design)
    #expect(entries.count { $0.role == .goal } == 3)
    #expect(entries.count { $0.role == .guardrail } == 5)
    #expect(entries.map(\.id) == (1...10).map { "D-MET-\($0 < 10 ? "0" : "")\($0)" })
    for entry in entries + Scorecard.entries(of: .rin) + Scorecard.entries(of: .product) {
      for key in entry.metrics {
        #expect(Metric.named(key)?.answers.contains(entry.id) == true, "\(entry.id): \(key)")
      }
      #expect(
        !entry.metrics.isEmpty || Metric.unanswered.contains { $0.id == entry.id }, "\(entry.id)")
    }
  }

  @Test func `D-MET-12 · a share to several counts once as a share, and each as a recipient`()
    throws
  {
    let run = try GrowthPlan.certain(seeds: 100).with {
      $0.behaviour.sharing.visit = 2
      $0.behaviour.sharing.recipients = 3
    }.lived()
    let shares = try #require(run.value("sends.completions"))
    #expect(shares == run.value("sends.records"), "nobody copied a link")
    // From a contact's detail to that contact alone, else to three on average: of four entries of
    // which one is the prompt's, one in three.
    let recipients = try #require(run.value("sends.recipients"))
    #expect(recipients / shares > 2 && recipients / shares < 2.6)
    #expect(run.value("sends.perSender").isNear(recipients / 100, within: 1e-9))
    for metric in Metric.all where metric.style == .ratio {
      #expect(metric.unit.contains(" per ") || metric.unit.contains("in a row"), "\(metric.key)")
    }
  }
}
