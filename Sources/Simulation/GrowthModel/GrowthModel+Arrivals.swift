import RandomStreams
import RealFunctions
import SimulationKernel
import Vocabulary

extension GrowthModel {
  typealias Calendar = EventCalendar<Instant, GrowthEvent>

  /// Creates the start members and schedules the first arrivals.
  mutating func begin(_ calendar: inout Calendar) {
    for number in 0..<plan.membersAtStart { addSeed(arrivals.memberOfStart(number), &calendar) }
    scheduleOrganic(number: 0, &calendar)
    if let crowd = plan.behaviour.arrivals.crowd {
      for ordinal in 0..<crowd.installs {
        let u = plan.streams[.arrival].uniform(2, UInt32(truncatingIfNeeded: ordinal))
        let offset = Double(crowd.within.milliseconds / 1_000) * u
        calendar.schedule(
          GrowthEvent(.crowd, nextOfCrowd() ?? GrowthEvent.none),
          at: plan.start + crowd.after + .seconds(Int64(offset)))
      }
    }
  }

  /// Adds a start member, who has already stayed for a month.
  private mutating func addSeed(_ person: UInt32, _ calendar: inout Calendar) {
    let number = addMember(person, inviter: Member.none, joined: 0)
    let draw = plan.lifetime.afterMonth(plan.streams[.lifetime].openUniform(UInt64(person)))
    members[Int(number)].leaves = clampedSeconds(plan.lifetime.seconds(draw) - 30 * 86_400)
    importContacts(of: number)
    // Start members are not newcomers, so they do not count as returning ones.
    members[Int(number)].marks.insert(.everyReturn)
    tally.activity.seeds += 1
    if isObserved { notifyObserver(ofSeed: number) }
    becomeActive(number, at: plan.start, &calendar)
  }

  /// Schedules the next organic arrival, one gap after the exact moment of the previous one.
  ///
  /// Rounded gaps would add up.
  private mutating func scheduleOrganic(number: UInt32, _ calendar: inout Calendar) {
    guard plan.behaviour.arrivals.organicPerDay > 0 else { return }
    let u = plan.streams[.arrival].openUniform(1, number)
    let gap = -Double.log(u) * 86_400 / plan.behaviour.arrivals.organicPerDay
    organicMoment = plan.rhythm.moment(gap, after: organicMoment)
    schedule(GrowthEvent(.organic, number), at: organicMoment, &calendar)
  }

  mutating func organic(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    tally.arrivals.organic.attempted += 1
    if let person = newcomer(inPlaceOf: nextFromBack()) {
      launch(GrowthEvent(.launch, person), at: now, &calendar)
    } else {
      tally.arrivals.organic.unanswered += 1
    }
    scheduleOrganic(number: event.subject &+ 1, &calendar)
  }

  /// Launches the app for a person of the crowd: the subject of the event, or `none` where the
  /// market is too small.
  mutating func crowd(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    tally.arrivals.crowd.attempted += 1
    if let person = newcomer(inPlaceOf: event.subject == GrowthEvent.none ? nil : event.subject) {
      launch(GrowthEvent(.launch, person), at: now, &calendar)
    } else {
      tally.arrivals.crowd.unanswered += 1
    }
  }

  /// Returns `person`, or the next of the reserve if `person` is a member; `nil` once the reserve
  /// is empty.
  private mutating func newcomer(inPlaceOf person: UInt32?) -> UInt32? {
    if let person, !people[Int(person)].isMember { return person }
    guard plan.behaviour.market.iOSShare > 0 else { return nil }
    while let other = arrivals.nextOfReserve() {
      if !people[Int(other)].isMember, runsApp(other) { return other }
    }
    return nil
  }

  // Only people whose phone runs the app get a turn, whether or not they are members by then.

  private mutating func nextOfCrowd() -> UInt32? {
    guard plan.behaviour.market.iOSShare > 0 else { return nil }
    while let person = arrivals.nextOfCrowd() { if runsApp(person) { return person } }
    return nil
  }

  private mutating func nextFromBack() -> UInt32? {
    guard plan.behaviour.market.iOSShare > 0 else { return nil }
    while let person = arrivals.nextFromBack() { if runsApp(person) { return person } }
    return nil
  }

  /// Whether the app runs on the person's phone.
  func runsApp(_ person: UInt32) -> Bool {
    plan.behaviour.market.iOSShare >= 1
      || plan.streams[.platform].uniform(UInt64(person)) < plan.behaviour.market.iOSShare
  }

  mutating func addMember(_ person: UInt32, inviter: UInt32, joined: UInt32) -> UInt32 {
    let number = UInt32(members.count)
    var generation: UInt16 = 0
    if inviter != Member.none {
      generation = rest[Int(inviter)].generation
      generation.count()
    }
    members.append(
      Member(
        person: person, inviter: inviter, joined: joined,
        acquaintances: UInt16(clamping: plan.acquaintances.contacts(of: person))))
    rest.append(Member.Rest(generation: generation))
    prompts.addMember()
    people[Int(person)].member = number
    return number
  }

  func clampedSeconds(_ seconds: Double) -> UInt32 {
    seconds < 4e9 ? UInt32(max(0, seconds).rounded()) : Member.never
  }

  /// Schedules `event` at the whole second after `seconds`, unless the run ends before.
  func schedule(_ event: GrowthEvent, at seconds: Double, _ calendar: inout Calendar) {
    guard seconds < plan.length else { return }
    // This cannot overflow before the end of the run.
    let passed = seconds.roundedUp &* 1_000
    calendar.schedule(
      event, at: Instant(milliseconds: plan.start.milliseconds &+ passed))
  }
}

extension ArrivalOrder {
  init(of plan: PreparedGrowthPlan) {
    self.init(
      of: plan.behaviour.market.people, startingWith: plan.membersAtStart,
      key: plan.streams[.arrival].words(0).low)
  }
}

extension Double {
  /// The number rounded up; it must not be negative.
  ///
  /// Where the processor has no instruction for it, the standard library would call the C library.
  fileprivate var roundedUp: Int64 {
    let whole = Int64(self)
    return Double(whole) < self ? whole + 1 : whole
  }
}
