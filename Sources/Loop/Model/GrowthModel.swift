import Attribution
import Invites
import Onboarding
import Profiles
import Prompts
import RandomStreams
public import SimulationKernel
public import Vocabulary

/// The invite loop of a market: people install the app, use it, see prompts, share, tap and sign
/// up.
///
/// The rule modules make every decision.
public struct GrowthModel: Model, ~Copyable {
  public typealias Time = Instant
  public typealias Event = GrowthEvent

  /// The immutable part, behind a reference because it is large to copy; in an experiment the arm
  /// of the present event.
  var plan: PreparedGrowthPlan
  /// The experiment, with its arms and what becomes of them; `nil` without one.
  var trial: RunningExperiment?
  /// Whether there is an experiment: asked at every event, where `trial` itself would be dear.
  let isInTrial: Bool

  // People; members by number, and their rarely read fields in `rest`.
  var people: Column<PersonRecord>
  var members = Column<Member>()
  var rest = Column<Member.Rest>()
  var prompts: PromptMemory
  var invites = ReceivedInvites()
  /// The invites that count toward the day's limit, by member; empty without a limit.
  var daily: [UInt32: DailyTally] = [:]
  /// The records of links; empty where links neither expire nor run out.
  var links = LinkBook()
  /// The contacts that each member invited by name, as far as the phone remembers.
  var histories: [UInt32: InviteHistory] = [:]
  /// The advice on bulk picking in the current session.
  var advice = SessionAdvice()
  /// The invites that each person got, where their number matters; else empty.
  var received: Column<UInt8>
  /// The people who were invited, each with the first inviter.
  var asked: AskedPeople
  /// The friends in the app, by member, where they matter; else empty.
  var friends = Column<UInt8>()
  /// The invites that each member has sent, where their number is limited; else empty.
  var given = Column<UInt16>()
  /// The people that the shard holds.
  let territory: Territory
  /// The people whom others know to be users; empty where no rule asks.
  var users: KnownUsers
  /// The clicks that the matching service stores, where `plan.needs.storesClicks`.
  var stored = StoredClicks()
  /// The match of an earlier arrival, whose memory the next one reuses so that it does not allocate.
  var spareMatch: ArrivalMatch?
  /// The links that newcomers are about to accept, by member; empty without a limit of acceptances.
  var pendingAcceptances: [UInt32: CreditedLink] = [:]

  /// What was sent in this window of time, and who became a member in it.
  private(set) var outgoing = Column<Passing>()
  private(set) var newUsers = Column<PersonNumber>()
  /// The moment of the present event, and the end of its window, if anything was sent in it.
  private var present: Instant
  public private(set) var pause = Instant(tick: .max)

  /// The turns of arrivals without an invite.
  var arrivals: Arrivals
  /// The exact moment of the latest organic arrival, in seconds since the epoch.
  var organicMoment: Double
  /// The counts, except those by day and by origin, and of active members.
  ///
  /// Those are columns, which need no uniqueness check at every count.
  var tally: Tally
  var days: Column<Tally.Day>
  var firstActive: Column<ActivityTally.FirstActive>
  var origins: Column<Int>
  /// The observer of the run; `nil` in nearly all runs, so `notifyObserver` tests `isObserved`
  /// first.
  ///
  /// The existential makes the model address-only, so methods receive its address. Otherwise a
  /// value of this size would be copied for each of its own methods.
  let observer: (any GrowthObserver)?
  let isObserved: Bool

  init(
    _ plan: PreparedGrowthPlan, in territory: Territory, trial: consuming RunningExperiment? = nil,
    observer: (any GrowthObserver)? = nil
  ) {
    self.plan = plan
    self.territory = territory
    present = plan.start
    self.observer = observer
    isObserved = observer != nil
    people = Column(repeating: .stranger, count: territory.places)
    asked = AskedPeople(in: territory)
    received = Column(repeating: 0, count: plan.needs.countInvites ? territory.places : 0)
    users = KnownUsers(of: plan.needs.knowsUsers ? territory.people : 0)
    if plan.world != nil {
      stored.book = ClickBook(
        rule: plan.profile.deferred.rule(for: plan.profile.attribution),
        keptFor: plan.profile.attribution.clickRetention, forgetting: .asTimePasses)
    }
    let policies = trial?.arms.map(\.profile.prompts)
    prompts = PromptMemory(under: policies ?? [plan.profile.prompts], from: plan.epoch)
    isInTrial = policies != nil
    self.trial = trial
    arrivals = Arrivals(of: plan, in: territory)
    organicMoment = Double(plan.first)
    tally = Tally(
      days: plan.days, retentionDays: plan.behaviour.use.retention.countedDays.count,
      promptsLeadTo: Origin.Way(plan.profile.prompts.surface.entryPoint))
    days = Column(repeating: Tally.Day(), count: plan.days)
    firstActive = Column(repeating: ActivityTally.FirstActive(), count: plan.days)
    origins = Column(repeating: 0, count: OriginTally.places)
  }

  /// All counts so far.
  var counted: Tally {
    var counted = tally
    counted.days = days.indices.map { days[$0] }
    for day in firstActive.indices { counted.activity.add(firstActive[day], on: day) }
    counted.origins.counts = origins.indices.map { origins[$0] }
    return counted
  }

  /// Counts an invite that reached a step of the funnel.
  @inline(__always)
  mutating func count(_ stage: OriginTally.Stage, _ origin: Origin) {
    origins[OriginTally.place(of: stage, origin)] += 1
  }

  public mutating func handle(
    _ event: GrowthEvent, at now: Instant,
    scheduling calendar: inout EventCalendar<Instant, GrowthEvent>
  ) {
    present = now
    if isInTrial { takeUpArm(of: event, at: now) }
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

  /// The length of the windows of time, in seconds: what one person sends in a window reaches another
  /// at its end.
  static var windowLength: UInt32 { 60 }

  /// Sends `passing`, unless the run ends before its time.
  mutating func pass(_ passing: Passing) {
    guard Double(passing.time) < plan.length else { return }
    outgoing.append(passing)
    pauseAfterWindow()
  }

  /// Makes a person known as a user, where rules ask for it.
  mutating func announceUser(_ person: PersonNumber) {
    guard plan.needs.knowsUsers else { return }
    newUsers.append(person)
    pauseAfterWindow()
  }

  private mutating func pauseAfterWindow() {
    if pause.tick == .max { pause = plan.endOfWindow(present) }
  }

  /// Puts what was sent in the window into `parcel`, whose outgoing part is empty.
  mutating func hand(to parcel: inout Parcel) {
    swap(&outgoing, &parcel.outgoing)
    swap(&newUsers, &parcel.newUsers)
    pause = Instant(tick: .max)
  }

  /// The seconds from the epoch to `now`, which is not before it.
  @inline(__always)
  func seconds(_ now: Instant) -> UInt32 {
    let passed = UInt64(bitPattern: now.milliseconds &- plan.epoch.milliseconds)
    return UInt32(truncatingIfNeeded: passed / 1_000)
  }

  func instant(_ seconds: UInt32) -> Instant { plan.epoch + .seconds(Int64(seconds)) }

  /// The day of the run that contains `seconds`; the first for what was before.
  func day(_ seconds: UInt32) -> Int {
    min(Int((max(seconds, plan.first) &- plan.first) / 86_400), plan.days - 1)
  }

  /// Passes the observer to `news`, if there is one.
  @inline(__always)
  func notifyObserver(_ news: (any GrowthObserver) -> Void) {
    guard isObserved, let observer else { return }
    news(observer)
  }

  /// Returns what others read of a member as the sender of an invite.
  func inviter(_ number: UInt32) -> Inviter {
    let (member, about) = (members[Int(number)], rest[Int(number)])
    return Inviter(
      member.person, joined: member.joined, deletes: about.deletes,
      linkMade: plan.needs.keepsLinks ? about.linkMade : Member.never, generation: about.generation,
      isSeed: number < tally.activity.seeds, isKeen: about.kind.contains(.keen))
  }

  /// The memory of people, members and invites, in bytes.
  public var bytes: Int {
    received.bytes + friends.bytes + given.bytes + people.bytes + members.bytes + rest.bytes
      + prompts.bytes
      + invites.bytes + links.bytes + asked.bytes
      + users.bytes
  }
}

/// The triggers that the prompt policy uses, and the draws that they need.
struct Listening: Sendable {
  let triggers: PromptTrigger.Set
  /// Whether a trigger needs a second block of draws in each session.
  let toMore: Bool
  /// Whether the app's question for contacts is a trigger.
  let toPermission: Bool

  init(to triggers: [PromptTrigger]) {
    self.triggers = PromptTrigger.Set(triggers)
    toMore = !self.triggers.intersection([.keyAction, .socialContent, .emptyState, .postAction])
      .isEmpty
    toPermission = self.triggers.contains(.contactsPermission)
  }
}

/// The distributions of the behaviour, with their lookup tables.
struct Samplers: Sendable {
  let tapDelay, installDelay, launchDelay: DelayTable
  private let waits: QuantileTable
  let propensity: Gamma
  let invitesAtHome: Poisson
  /// The members' factors on the invites at home and per day; `nil` where all have the same.
  let inviteFactor: Gamma?
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
    inviteFactor = try behaviour.sharing.invitesShape.map { shape throws(InvalidParameter) in
      try Gamma(shape: shape, scale: 1 / shape)
    }
    previews = try Poisson(mean: previewsPerSend)
    resolved = try Poisson(mean: behaviour.use.resolvedPerReview)
  }

  /// Returns the waiting time at quantile `u` of the exponential distribution with mean 1.
  @inline(__always)
  func wait(_ u: Double) -> Double { waits.quantile(u) { -Double.log($0) } }
}

extension Instant: SimulationTime {
  @inlinable
  public var tick: UInt64 { milliseconds.tick }

  @inlinable
  public init(tick: UInt64) { self.init(milliseconds: Int64(tick: tick)) }
}
