import Attribution
import GrowthloopFindings
@testable import GrowthloopModel
import Invites
import Onboarding
import Profiles
import Prompts
import RandomStreams
import Testing
import Vocabulary

@testable import GrowthloopStudies

@Suite("KPI · what the rin documents ask for")
struct KPITests {
  /// A generation of invites: each newcomer sends a Poisson number, and every one leads home.
  private static func branching(_ invites: Double) -> GrowthPlan {
    GrowthPlan.certain(days: 40).arriving(2_000).with {
      // So many that nearly no one is invited twice.
      $0.behaviour.market.people = 2_000_000
      $0.behaviour.use.sessionsPerDay = 0
      $0.behaviour.sharing.invitesAtHome = invites
      $0.behaviour.recipients.tap = 1
    }
  }

  @Test func `KPI-01, NAV-02 · K of a branching process is its mean, held against 0.5`() throws {
    let metric = try #require(Metric.named("k.cohort"))
    for (invites, isMet) in [(0.3, false), (0.8, true)] {
      let values = try (1...3).map { seed in
        try Self.branching(invites).lived(seed: UInt64(seed)).value("k.cohort")
      }
      for value in values { #expect(value.isNear(invites, within: 0.05)) }
      let ends = values.compactMap(\.self).sorted()
      let verdict = try #require(metric.target).limit.verdict(from: ends[0], to: ends[2])
      #expect(verdict == (isMet ? .kept : .missed))
    }
  }

  @Test func `KPI-01 · K of a sender counts those alone who sent anything`() throws {
    let run = try Self.branching(0.5).lived()
    // The mean over those with at least one: m / (1 − e^−m).
    #expect(run.value("k.sender").isNear(0.5 / (1 - Double.exp(-0.5)), within: 0.08))
  }

  @Test func `KPI-02 · a share in every session makes as many shares as sessions`() throws {
    let run = try GrowthPlan.certain(seeds: 100).with { $0.behaviour.sharing.visit = 2 }.lived()
    // A contact who is a member already is not offered an invite.
    let notOffered = run.tally.shares.endings.map {
      $0[Int(SharingAttempt.Ending.notOffered.rawValue)]
    }
    #expect(run.completions + notOffered.reduce(0, +) == run.tally.sessions)
    // A session a day over one month, of members who all have one.
    #expect(run.value("sends.perActiveMonth").isNear(30, within: 2))
    #expect(Metric.named("sends.perActiveMonth")?.target?.limit.value == 1.5)
  }

  @Test func `KPI-03 · conversion is the share of invites that end at home`() throws {
    let run = try GrowthPlan.certain(days: 10).arriving(1_500).with {
      $0.behaviour.use.sessionsPerDay = 0
      $0.behaviour.sharing.invitesAtHome = 1
      $0.behaviour.recipients.tap = 0.5
      $0.behaviour.recipients.install = 0.5
    }.lived()
    #expect(run.value("conversion.home").isNear(0.25, within: 0.03))
    #expect(run.value("conversion.homePerShare") == nil, "no share of a flow was completed")
    #expect(Metric.named("conversion.home")?.target?.limit.value == 0.3)
  }

  @Test func `KPI-04 · completion is lost where newcomers leave, and nowhere else`() throws {
    #expect(try GrowthPlan.certain().arriving(200).lived().value("onboarding.completion") == 1)
    let leaving = GrowthPlan.certain().arriving(2_000).with {
      $0.behaviour.firstRun.dropAtCode = 0.25
    }
    let run = try leaving.lived()
    #expect(run.value("onboarding.completion").isNear(0.75, within: 0.03))
    let atCode = run.value("onboarding.leftAt.code") ?? 0
    #expect(Int(atCode) + run.tally.launches.home == run.launches)
  }

  /// What a lever does to a metric, with the same random numbers.
  private static func lift(
    _ metric: String, _ pull: (inout GrowthPlan) -> Void
  ) throws -> Double {
    // At a launch each moment of value comes to all.
    let base = livelyPlan(people: 10_000).with { $0.behaviour.arrivals.seedsAre = .cold }
    let before = try base.lived().value(metric) ?? 0
    return try (base.with(pull).lived().value(metric) ?? 0) - before
  }

  @Test func `KPI-05 · entry points, messages, prompts and their moments lift K`() throws {
    #expect(try Self.lift("k.effective") { $0.behaviour.sharing.visit *= 2 } > 0)
    #expect(try Self.lift("k.effective") { $0.behaviour.recipients.tap *= 2 } > 0)
    #expect(try Self.lift("k.effective") { $0.behaviour.sharing.promptTap *= 3 } > 0)
    #expect(
      try Self.lift("k.effective") {
        $0.behaviour.use.dedupReview = 0
        $0.behaviour.use.scoreMilestone = 0
      } < 0)
  }

  @Test func `KPI-05 · K is as much greater as more invites are sent and more are tapped`() throws {
    // Messages: K is the mean number of invites times the proportion that are tapped.
    for (invites, tap) in [(0.8, 0.5), (0.4, 1), (0.8, 1)] {
      let run = try Self.branching(invites).with { $0.behaviour.recipients.tap = tap }.lived()
      #expect(run.value("k.cohort").isNear(invites * tap, within: 0.06))
    }
  }

  @Test func `KPI-05 · entry points and prompts each carry K, and without both there is none`()
    throws
  {
    func reach(_ change: (inout GrowthPlan) -> Void) throws -> Double? {
      try livelyPlan(people: 10_000).with(change).lived().value("k.effective")
    }
    let ofPrompts = try reach { $0.profile.flow.entryPoints = [.homePrompt] }
    let ofEntries = try reach { $0.profile.prompts.triggers = [] }
    #expect(try #require(ofPrompts) > 0)
    #expect(try #require(ofEntries) > 0)
    let ofNeither = try reach {
      $0.profile.flow.entryPoints = [.homePrompt]
      $0.profile.prompts.triggers = []
    }
    #expect(ofNeither == 0)
    // A prompt needs its moment.
    let withoutMoments = try reach {
      $0.profile.flow.entryPoints = [.homePrompt]
      $0.profile.prompts.triggers = [.dedupReview, .scoreMilestone]
      $0.behaviour.use.dedupReview = 0
      $0.behaviour.use.scoreMilestone = 0
    }
    #expect(withoutMoments == 0)
  }

  @Test func `KPI-06 · four entry points, triggers and a smooth share sheet lift sending`() throws {
    let rate = "sends.perActiveMonth"
    #expect(try Self.lift(rate) { $0.profile.flow.entryPoints = [.homePrompt] } < 0)
    #expect(try Self.lift(rate) { $0.profile.prompts.triggers = [] } < 0)
    #expect(try Self.lift(rate) { $0.behaviour.sharing.complete = 1 } > 0)
  }

  @Test func `KPI-07 · messages and what an invite promises lift conversion`() throws {
    #expect(try Self.lift("conversion.home") { $0.behaviour.recipients.tap = 0.8 } > 0)
    #expect(try Self.lift("conversion.home") { $0.behaviour.recipients.install = 0.9 } > 0)
    #expect(try Self.lift("after.connected") { $0.profile.connection.mode = .suggested } < 0)
  }

  @Test
  func `KPI-07 · conversion is taps times installs, so that each lever lifts it in proportion`()
    throws
  {
    for (tap, install) in [(0.5, 0.8), (0.8, 0.8), (0.8, 0.5)] {
      let run = try GrowthPlan.certain(days: 10).arriving(1_500).with {
        $0.behaviour.use.sessionsPerDay = 0
        $0.behaviour.sharing.invitesAtHome = 1
        $0.behaviour.recipients.tap = tap
        $0.behaviour.recipients.install = install
      }.lived()
      #expect(run.value("conversion.home").isNear(tap * install, within: 0.04))
    }
  }

  @Test func `KPI-07 · what the invite promises: all credited newcomers are connected, or none`()
    throws
  {
    for isConnected in [true, false] {
      let run = try Self.branching(0.8).with {
        $0.profile.connection.mode = isConnected ? .autoMutualAtVerification : .none
      }.lived()
      #expect(run.tally.launches.invitedHome > 500)
      #expect(
        run.tally.afterwards.connected == (isConnected ? run.tally.launches.invitedHome : 0))
    }
  }

  @Test func `KPI-04 · completion is the chance to pass every screen`() throws {
    let plan = GrowthPlan.certain().arriving(2_000)
    let watch = StoryCollector(forFirst: 1) { if case .firstRun = $0.event { true } else { false } }
    var run = try GrowthRun(plan, seed: 1, observer: watch)
    run.run()
    guard case .firstRun(let story)? = watch.found.first?.event else {
      Issue.record("no newcomer arrived")
      return
    }
    let screens = story.screens.map(\.step).filter { $0 != .code && $0 != .account && $0 != .home }
    #expect(screens.count > 4)
    for drop in [0.02, 0.1] {
      let completed = try plan.with { $0.behaviour.firstRun.dropPerScreen = drop }.lived()
        .value("onboarding.completion")
      let passed = screens.reduce(1) { chance, _ in chance * (1 - drop) }
      #expect(completed.isNear(passed, within: 0.035))
    }
  }

  @Test(arguments: [(1.0, 1.0), (0.5, 1), (1, 0), (0.5, 0)])
  func `KPI-08 · the context of the invite and the card on S1 lift completion of the invited alone`(
    context: Double, proof: Double
  ) throws {
    func completions(_ matchRate: Double) throws -> (all: Double?, invited: Double?) {
      let run = try Self.branching(0.8).with {
        $0.profile.deferred.matchRate = matchRate
        $0.behaviour.firstRun.dropPerScreen = 0.1
        $0.behaviour.firstRun.inviteContext = context
        $0.behaviour.firstRun.socialProof = proof
      }.lived()
      #expect(run.launches > 2_500)
      return (run.value("onboarding.completion"), run.value("onboarding.invitedCompletion"))
    }
    // Ten screens of rin have this chance, the welcome among them.
    let passed = { (drop: Double, times: Int) in
      (0..<times).reduce(1.0) { chance, _ in chance * (1 - drop) }
    }
    let invited = passed(0.1 * context, 9) * (1 - 0.1 * context * proof)
    #expect(try completions(1).invited.isNear(invited, within: 0.06))
    // Who is welcomed by nobody's name is kept by nothing.
    #expect(try completions(0).all.isNear(passed(0.1, 10), within: 0.035))
  }

  @Test func `KPI-09 · both floors may be met while K is missed`() throws {
    let run = handMadeRun { tally in
      tally.activity.monthlyActive = [100]
      tally.shares.endings[1][Int(SharingAttempt.Ending.completed.rawValue)] = 151
      tally.origins.count(.invite, Origin(nil, by: .way(.profile)), times: 151)
      tally.launches.causedHome = 46
      tally.launches.invitedHome = 46
    }
    let verdicts = ["sends.perActiveMonth", "conversion.home", "k.month"].map { key in
      Metric.named(key)?.target.flatMap { target in
        run.value(key).map(target.limit.isKept)
      }
    }
    #expect(verdicts == [true, true, false])
    #expect(SeedTargets.sentences[0].contains("0.45 newcomers per active member and month"))
  }

  @Test func `KPI-10 · what is open is told in every form, each with what it counts`() {
    let open = Metric.all.filter { $0.answers.contains("KPI-10") }
    #expect(open.map(\.key) == ["k.cohort", "k.month", "k.sender", "k.basic", "k.effective"])
    #expect(Set(open.map(\.definition)).count == open.count)
    #expect(open.allSatisfy { $0.unit.contains(" per ") })
  }
}
