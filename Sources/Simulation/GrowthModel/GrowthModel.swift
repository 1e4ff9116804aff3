import Attribution
import Invites
import Onboarding
import Profiles
import Prompts
import RandomStreams
public import SimulationKernel
public import Vocabulary

/// The invite loop of a market: people who install, use, are prompted, share, tap and join, while every
/// decision is made by the rule modules.
///
/// Not to be copied: a value of this size would be on the way to its own methods, at every event.
public struct GrowthModel: Model, ~Copyable {
  public typealias Time = Instant
  public typealias Event = GrowthEvent

  let profile: Profile
  let behaviour: Behaviour
  let start: Instant
  let days: Int

  // Chance, a stream for each purpose.
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

  // People: members by number, and the clicks of those who are not members.
  var memberOf: [UInt32]
  var firstClick: [UInt32]
  var members: [Member] = []
  var prompts: PromptMemory
  var clicks = ClickLists()
  /// What counts toward the day's limit, of members who invited, where there is a limit.
  var daily: [UInt32: DailyTally] = [:]
  /// How phones look, and the clicks that the matching service keeps, where phones are told apart by
  /// their looks.
  let world: DeviceWorld?
  var book: ClickBook?
  /// The latest click of all: what a false match takes.
  var latestClick: ClickFootprint?
  /// Reused for every arrival, so that none allocates.
  var competing: [Click] = []

  /// The exact moment of the latest organic arrival, in seconds since the start.
  var organicMoment = 0.0
  /// The ways to a share that members find by themselves, without a prompt.
  let ownWays: [FlowPolicy.EntryPoint]

  public internal(set) var tally: Tally

  init(_ plan: GrowthPlan, chance: RandomSource, on ground: Groundwork) {
    profile = ground.profile
    behaviour = plan.behaviour
    start = plan.start
    days = plan.days
    streams = LuckStreams(chance)
    samplers = ground.samplers
    acquaintances = ground.acquaintances
    sharing = ground.sharing
    firstRun = ground.firstRun
    rhythm = Rhythm(daily: behaviour.use.dailyRhythm, weekendLift: behaviour.use.weekendLift)
    lifetime = Lifetime(behaviour.use)
    listening = Listening(to: profile.prompts.triggers)
    memberOf = [UInt32](repeating: Member.none, count: behaviour.market.people)
    firstClick = [UInt32](repeating: ClickLists.none, count: behaviour.market.people)
    let byPrompt = ground.profile.prompts.surface.entryPoint
    ownWays = ground.profile.flow.entryPoints.filter { $0 != byPrompt }
    let looks = !behaviour.devices.areIdentified
    world =
      looks
      ? DeviceWorld(behaviour.devices, people: behaviour.market.people, source: chance) : nil
    book =
      looks
      ? ClickBook(
        rule: profile.deferred.rule(for: profile.attribution),
        keptFor: profile.attribution.clickRetention) : nil
    prompts = PromptMemory(under: profile.prompts, from: start)
    competing.reserveCapacity(64)
    tally = Tally(days: plan.days)
  }

  public mutating func handle(
    _ event: GrowthEvent, at now: Instant,
    scheduling calendar: inout EventCalendar<Instant, GrowthEvent>
  ) {
    switch event.kind {
    case .session: session(event, at: now, &calendar)
    case .tap: tap(event, at: now, &calendar)
    case .launch: launch(event, at: now, &calendar)
    case .organic: organic(event, at: now, &calendar)
    case .crowd: crowd(event, at: now, &calendar)
    case .share: shareElsewhere(event, at: now, &calendar)
    case .home: reachHome(event, at: now, &calendar)
    case .deletion: delete(event)
    }
  }

  /// The seconds since the start.
  func seconds(_ now: Instant) -> UInt32 {
    UInt32(clamping: (now - start).milliseconds / 1_000)
  }

  func instant(_ seconds: UInt32) -> Instant { start + .seconds(Int64(seconds)) }

  /// The day of the run that `seconds` falls into.
  func day(_ seconds: UInt32) -> Int { min(Int(seconds / 86_400), days - 1) }

  /// The memory of people, members and clicks, in bytes.
  public var bytes: Int {
    (memberOf.capacity + firstClick.capacity) * 4
      + members.capacity * MemoryLayout<Member>.stride + prompts.bytes + clicks.bytes
  }
}

/// What a plan must give, checked and made ready; the rest of a model cannot fail.
struct Groundwork {
  let profile: Profile
  let samplers: Samplers
  let acquaintances: Acquaintances
  let sharing: SharingModel
  let firstRun: FirstRunModel

  /// - Throws: `InvalidParameter`, or what the onboarding rules say of settings that do not go together.
  init(_ plan: GrowthPlan, chance: RandomSource) throws {
    var profile = plan.profile
    let behaviour = plan.behaviour
    profile.signUp = profile.signUp.assuming(behaviour.firstRun.assumedLimits)
    self.profile = profile
    samplers = try Samplers(behaviour, previewsPerSend: profile.plans.previewFetchesPerSend)
    acquaintances = try Acquaintances(behaviour.market, chance: chance)
    sharing = try SharingModel(
      profile.sharing, calendar: profile.calendar, behaviour: behaviour.sharing)
    firstRun = try FirstRunModel(profile.journeyRules(), behaviour: behaviour.firstRun)
  }
}

/// The triggers that prompts wait for, and which draws tell of them.
struct Listening: Sendable {
  let triggers: PromptTrigger.Set
  /// Whether the first and the second block of a session's draws concern any of them.
  let first: Bool
  let second: Bool

  init(to triggers: [PromptTrigger]) {
    self.triggers = PromptTrigger.Set(triggers)
    first = !self.triggers.intersection([
      .dedupReview, .scoreMilestone, .keyAction, .socialContent,
    ]).isEmpty
    second = !self.triggers.intersection([.emptyState, .postAction]).isEmpty
  }
}

/// The streams of chance, one for each purpose.
struct LuckStreams: Sendable {
  let arrival, person, lifetime, session, value, intent, sharing, channel, recipients, tap,
    tapDelay,
    install, installDelay, launchDelay, device, onboarding, promptAnswer, account,
    notification: RandomStream

  init(_ chance: RandomSource) {
    arrival = chance.stream(for: Luck.arrival)
    person = chance.stream(for: Luck.person)
    lifetime = chance.stream(for: Luck.lifetime)
    session = chance.stream(for: Luck.session)
    value = chance.stream(for: Luck.value)
    intent = chance.stream(for: Luck.intent)
    sharing = chance.stream(for: Luck.sharing)
    channel = chance.stream(for: Luck.channel)
    recipients = chance.stream(for: Luck.recipients)
    tap = chance.stream(for: Luck.tap)
    tapDelay = chance.stream(for: Luck.tapDelay)
    install = chance.stream(for: Luck.install)
    installDelay = chance.stream(for: Luck.installDelay)
    launchDelay = chance.stream(for: Luck.launchDelay)
    device = chance.stream(for: Luck.device)
    onboarding = chance.stream(for: Luck.onboarding)
    promptAnswer = chance.stream(for: Luck.promptAnswer)
    account = chance.stream(for: Luck.account)
    notification = chance.stream(for: Luck.notification)
  }
}

/// The distributions of the behaviour, ready to be drawn.
struct Samplers: Sendable {
  let tapDelay, installDelay, launchDelay: DelayTable
  let propensity: Gamma
  let invitesAtHome: Poisson
  let previews: Poisson

  init(_ behaviour: Behaviour, previewsPerSend: Double) throws(InvalidParameter) {
    tapDelay = try DelayTable(behaviour.recipients.tapDelay)
    installDelay = try DelayTable(behaviour.recipients.installDelay)
    launchDelay = try DelayTable(behaviour.recipients.launchDelay)
    let shape = behaviour.sharing.propensityShape
    propensity = try Gamma(shape: shape, scale: 1 / shape)
    invitesAtHome = try Poisson(mean: behaviour.sharing.invitesAtHome)
    previews = try Poisson(mean: previewsPerSend)
  }
}
