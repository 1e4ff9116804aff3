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
  /// The moment from which seconds are counted, and the seconds from there to the start; the two
  /// moments are one unless members of the start have lived before.
  let epoch: Instant
  let first: UInt32
  /// The end of the last day, in seconds since the epoch.
  let length: Double
  /// What the members of the start have lived; `nil` if nothing.
  let lives: PastLives?
  /// Whether the run is the past of members who are there at its end, all of whom stay that long.
  let isPast: Bool
  /// The length of the cycle of `k.cohort` in seconds, and the end of the days of launches whose cycle
  /// ends before the run.
  let cycle, lastCycle: UInt32

  let streams: DrawStreams
  let samplers: Samplers
  let acquaintances: Acquaintances
  let rhythm: Rhythm
  let lifetime: Lifetime
  /// The number of each day after a launch among ``Retention/countedDays``, from 1; 0 for none.
  let retentionRows: [UInt8]
  let moments: ValueMoments
  /// The chance in a session that the score reaches that of `moments`.
  let scoreChance: Double
  let listening: Listening
  /// The sharing flows of the app, played by its own rules.
  let sharing: SharingModel
  let firstRun: FirstRunModel
  /// The entry points that members use without a prompt.
  let ownWays: [FlowPolicy.EntryPoint]
  let invites: InviteChances
  /// What the model keeps, for this plan and the arms beside it.
  let needs: MarketNeeds
  /// The devices of all people; `nil` where the matching service identifies phones.
  let world: DeviceWorld?
  /// Whether a rule asks which contacts are users.
  let matchesContacts: Bool
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

  /// Prepares a plan, or one arm of an experiment `beside` its control, whose market it shares.
  ///
  /// - Throws: `InvalidParameter` or `JourneySettingError`.
  init(
    _ plan: GrowthPlan, chance: RandomSource, beside control: PreparedGrowthPlan? = nil,
    isPast: Bool = false
  ) throws {
    var profile = plan.profile
    let behaviour = plan.behaviour
    profile.signUp = profile.signUp.assuming(behaviour.firstRun.assumedLimits)
    self.profile = profile
    self.behaviour = behaviour
    start = plan.start
    precondition(plan.days <= 36_500, "seconds are counted for a hundred years at most")
    days = plan.days
    self.isPast = isPast
    if let control {
      lives = control.lives
    } else {
      let isWarm = plan.behaviour.arrivals.seedsAre == .warm && plan.behaviour.arrivals.seeds > 0
      lives = isWarm && !isPast ? try PastLives.before(plan, chance: chance) : nil
    }
    first = lives == nil ? 0 : PastLives.seconds
    epoch = plan.start - .seconds(Int64(first))
    length = Double(first) + Double(plan.days) * 86_400
    cycle = UInt32(clamping: profile.metrics.kCycle.milliseconds / 1_000)
    // Whole days, as cohorts have.
    let daysOfCycle = (profile.metrics.kCycle.milliseconds + 86_399_999) / 86_400_000
    lastCycle = first + UInt32(clamping: (Int64(plan.days) - daysOfCycle) * 86_400)
    streams = DrawStreams(chance)
    samplers = try Samplers(behaviour, previewsPerSend: profile.plans.previewFetchesPerSend)
    acquaintances =
      try control?.acquaintances ?? Acquaintances(behaviour.market, chance: chance)
    rhythm = Rhythm(daily: behaviour.use.dailyRhythm, weekendLift: behaviour.use.weekendLift)
    lifetime = Lifetime(behaviour.use)
    var rows: [UInt8] = []
    for (place, day) in behaviour.use.retention.countedDays.enumerated() {
      rows += [UInt8](repeating: 0, count: day - rows.count) + [UInt8(clamping: place + 1)]
    }
    retentionRows = rows
    invites = InviteChances(behaviour.recipients, people: streams[.person])
    needs = control?.needs ?? MarketNeeds(of: plan)
    moments = profile.prompts.moments
    scoreChance = behaviour.use.chance(ofScore: moments.score)
    listening = Listening(to: profile.prompts.triggers)
    sharing = try SharingModel(
      profile.sharing, calendar: profile.calendar, zone: behaviour.market.zone,
      behaviour: behaviour.sharing)
    firstRun = try FirstRunModel(profile.journeyRules(), behaviour: behaviour.firstRun)
    ownWays = profile.flow.entryPoints.filter { $0 != profile.prompts.surface.entryPoint }
    matchesContacts = profile.matchesContacts
    previewsAreClicks =
      profile.receipt.decide(
        LinkTap(opener: .previewFetcher), landing: profile.landing, broken: profile.link.broken
      ).isRecorded
    if let control {
      world = control.world
    } else {
      world =
        behaviour.devices.areIdentified
        ? nil : DeviceWorld(behaviour.devices, people: behaviour.market.people, source: chance)
    }
  }
}

/// The purpose of a draw; each purpose has a random stream of its own.
///
/// The numbers are part of every recorded result: a purpose is added at the end, never moved.
public enum DrawPurpose: UInt32, CaseIterable, Sendable {
  case arrival = 1
  case person
  case contacts
  case acquaintance
  case lifetime
  case session
  case value
  case sharing = 9
  case channel
  case recipients
  case install = 15
  case device = 18
  case onboarding
  case promptAnswer
  case account
  case notification
  case duplicates
  case review
  case platform
  case assignment
  case permission
  case message
}

/// The random streams of one replication, by purpose.
struct DrawStreams: Sendable {
  // A vector is stored inline: a stream is one load at a constant offset, as that of a property.
  private var keys = SIMD32<UInt64>()

  init(_ chance: RandomSource) {
    for purpose in DrawPurpose.allCases {
      keys[Int(purpose.rawValue)] = chance.stream(for: purpose).key
    }
  }

  @inline(__always)
  subscript(purpose: DrawPurpose) -> RandomStream {
    RandomStream(key: keys[Int(purpose.rawValue)])
  }
}
