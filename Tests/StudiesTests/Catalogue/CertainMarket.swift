import GrowthloopModel
import Prompts
import Profiles
import Vocabulary

@testable import GrowthloopStudies

extension GrowthPlan {
  /// A market without accidents: everybody who begins something completes it, nobody leaves, nobody
  /// meets anybody twice, and each share goes to one person by Messages.
  ///
  /// Members have a session a day on average, at any hour alike, and share in none of them.
  static func certain(seeds: Int = 300, days: Int = 30) -> GrowthPlan {
    var plan = GrowthPlan()
    plan.days = days
    plan.profile.prompts.triggers = []
    var behaviour = Behaviour()
    behaviour.market.people = 200_000
    behaviour.market.communityShare = 0
    behaviour.market.iOSShare = 1
    behaviour.market.contactsMedian = 20_000
    behaviour.market.contactsSigma = 0.01
    behaviour.arrivals.seeds = seeds
    behaviour.arrivals.seedsAre = .cold
    behaviour.arrivals.organicPerDay = 0
    behaviour.use.dailyRhythm = 0
    behaviour.use.weekendLift = 0
    behaviour.use.retention = [1: 1, 14: 1, 30: 1]
    behaviour.use.returnOnPush = 0
    behaviour.use.inCoreFlow = 0
    behaviour.sharing = .certain
    behaviour.recipients.tap = 0
    behaviour.recipients.tapDelay = .fixed(.hours(1))
    behaviour.recipients.install = 1
    behaviour.recipients.installDelay = .fixed(.minutes(1))
    behaviour.recipients.launchDelay = .fixed(.zero)
    behaviour.firstRun = .certain
    plan.behaviour = behaviour
    return plan
  }

  func with(_ change: (inout GrowthPlan) -> Void) -> GrowthPlan {
    var plan = self
    change(&plan)
    return plan
  }

  /// So many newcomers in the first second, whom nobody invited.
  func arriving(_ newcomers: Int) -> GrowthPlan {
    with {
      $0.behaviour.arrivals.seeds = 0
      $0.behaviour.arrivals.crowd = OrganicArrivals.Crowd(
        installs: newcomers, after: .zero, within: .zero)
    }
  }

  /// One replication, and what there is to see of it.
  func lived(seed: UInt64 = 1) throws -> Observation {
    var run = try GrowthRun(self, seed: seed)
    run.run()
    return Observation(
      plan: self, tally: run.tally, cascades: run.cascades, tallyAtJudgement: run.tallyAtJudgement)
  }
}

extension Sharing {
  fileprivate static var certain: Sharing {
    var sharing = Sharing()
    sharing.visit = 0
    sharing.propensityShape = 1e6
    sharing.proceed = 1
    sharing.complete = 1
    sharing.copy = 0
    sharing.again = 0
    sharing.untold = 0
    sharing.offline = 0
    sharing.linkFailure = 0
    sharing.contactsFailure = 0
    sharing.grantWithExplainer = 1
    sharing.recipients = 1
    sharing.promptTap = 1
    sharing.promptDismiss = 0
    sharing.channels = .only { $0.messages = 1 }
    return sharing
  }
}

extension ChannelMix {
  /// Only the channels that `weigh` gives a weight.
  static func only(_ weigh: (inout ChannelMix) -> Void) -> ChannelMix {
    var mix = ChannelMix()
    mix.messages = 0
    mix.whatsapp = 0
    mix.telegram = 0
    mix.email = 0
    mix.airdrop = 0
    mix.other = 0
    weigh(&mix)
    return mix
  }
}

extension FirstRun {
  fileprivate static var certain: FirstRun {
    var firstRun = FirstRun()
    firstRun.dropPerScreen = 0
    firstRun.dropAtCode = 0
    firstRun.dropAtAccount = 0
    firstRun.grantWithExplainer = 1
    firstRun.wrongCode = 0
    firstRun.wrongNumber = 0
    firstRun.findings = 1
    firstRun.perScreen = .fixed(.seconds(1))
    firstRun.codeTime = .fixed(.seconds(1))
    firstRun.syncTime = .fixed(.seconds(1))
    return firstRun
  }
}

extension Double? {
  /// Whether there is a number no further from `truth` than `tolerance`.
  func isNear(_ truth: Double, within tolerance: Double) -> Bool {
    map { ($0 - truth).magnitude <= tolerance } ?? false
  }
}
