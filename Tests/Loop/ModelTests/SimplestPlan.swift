import GrowthloopModel
import Profiles
import Vocabulary

extension GrowthPlan {
  /// The rules and people at their simplest: whoever comes home invites a Poisson number of random
  /// people, and every invite leads home.
  ///
  /// A tap follows an invite after `tap`, and an install follows the tap after `install`.
  static func branching(
    people: Int, invites: Double, tap: Delay = .fixed(.hours(1)), install: Delay = .fixed(.zero),
    days: Int
  ) -> GrowthPlan {
    var plan = GrowthPlan()
    plan.days = days
    plan.profile.plans.previewFetchesPerSend = 0
    plan.behaviour.market.people = people
    plan.behaviour.market.communityShare = 0
    plan.behaviour.market.iOSShare = 1
    plan.behaviour.market.contactsMedian = 50_000
    plan.behaviour.market.contactsSigma = 0.01
    plan.behaviour.arrivals.seeds = 0
    plan.behaviour.arrivals.organicPerDay = 0
    plan.behaviour.use.sessionsPerDay = 0
    // A session that news brings about may show a prompt, and more is shared than the formulas know.
    plan.behaviour.use.returnOnPush = 0
    plan.behaviour.sharing.invitesAtHome = invites
    plan.behaviour.recipients.tap = 1
    plan.behaviour.recipients.tapDelay = tap
    plan.behaviour.recipients.install = 1
    plan.behaviour.recipients.installDelay = install
    plan.behaviour.recipients.launchDelay = .fixed(.zero)
    plan.behaviour.firstRun.dropPerScreen = 0
    plan.behaviour.firstRun.dropAtCode = 0
    plan.behaviour.firstRun.perScreen = .fixed(.zero)
    plan.behaviour.firstRun.codeTime = .fixed(.zero)
    plan.behaviour.firstRun.syncTime = .fixed(.zero)
    plan.behaviour.firstRun.wrongCode = 0
    plan.behaviour.firstRun.wrongNumber = 0
    return plan
  }

  /// Lets so many people install at once, at the beginning.
  mutating func begin(with installs: Int) {
    behaviour.arrivals.crowd = OrganicArrivals.Crowd(
      installs: installs, after: .zero, within: .zero)
  }
}
