import Attribution
import Invites
import Onboarding
import Profiles
import Prompts
import RandomStreams
import Vocabulary

/// What a model stands on and never changes: the plan, checked, with its chance made ready.
final class Groundwork: Sendable {
  let profile: Profile
  let behaviour: Behaviour
  let start: Instant
  let days: Int
  /// The same in seconds.
  let length: Double

  let streams: LuckStreams
  let samplers: Samplers
  let acquaintances: Acquaintances
  let rhythm: Rhythm
  let lifetime: Lifetime
  let moments = ValueMoments()
  let listening: Listening
  /// The ways through the app's screens, played by its real flows.
  let sharing: SharingModel
  let firstRun: FirstRunModel
  /// The ways to a share that members find by themselves, without a prompt.
  let ownWays: [FlowPolicy.EntryPoint]
  /// How phones look, where the matching service tells them apart by their looks.
  let world: DeviceWorld?
  /// Whether it matters which of a member's links an invite carried.
  let keepsLinks: Bool
  /// Whether it matters which contacts a member invited by name.
  let remembersContacts: Bool
  /// Whether the profile takes previews that messengers fetch for clicks.
  let previewsAreClicks: Bool

  /// The members from the start; a market has room for no more than its people.
  var membersAtStart: Int { min(behaviour.arrivals.seeds, behaviour.market.people) }

  /// - Throws: `InvalidParameter`, or what the onboarding rules say of settings that do not go together.
  init(_ plan: GrowthPlan, chance: RandomSource) throws {
    var profile = plan.profile
    let behaviour = plan.behaviour
    profile.signUp = profile.signUp.assuming(behaviour.firstRun.assumedLimits)
    self.profile = profile
    self.behaviour = behaviour
    start = plan.start
    precondition(plan.days <= 36_500, "seconds are counted for a hundred years at most")
    days = plan.days
    length = Double(plan.days) * 86_400
    streams = LuckStreams(chance)
    samplers = try Samplers(behaviour, previewsPerSend: profile.plans.previewFetchesPerSend)
    acquaintances = try Acquaintances(behaviour.market, chance: chance)
    rhythm = Rhythm(daily: behaviour.use.dailyRhythm, weekendLift: behaviour.use.weekendLift)
    lifetime = Lifetime(behaviour.use)
    listening = Listening(to: profile.prompts.triggers)
    sharing = try SharingModel(
      profile.sharing, calendar: profile.calendar, behaviour: behaviour.sharing)
    firstRun = try FirstRunModel(profile.journeyRules(), behaviour: behaviour.firstRun)
    ownWays = profile.flow.entryPoints.filter { $0 != profile.prompts.surface.entryPoint }
    keepsLinks = profile.link.expiry != nil || profile.link.maxAcceptances != nil
    remembersContacts =
      profile.history.memory == .device
      && (profile.flow.perContactInvite || profile.limits.reinviteCooldown != nil)
    previewsAreClicks =
      profile.receipt.decide(
        LinkTap(opener: .previewFetcher), landing: profile.landing, broken: profile.link.broken
      ).isRecorded
    world =
      behaviour.devices.areIdentified
      ? nil : DeviceWorld(behaviour.devices, people: behaviour.market.people, source: chance)
  }
}
