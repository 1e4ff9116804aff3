import Attribution
import Invites
import Onboarding
import Profiles
import Prompts
import RandomStreams
import RealFunctions
public import SimulationKernel
public import Vocabulary

/// The invite loop of a market: people who install, use, are prompted, share, tap and join, while every
/// decision is made by the rule modules.
public struct GrowthModel: Model, ~Copyable {
  public typealias Time = Instant
  public typealias Event = GrowthEvent

  /// All that stays as it is: in one place, since a copy of it would be too large to be handed around.
  let ground: Groundwork

  // People, and members by number with what is seldom asked of them.
  var people: Column<PersonRecord>
  var members = Column<Member>()
  var rest = Column<Member.Rest>()
  var prompts: PromptMemory
  var clicks = ClickLists()
  /// What counts toward the day's limit, of members who invited, where there is a limit.
  var daily: [UInt32: DailyTally] = [:]
  /// The records of links, where their life or their uses come to an end.
  var links = LinkBook()
  /// Whom members invited by name, as far as their phones remember.
  var histories: [UInt32: InviteHistory] = [:]
  /// The advice on picking many in the session under way.
  var advice = SessionAdvice()
  /// The clicks that the matching service keeps, where phones are told apart by their looks.
  var book: ClickBook?
  /// The latest click of all: what a false match takes.
  var latestClick: (sequence: UInt32, at: UInt32, inviter: UInt32, link: UInt32)?
  /// Reused for every arrival, so that none allocates; with the places of the clicks' links.
  var competing: [Click] = []
  var competingLinks: [UInt32] = []
  /// Whether the latest arrival came by a link that had brought all whom it may.
  var meetsUsedLink = false
  /// Whether the match of the latest arrival was lost on its way to the app.
  var isMatchLost = false
  /// The link that the latest arrival was credited by, where links come to an end.
  var creditedLink: CreditedLink?
  /// The links that newcomers are about to take, by member, where they bring only so many.
  var pendingAcceptances: [UInt32: CreditedLink] = [:]

  /// Who comes next without an invite.
  var arrivals: ArrivalOrder
  /// The exact moment of the latest organic arrival, in seconds since the ground.start.
  var organicMoment = 0.0
  /// What is counted, but for the days and the origins of invites: these are in columns, which
  /// nobody has to ask at every count who else holds them.
  var tally: Tally
  var days: Column<Tally.Day>
  var origins: Column<Int>
  /// Who looks on; nobody in nearly all runs, and so `tell` asks `isWatched` first.
  ///
  /// That it may be anybody has a second use: a value that holds such a thing stays at its address,
  /// while one of this size would else be copied on the way to its own methods.
  private let watch: (any Onlooker)?
  let isWatched: Bool

  init(on ground: Groundwork, watch: (any Onlooker)? = nil) {
    self.ground = ground
    self.watch = watch
    isWatched = watch != nil
    people = Column(repeating: .stranger, count: ground.behaviour.market.people)
    book =
      ground.world == nil
      ? nil
      : ClickBook(
        rule: ground.profile.deferred.rule(for: ground.profile.attribution),
        keptFor: ground.profile.attribution.clickRetention, forgetting: .asTimePasses)
    prompts = PromptMemory(under: ground.profile.prompts, from: ground.start)
    arrivals = ArrivalOrder(on: ground)
    competing.reserveCapacity(64)
    tally = Tally(
      days: ground.days,
      promptsLeadTo: Origin.Way(ground.profile.prompts.surface.entryPoint))
    days = Column(repeating: Tally.Day(), count: ground.days)
    origins = Column(repeating: 0, count: OriginTally.places)
  }

  /// Everything that was counted so far.
  var counted: Tally {
    var counted = tally
    counted.days = days.indices.map { days[$0] }
    counted.origins.counts = origins.indices.map { origins[$0] }
    return counted
  }

  /// Counts an invite that reached a stage.
  @inline(__always)
  mutating func count(_ stage: OriginTally.Stage, _ origin: Origin) {
    origins[OriginTally.place(of: stage, origin)] += 1
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
    case .deletion: delete(event, at: now)
    case .accept: accept(event, at: now, &calendar)
    }
  }

  /// The seconds since the start, which no moment precedes.
  @inline(__always)
  func seconds(_ now: Instant) -> UInt32 {
    let passed = UInt64(bitPattern: now.milliseconds &- ground.start.milliseconds)
    return UInt32(truncatingIfNeeded: passed / 1_000)
  }

  func instant(_ seconds: UInt32) -> Instant { ground.start + .seconds(Int64(seconds)) }

  /// The day of the run that `seconds` falls into.
  func day(_ seconds: UInt32) -> Int { min(Int(seconds / 86_400), ground.days - 1) }

  /// Tells whoever looks on.
  @inline(__always)
  func tell(_ news: (any Onlooker) -> Void) {
    guard isWatched, let watch else { return }
    news(watch)
  }

  /// The memory of people, members and clicks, in bytes.
  public var bytes: Int {
    people.bytes + members.bytes + rest.bytes + prompts.bytes + clicks.bytes + links.bytes
  }
}

/// The triggers that prompts wait for, and which draws tell of them.
struct Listening: Sendable {
  let triggers: PromptTrigger.Set
  /// Whether any of them hangs on more than the first block of a session's draws.
  let toMore: Bool

  init(to triggers: [PromptTrigger]) {
    self.triggers = PromptTrigger.Set(triggers)
    toMore = !self.triggers.intersection([.keyAction, .socialContent, .emptyState, .postAction])
      .isEmpty
  }
}

/// The streams of chance, one for each purpose.
struct LuckStreams: Sendable {
  let arrival, person, lifetime, session, value, sharing, channel, recipients,
    install, device, onboarding, promptAnswer, account,
    notification, duplicates, review, platform: RandomStream

  init(_ chance: RandomSource) {
    arrival = chance.stream(for: Luck.arrival)
    person = chance.stream(for: Luck.person)
    lifetime = chance.stream(for: Luck.lifetime)
    session = chance.stream(for: Luck.session)
    value = chance.stream(for: Luck.value)
    sharing = chance.stream(for: Luck.sharing)
    channel = chance.stream(for: Luck.channel)
    recipients = chance.stream(for: Luck.recipients)
    install = chance.stream(for: Luck.install)
    device = chance.stream(for: Luck.device)
    onboarding = chance.stream(for: Luck.onboarding)
    promptAnswer = chance.stream(for: Luck.promptAnswer)
    account = chance.stream(for: Luck.account)
    notification = chance.stream(for: Luck.notification)
    duplicates = chance.stream(for: Luck.duplicates)
    review = chance.stream(for: Luck.review)
    platform = chance.stream(for: Luck.platform)
  }
}

/// The distributions of the behaviour, ready to be drawn.
struct Samplers: Sendable {
  let tapDelay, installDelay, launchDelay: DelayTable
  private let waits: QuantileTable
  let propensity: Gamma
  let invitesAtHome: Poisson
  let previews: Poisson
  let resolved: Poisson

  init(_ behaviour: Behaviour, previewsPerSend: Double) throws(InvalidParameter) {
    tapDelay = try DelayTable(behaviour.recipients.tapDelay)
    installDelay = try DelayTable(behaviour.recipients.installDelay)
    launchDelay = try DelayTable(behaviour.recipients.launchDelay)
    waits = QuantileTable { -Double.log($0) }
    let shape = behaviour.sharing.propensityShape
    propensity = try Gamma(shape: shape, scale: 1 / shape)
    invitesAtHome = try Poisson(mean: behaviour.sharing.invitesAtHome)
    previews = try Poisson(mean: previewsPerSend)
    resolved = try Poisson(mean: behaviour.use.resolvedPerReview)
  }

  /// How long one waits for what happens once in a unit of time.
  @inline(__always)
  func wait(_ u: Double) -> Double { waits.quantile(u) { -Double.log($0) } }
}
