import GrowthloopFindings
import GrowthloopModel
import Testing

@testable import GrowthloopPlans

/// Whatever is taken can be run: nothing that a distribution refuses comes through.
@Suite("Growth scenarios · a plan that was read can be run")
struct RunnableTests {
  static let candidates = [
    "0", "1", "2", "-1", "0.5", "1e-9", "1e-300", "1e300", "-1e300", "0.0001", "100%", "4", "10",
    "40", "1_000", "60k", "1_000_000", "9_000_000_000_000_000_000", "none", "0s", "1ms",
    "365250d", "{mean: 1ms}", "{mean: 0s}", "{mean: 365250d}", "{median: 1ms, sigma: 0}",
    "{median: 365250d, sigma: 10}", "{median: 365250d, sigma: 1e3}", "{median: 0s, sigma: 1}",
    "{installs: 1, after: 0s, within: 0s}", "{installs: 40, after: 1d, within: 365d}",
  ]

  @Test func `no value that is taken keeps a run from beginning or ending`() throws {
    let base = """
      title: x
      days: 1
      market: {people: 40, communitySize: 10}
      arrivals: {seeds: 4, organicPerDay: 20}
      """
    let names =
      GrowthScenario().fieldDescriptions.flatMap(\.paths) + [
        "load.previewFetchesPerSend", "onboarding.organicScreens", "onboarding.invitedScreens",
        "signup.otpExpirySeconds", "signup.numberSwitchLimit", "prompts.maxPerWeek",
        "limits.dailyInvites", "attribution.windowDays", "deferred.matchRate",
      ]
    var taken = 0
    var refused = 0
    for name in names {
      for candidate in Self.candidates {
        guard let plan = try? readGrowth(base, set: ["\(name)=\(candidate)"]).value.plan else {
          refused += 1
          continue
        }
        taken += 1
        // Days beyond the first tell nothing new, and take their time.
        var short = plan
        short.days = min(plan.days, 2)
        var run = try GrowthRun(short, seed: 1)
        let isDone = !mayRun(short) || run.run()
        #expect(isDone, "\(name)=\(candidate)")
      }
    }
    // Both ways often enough for this to prove something.
    #expect(taken > 300)
    #expect(refused > 300)
  }

  /// Whether a run ends soon: millions of arrivals do not.
  private func mayRun(_ plan: GrowthPlan) -> Bool {
    plan.behaviour.arrivals.organicPerDay < 20_000 && plan.behaviour.use.sessionsPerDay < 20
      && plan.behaviour.sharing.invitesPerDay < 20 && plan.behaviour.sharing.invitesAtHome < 20
      && plan.behaviour.sharing.recipients < 20
  }
}
