import GrowthloopFindings
import Invites
import Prompts
import Statistics
import Testing
import Vocabulary

@testable import GrowthloopStudies
@testable import GrowthloopModel

@Suite("Experiments · the metrics")
struct MetricTests {
  @Test func `every metric has a key of its own and a definition of one sentence`() {
    #expect(Set(Metric.all.map(\.key)).count == Metric.all.count)
    for metric in Metric.all {
      #expect(metric.definition.hasSuffix("."), "\(metric.key)")
      #expect(!metric.unit.isEmpty && !metric.name.isEmpty, "\(metric.key)")
    }
    for key in Metric.headline { #expect(Metric.named(key) != nil, "\(key)") }
  }

  @Test func `the people by invites of an answer are the newcomers whom invites bring home`() {
    let run = handMadeRun { $0.launches.causedHome = 30 }
    #expect(Metric.named(LoopCourse.metric)?.value(in: run) == 30)
  }

  @Test func `every metric has a short label of its own, in words`() {
    let labels = Metric.all.map(\.name)
    #expect(Set(labels).count == labels.count)
    let long = labels.filter { $0.count > 60 }
    #expect(long.isEmpty, "\(long)")
    let headline = Metric.headline.compactMap { Metric.named($0)?.name }
    #expect(headline.allSatisfy { $0.count <= 40 && !$0.contains(".") }, "\(headline)")
  }

  @Test func `every measure of the catalogue is answered, or said not to be`() {
    let answered = Set(Metric.all.flatMap(\.answers) + Metric.unanswered.map(\.id))
    let catalogue =
      (1...4).map { "KPI-0\($0)" } + (1...8).map { "P-MET-0\($0)" }.filter { $0 != "P-MET-08" }
      + (1...10).map { "D-MET-\($0 < 10 ? "0" : "")\($0)" } + (1...6).map { "FMX-0\($0)" }
      + (1...4).map { "P-DSH-0\($0)" } + ["P-DSH-06"]
    for id in catalogue { #expect(answered.contains(id), "\(id)") }
    for gap in Metric.unanswered {
      for metric in Metric.all where metric.answers.contains(gap.id) {
        #expect(gap.reason.contains(metric.key), "\(gap.id): what stands in for it is named")
      }
    }
  }

  @Test func `the targets are those of the catalogue`() {
    let expected: [String: Double] = [
      "k.cohort": 0.5, "sends.perActiveMonth": 1.5, "conversion.home": 0.3,
      "onboarding.completion": 0.8, "sends.senderShare": 0.15, "conversion.tapped": 0.4,
      "conversion.homeOfTapped": 0.25, "flow.senderShare": 0.5, "conversion.signedUp": 0.15,
      "onboarding.grantShare": 0.6, "flow.sheetCompletion": 0.7,
    ]
    for (key, value) in expected {
      #expect(Metric.named(key)?.target?.limit.value == value, "\(key)")
    }
  }

  @Test func `nothing is defined in a run in which nothing happened, but its counts`() {
    let run = handMadeRun { _ in }
    for metric in Metric.all where metric.style != .count {
      #expect(metric.value(in: run) == nil || metric.key == "market.reached", "\(metric.key)")
    }
    #expect(run.value("prompts.shown") == 0)
    #expect(run.value("depth.deepest") == nil)
  }

  @Test func `a cohort counts once its whole cycle lies before the end`() {
    let run = handMadeRun { tally in
      tally.days[0].cohortMembers = 10
      tally.days[0].cohortHomesInCycle = 4
      tally.days[29].cohortMembers = 10
      tally.days[29].cohortHomesInCycle = 5
      // 29 days before the end: not a whole cycle of 30.
      tally.days[30].cohortMembers = 100
      tally.days[30].cohortHomesInCycle = 100
    }
    #expect(run.value("k.cohort") == 0.45)
  }

  @Test func `the coefficients of a month and of a sender differ by who is counted`() {
    let run = handMadeRun { tally in
      tally.launches.invitedHome = 30
      tally.activity.monthlyActive = [100, 50]
      tally.activity.senders = 20
    }
    #expect(run.value("k.month") == 0.2)
    #expect(run.value("k.sender") == 1.5)
  }

  @Test func `saturation is what the basic coefficient promises and the effective lacks`() throws {
    let run = handMadeRun { tally in
      tally.activity.seeds = 60
      tally.launches.home = 40
      tally.origins.count(.invite, Origin(nil, by: .way(.elsewhere)), times: 200)
      tally.taps.all = 100
      tally.taps.byMembers = 50
      tally.taps.leadToInstall = 30
      tally.launches.invited = 25
      tally.launches.causedHome = 20
    }
    // 2 invites × 1/2 tapped × 30/50 installed × 20/25 home.
    let basic = try #require(run.value("k.basic"))
    #expect(abs(basic - 0.48) < 1e-12)
    #expect(run.value("k.effective") == 0.2)
    let lost = try #require(run.value("k.saturation"))
    #expect(abs(lost - (1 - 0.2 / 0.48)) < 1e-12)
  }

  @Test func `a member launched the app or was there, a member at home reached home or was there`()
  {
    let run = handMadeRun { tally in
      tally.activity.seeds = 10
      tally.launches.organic = 25
      tally.launches.invited = 5
      tally.launches.home = 20
      tally.launches.causedHome = 3
      tally.origins.count(.invite, Origin(nil, by: .way(.elsewhere)), times: 60)
      tally.taps.all = 30
      tally.taps.leadToInstall = 6
    }
    #expect(run.value("members.all") == 40 && run.value("sends.perMember") == 1.5)
    #expect(run.value("members.atHome") == 30 && run.value("k.effective") == 0.1)
    // 60 invites of 30 at home × 1/2 tapped × 1/5 installed × 3/5 home.
    #expect(run.value("k.basic") == 0.12)
    for key in ["k.basic", "k.effective"] {
      #expect(Metric.named(key)?.unit == "newcomers per member at home")
      #expect(Metric.named(key)?.definition.contains("per member at home") == true)
    }
    for metric in Metric.all where metric.definition.contains("per member at home") {
      #expect(["k.basic", "k.effective"].contains(metric.key), "\(metric.key)")
    }
  }

  @Test func `whatever is counted per active member says who is active, or counts the same ones`() {
    let own = Metric.all.filter { $0.definition.contains(Metric.activeMember) }
    #expect(
      Set(own.map(\.key)).isSuperset(of: [
        "k.month", "sends.senderShare", "use.activeDaily", "flow.openRate.week",
        "flow.openRate.day",
      ]))
    for metric in Metric.all {
      #expect(!metric.definition.contains("per member with a session"), "\(metric.key)")
    }
  }

  @Test func `arrivals are told as attempted, and as what came of them`() {
    let run = handMadeRun { tally in
      tally.arrivals.crowd.attempted = 9
      tally.arrivals.crowd.unanswered = 2
    }
    #expect(run.value("arrivals.crowd.attempted") == 9)
    #expect(run.value("arrivals.crowd.newcomers") == 7)
    #expect(run.value("arrivals.crowd.unanswered") == 2)
    #expect(run.value("arrivals.organic.attempted") == 0)
  }

  @Test func `invites are counted in three units, and accepted in four senses`() {
    let run = handMadeRun { tally in
      tally.shares.endings[1][Int(SharingAttempt.Ending.completed.rawValue)] = 40
      tally.shares.endings[2][Int(SharingAttempt.Ending.copied.rawValue)] = 10
      tally.shares.millisecondsToComplete = 200_000
      tally.origins.count(.invite, Origin(nil, by: .way(.profile)), times: 100)
      tally.activity.monthlyActive = [20]
      tally.taps.all = 40
      tally.launches.signedUpInWeek = 12
      tally.afterwards.causedConnected = 11
      tally.launches.causedHome = 10
    }
    #expect(run.value("sends.perActiveMonth") == 2)
    #expect(run.value("sends.recordsPerActiveMonth") == 2.5)
    #expect(run.value("sends.recipientsPerActiveMonth") == 5)
    #expect(run.value("flow.seconds") == 5)
    #expect(run.value("conversion.tapped") == 0.4)
    #expect(run.value("conversion.signedUp") == 0.12)
    #expect(run.value("conversion.connected") == 0.11)
    #expect(run.value("conversion.home") == 0.1)
    #expect(run.value("conversion.homeOfTapped") == 0.25)
  }

  @Test func `credit is held against the truth`() {
    let run = handMadeRun { tally in
      tally.launches.invited = 100
      tally.launches.organic = 200
      tally.credit.credited = 98
      tally.credit.all[.right] = 80
      tally.credit.all[.wrong] = 15
      tally.credit.all[.lost] = 5
      tally.credit.all[.stolen] = 3
    }
    #expect(run.value("credit.rightShare") == 0.80)
    #expect(run.value("credit.wrongShare") == 0.15)
    #expect(run.value("credit.lostShare") == 0.05)
    #expect(run.value("credit.stolenShare") == 0.015)
    #expect(run.value("credit.precision") == 80.0 / 98)
  }

  @Test func `prompts are told apart by trigger and reason, invites by way and channel`() {
    let run = handMadeRun { tally in
      tally.prompts.met[Int(PromptTrigger.scoreMilestone.ordinal)] = 4
      tally.prompts.shown[Int(PromptTrigger.scoreMilestone.ordinal)] = 1
      tally.prompts.suppressed[Int(PromptSuppression.recentShare.ordinal)] = 3
      let way = Int(Origin.Way.homePrompt.rawValue)
      tally.shares.endings[way][Int(SharingAttempt.Ending.completed.rawValue)] = 2
      tally.shares.endings[way][Int(SharingAttempt.Ending.cancelled.rawValue)] = 6
      // A way that the profile does not offer was never opened.
      tally.shares.endings[way][Int(SharingAttempt.Ending.notOffered.rawValue)] = 90
      let origin = Origin(.whatsapp, by: .prompt(.scoreMilestone))
      for _ in 0..<4 { tally.origins.count(.invite, origin) }
      tally.origins.count(.tap, origin)
      tally.origins.count(.invite, Origin(nil, by: .way(.elsewhere)))
    }
    #expect(run.value("prompts.shown.scoreMilestone") == 1)
    #expect(run.value("prompts.shownShare") == 0.25)
    #expect(run.value("prompts.suppressed.recentShare") == 3)
    #expect(run.value("way.homePrompt.opened") == 8)
    #expect(run.value("way.homePrompt.completion") == 0.25)
    #expect(run.value("way.homePrompt.tapped") == 0.25)
    #expect(run.value("trigger.scoreMilestone.tapped") == 0.25)
    #expect(run.value("trigger.dedupReview.invites") == 0)
    #expect(run.value("channel.whatsapp.invites") == 4)
    #expect(run.value("channel.untold.invites") == 1)
  }

  @Test func `depth, cycle and return are means over those who count`() {
    let run = handMadeRun { tally in
      tally.afterwards.depth[1] = 3
      tally.afterwards.depth[2] = 1
      tally.afterwards.cycles = 2
      tally.afterwards.cycleSeconds = 3 * 86_400
      tally.days[0].cohortMembers = 10
      tally.days[59].cohortMembers = 90
      tally.activity.organicReturns = [2, 0, 0]
      tally.activity.invitedReturns = [1, 0, 0]
    }
    #expect(run.value("depth.mean") == 1.25)
    #expect(run.value("depth.first") == 0.75)
    #expect(run.value("depth.deepest") == 2)
    #expect(run.value("cycle.days") == 1.5)
    // Whoever joined on the last day cannot have come back a day later.
    #expect(run.value("retention.day1") == 0.3)
  }

  @Test func `the targets that cannot hold together come to the figures of the catalogue`() {
    #expect(SeedTargets.floorPerMonth == 0.45)
    #expect(SeedTargets.sentences[1].contains("1.11 active months"))
    #expect(SeedTargets.sentences[2].contains("13.3 invites"))
  }
}
