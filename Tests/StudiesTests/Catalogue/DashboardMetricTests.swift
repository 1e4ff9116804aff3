@testable import GrowthloopModel
import Prompts
import Invites
import Profiles
import Testing
import Vocabulary

@testable import GrowthloopStudies

@Suite("P-DSH · what the dashboards of the product show")
struct DashboardMetricTests {
  @Test func `P-DSH-01 · where nothing fails, every stage of the funnel passes on what it got`()
    throws
  {
    let run = try GrowthPlan.certain(seeds: 60, days: 5).with {
      $0.behaviour.sharing.visit = 2
      $0.behaviour.recipients.tap = 1
      $0.behaviour.recipients.tapDelay = .fixed(.seconds(1))
      $0.behaviour.recipients.installDelay = .fixed(.zero)
    }.lived()
    let keys = [
      "flow.opened", "flow.sheets", "sends.recipients", "taps.all", "members.invited",
      "members.invitedHome", "firstValue.invited",
    ]
    let counts = keys.map { run.value($0) ?? 0 }
    #expect(counts[0] > 200)
    #expect(counts[0] == counts[1] && counts[1] == counts[2])
    // Some are on their way when the run ends, and a few had been invited before.
    for (before, after) in zip(counts, counts.dropFirst()) {
      #expect(after <= before && after > 0.95 * before)
    }
    let days = run.tally.days
    #expect(days.reduce(0) { $0 + $1.opened } == run.opened)
    #expect(days.reduce(0) { $0 + $1.sheets } == run.tally.shares.sheets)
  }

  @Test func `P-DSH-02 and P-DSH-07 · AirDrop and all without a column count under other`() throws {
    func shared(_ weigh: (inout ChannelMix) -> Void, copying: Double = 0) throws -> [Double?] {
      let run = try GrowthPlan.certain(seeds: 50, days: 5).with {
        $0.behaviour.sharing.visit = 2
        $0.behaviour.sharing.channels = .only(weigh)
        $0.behaviour.sharing.copy = copying
        $0.behaviour.sharing.pasted = 1
      }.lived()
      return ["iMessage", "whatsApp", "copyLink", "other"].map { channel in
        (run.value("dashboard.\(channel).invites") ?? 0) / Double(run.invites)
      }
    }
    #expect(try shared { $0.messages = 1 } == [1, 0, 0, 0])
    #expect(try shared { $0.whatsapp = 1 } == [0, 1, 0, 0])
    #expect(try shared({ $0.messages = 1 }, copying: 1) == [0, 0, 1, 0])
    #expect(try shared { $0.airdrop = 1 } == [0, 0, 0, 1])
    #expect(
      try shared {
        $0.email = 1
        $0.telegram = 1
        $0.other = 1
      } == [0, 0, 0, 1])
  }

  @Test func `P-DSH-03 · sends are told by the entry point, and by the trigger of the prompt`()
    throws
  {
    let run = try GrowthPlan.certain(seeds: 100, days: 20).with {
      $0.profile.prompts.triggers = [.scoreMilestone]
      $0.behaviour.use.scoreMilestone = 1
      $0.behaviour.use.sessionsPerDay = 2
    }.lived()
    // Everybody meets the milestone once, taps the prompt and shares; nobody comes otherwise.
    #expect(run.value("prompts.shown.scoreMilestone") == 100)
    #expect(run.value("trigger.scoreMilestone.taken") == 1)
    #expect(run.value("trigger.scoreMilestone.completion") == 1)
    #expect(run.value("trigger.scoreMilestone.invites") == Double(run.invites))
    #expect(run.value("way.homePrompt.completion") == 1)
    #expect(run.value("way.settings.opened") == 0)
    let own = try GrowthPlan.certain(seeds: 100, days: 5).with {
      $0.profile.flow.entryPoints = [.settings, .homePrompt]
      $0.behaviour.sharing.visit = 2
    }.lived()
    #expect(own.value("way.settings.invites") == Double(own.invites))
    #expect(own.value("trigger.scoreMilestone.invites") == 0)
  }

  @Test func `P-DSH-04 · retention is told of invited and of others`() throws {
    // Half leave within a day; of the invited, those who would are there for up to a thousand.
    let run = try GrowthPlan.certain(days: 45).arriving(1_000).with {
      $0.behaviour.use.retentionMeans = .stay
      $0.behaviour.use.retention = [1: 0.5, 14: 0.5, 30: 0.5]
      $0.behaviour.use.invitedStay = 1_000
      $0.behaviour.sharing.invitesAtHome = 0.5
      $0.behaviour.recipients.tap = 1
    }.lived()
    for days in [7, 30] {
      #expect(run.value("retention.organic.day\(days)").isNear(0.5, within: 0.05))
      #expect(run.value("retention.invited.day\(days)") ?? 0 > 0.93)
    }
  }

  @Test func `P-DSH-05 · first value may come before the wall that ends onboarding`() throws {
    let run = try GrowthPlan.certain(days: 5).arriving(500).with {
      $0.profile = Profile(.product)
      $0.behaviour.use.sessionsPerDay = 0
      $0.behaviour.sharing.invitesAtHome = 1
      $0.behaviour.recipients.tap = 1
    }.lived()
    let invited = run.tally.launches.invited
    #expect(invited > 100)
    #expect(run.tally.launches.causedFirstValue == invited)
    // Under rin the card is seen at home, after everything else.
    let rin = try GrowthPlan.certain(days: 5).arriving(500).with {
      $0.behaviour.firstRun.dropAtCode = 1
    }.lived()
    #expect(rin.tally.launches.firstValue == 0)
    #expect(rin.tally.launches.home == 0)
  }
}
