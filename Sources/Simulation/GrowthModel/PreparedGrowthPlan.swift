import Attribution
import Invites
import Onboarding
import Profiles
import Prompts
import RandomStreams
import Vocabulary

/// A validated plan with its random streams and lookup tables; immutable.
final class PreparedGrowthPlan: Sendable {
  let profile: Profile
  let behaviour: Behaviour
  let start: Instant
  let days: Int
  /// The length in seconds.
  let length: Double

  let streams: DrawStreams
  let samplers: Samplers
  let acquaintances: Acquaintances
  let rhythm: Rhythm
  let lifetime: Lifetime
  let moments = ValueMoments()
  let listening: Listening
  /// The sharing flows of the app, played by its own rules.
  let sharing: SharingModel
  let firstRun: FirstRunModel
  /// The entry points that members use without a prompt.
  let ownWays: [FlowPolicy.EntryPoint]
  let invites: InviteChances
  /// Whether stays change after they began: by friends, dismissed prompts, or reports as spam.
  let staysChange: Bool
  /// Whether friends in the app change how long and how often it is used.
  let countsFriends: Bool
  /// The devices of all people; `nil` where the matching service identifies phones.
  let world: DeviceWorld?
  /// Whether links expire or limit acceptances, so that each invite's link is known.
  let keepsLinks: Bool
  /// Whether links limit acceptances.
  let limitsLinks: Bool
  /// Whether the matching service asks for more than the clicks of the newcomer's own phone.
  let storesClicks: Bool
  /// Whether a rule asks which contacts are users.
  let matchesContacts: Bool
  /// Whether a rule or the behaviour asks for that.
  let knowsUsers: Bool
  /// Whether the rules depend on the contacts that a member invited by name.
  let remembersContacts: Bool
  /// Whether the profile counts messengers' link previews as clicks.
  let previewsAreClicks: Bool

  /// The number of start members, at most the people of the market.
  var membersAtStart: Int { min(behaviour.arrivals.seeds, behaviour.market.people) }

  /// The start members, where they are not the first of an order by chance.
  var placedSeeds: [PersonNumber]? {
    let arrivals = behaviour.arrivals
    guard arrivals.placement != .random else { return nil }
    let placing = SeedPlacing(
      of: membersAtStart, in: behaviour.market, stream: streams[.arrival],
      acquaintances: acquaintances)
    return placing.people(arrivals.placement)
  }

  /// The end of the window of time that contains `moment`.
  func endOfWindow(_ moment: Instant) -> Instant {
    let length = Int64(GrowthModel.windowLength) * 1_000
    let passed = (moment.milliseconds - start.milliseconds) / length
    return Instant(milliseconds: start.milliseconds + (passed + 1) * length)
  }

  /// - Throws: `InvalidParameter` or `JourneySettingError`.
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
    streams = DrawStreams(chance)
    samplers = try Samplers(behaviour, previewsPerSend: profile.plans.previewFetchesPerSend)
    acquaintances = try Acquaintances(behaviour.market, chance: chance)
    rhythm = Rhythm(daily: behaviour.use.dailyRhythm, weekendLift: behaviour.use.weekendLift)
    lifetime = Lifetime(behaviour.use)
    invites = InviteChances(behaviour.recipients, people: streams[.person])
    countsFriends = behaviour.use.friendStay > 0 || behaviour.use.friendActivity > 0
    staysChange =
      countsFriends || behaviour.sharing.dismissalCost > 0 || behaviour.sharing.complaintCost > 0
    listening = Listening(to: profile.prompts.triggers)
    sharing = try SharingModel(
      profile.sharing, calendar: profile.calendar, behaviour: behaviour.sharing)
    firstRun = try FirstRunModel(profile.journeyRules(), behaviour: behaviour.firstRun)
    ownWays = profile.flow.entryPoints.filter { $0 != profile.prompts.surface.entryPoint }
    keepsLinks = profile.link.expiry != nil || profile.link.maxAcceptances != nil
    limitsLinks = profile.link.maxAcceptances != nil
    storesClicks = !behaviour.devices.areIdentified || profile.deferred.falseMatchRate > 0
    matchesContacts =
      profile.flow.serverMatching && profile.flow.entryPoints.contains(.contactDetail)
    knowsUsers = countsFriends || matchesContacts
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
