@testable import GrowthloopModel
import Profiles
import SimulationKernel
import Vocabulary

/// A small town in which nearly everything happens: prompts, cancels, dead batteries, late installs,
/// deleted accounts, several inviters of one person.
enum LivelyTown {
  static func plan(_ profile: Profile, _ overrides: String = "") throws -> GrowthPlan {
    var plan = GrowthPlan()
    plan.profile = profile
    plan.days = 40
    plan.behaviour.market.people = 600
    plan.behaviour.market.communitySize = 60
    plan.behaviour.arrivals.seeds = 80
    plan.behaviour.arrivals.organicPerDay = 3
    plan.behaviour.use.retention = [1: 0.8, 14: 0.7, 30: 0.6]
    plan.behaviour.market.suggestionsPerContact = 0.3
    plan.behaviour.use.dedupReview = 0.25
    plan.behaviour.use.scoreMilestone = 0.2
    plan.behaviour.use.accountDeletionPerDay = 0.01
    plan.behaviour.sharing.visit = 0.15
    plan.behaviour.sharing.promptTap = 0.4
    plan.behaviour.sharing.proceed = 0.9
    plan.behaviour.sharing.offline = 0.15
    plan.behaviour.sharing.linkFailure = 0.15
    plan.behaviour.sharing.linkTime = .logNormal(median: .milliseconds(800), sigma: 1.2)
    plan.behaviour.sharing.recipients = 6
    plan.behaviour.recipients.tapDelay = .logNormal(median: .days(4), sigma: 1.6)
    plan.behaviour.recipients.install = 0.5
    plan.behaviour.recipients.installDelay = .logNormal(median: .days(2), sigma: 1.6)
    plan.behaviour.recipients.launchDelay = .logNormal(median: .hours(8), sigma: 1.6)
    try plan.profile.apply(Profile.Override.list(overrides))
    return plan
  }

  /// What a run of the plan comes to: all counts, and the digest of all events.
  struct Outcome: Hashable {
    let tally: Tally
    let digest: UInt64
    /// When the latest newcomer without an invite came, after exactly so many gaps.
    let organicMoment: Double
  }

  static func outcome(_ plan: GrowthPlan) throws -> Outcome {
    var run = try GrowthRun(plan, seed: 4)
    run.run()
    return Outcome(
      tally: run.tally, digest: run.log.hash,
      organicMoment: run.shards[0].simulation.model.organicMoment)
  }
}

extension Profile.Override {
  /// Reads `name=value; name=value`.
  static func list(_ text: String) -> [Profile.Override] {
    text.split(separator: ";").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1)
      return Profile.Override(
        String(parts[0].drop { $0 == " " }), String(parts[1]), isDeliberate: true)
    }
  }
}

extension TextShape {
  /// Some values of each kind; those that the setting refuses are left out by whoever asks.
  var samples: [String] {
    switch self {
    case .choice(let words): words
    case .flag: ["true", "false"]
    case .integer(let range): [1, 2, 5].filter { range.contains($0) }.map { String($0) }
    case .real: ["0", "0.5", "2"]
    case .share: ["0", "0.3", "1"]
    case .time: ["1", "3", "20"]
    case .words, .text: ["abc", "example.org", "50@2"]
    case .either(let shapes): shapes.flatMap(\.samples)
    case .list(let shape): ["none"] + shape.samples
    }
  }
}
