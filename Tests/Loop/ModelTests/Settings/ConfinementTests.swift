@testable import GrowthloopModel
import Profiles
import Testing
import Vocabulary

/// A group of settings, and circumstances in which they are without a say.
struct Confinement: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// How the names of the settings begin.
  let groups: [String]
  /// Those of them that also have another say.
  var except: Set<String> = []
  let circumstances: @Sendable (inout GrowthPlan) -> Void
  /// Takes out of the counts what the settings still move.
  var still: @Sendable (inout Tally) -> Void = { _ in }

  func turns(_ plan: GrowthPlan) -> [(change: String, plan: GrowthPlan)] {
    Setting.all.filter { setting in
      groups.contains { setting.name.hasPrefix($0) } && !except.contains(setting.name)
    }.flatMap { setting in
      setting.shape.samples.compactMap { value in
        var turned = plan
        let override = Profile.Override(setting.name, value, isDeliberate: true)
        guard (try? turned.profile.apply([override])) != nil, turned.profile != plan.profile
        else { return nil }
        return ("\(setting.name)=\(value)", turned)
      }
    }
  }
}

@Suite("Settings · each moves only what it should")
struct ConfinementTests {
  static let confinements = [
    Confinement(
      testDescription: "prompts that nobody answers move nothing but the count of prompts",
      // The surface of prompts is no way of one's own; a rule set brings its own triggers along.
      groups: ["prompts."], except: ["prompts.surface", "prompts.ruleSet"],
      circumstances: {
        $0.behaviour.sharing.promptTap = 0
        $0.behaviour.sharing.promptDismiss = 0
      },
      still: { tally in
        tally.prompts = PromptTally()
        for day in tally.days.indices { tally.days[day].prompts = 0 }
      }),
    Confinement(
      testDescription: "how one shares moves nothing where nobody does",
      groups: [
        "flow.", "limits.", "link.", "share.", "channels.", "offline.", "retry.", "history.",
        "contacts.",
      ],
      circumstances: {
        $0.behaviour.sharing.visit = 0
        $0.behaviour.sharing.promptTap = 0
      }),
    Confinement(
      testDescription: "who is credited moves nothing before the first arrival by an invite",
      groups: ["attribution.", "deferred.", "connection.", "notify.", "model."],
      circumstances: {
        $0.behaviour.arrivals.organicPerDay = 0
        $0.behaviour.recipients.installDelay = .fixed(.days(100))
      }),
    Confinement(
      testDescription: "how newcomers are led moves nothing where nobody comes",
      groups: ["onboarding.", "signup.", "circles.", "firstValue.", "connection.", "notify."],
      circumstances: {
        $0.behaviour.arrivals.organicPerDay = 0
        $0.behaviour.arrivals.seedsAre = .cold
        $0.behaviour.recipients.install = 0
      }),
    Confinement(
      testDescription: "what a link meets moves nothing where nobody taps and nothing is fetched",
      groups: ["landing.", "receipt.", "attribution.", "deferred.matcher", "deferred.matchRate"],
      circumstances: {
        $0.behaviour.recipients.tap = 0
        $0.profile.plans.previewFetchesPerSend = 0
      }),
    Confinement(
      testDescription: "news that calls nobody back moves nothing but the count of news",
      groups: ["notify."],
      circumstances: { $0.behaviour.use.returnOnPush = 0 },
      still: { $0.afterwards.notifications = 0 }),
    Confinement(
      testDescription: "what is shown to whom taps moves nothing but the count of what is shown",
      groups: ["landing."],
      circumstances: { _ in },
      still: {
        $0.taps.met = []
        $0.taps.previews = 0
      }),
  ]

  @Test(arguments: confinements)
  func `a group of settings`(_ confinement: Confinement) throws {
    var plan = try LivelyTown.plan(.rin)
    confinement.circumstances(&plan)
    var usual = try LivelyTown.outcome(plan).tally
    confinement.still(&usual)
    let turns = confinement.turns(plan)
    #expect(turns.count >= 5)
    for (change, turned) in turns {
      // What the onboarding rules refuse cannot be run.
      guard var tally = try? LivelyTown.outcome(turned).tally else { continue }
      confinement.still(&tally)
      let isStill = tally == usual
      #expect(isStill, "\(change)")
    }
  }
}
