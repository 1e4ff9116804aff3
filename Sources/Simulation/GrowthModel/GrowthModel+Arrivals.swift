import RandomStreams
import RealFunctions
import SimulationKernel
import Vocabulary

extension GrowthModel {
  typealias Calendar = EventCalendar<Instant, GrowthEvent>

  /// Puts the first members in place and lets newcomers come.
  mutating func begin(_ calendar: inout Calendar) {
    for number in 0..<ground.membersAtStart { addSeed(arrivals.memberOfStart(number), &calendar) }
    scheduleOrganic(number: 0, &calendar)
    if let crowd = ground.behaviour.arrivals.crowd {
      for ordinal in 0..<crowd.installs {
        let u = ground.streams.arrival.uniform(2, UInt32(truncatingIfNeeded: ordinal))
        let offset = Double(crowd.within.milliseconds / 1_000) * u
        calendar.schedule(
          GrowthEvent(.crowd, nextOfCrowd() ?? GrowthEvent.none),
          at: ground.start + crowd.after + .seconds(Int64(offset)))
      }
    }
  }

  /// A member from the start, who has stayed for a month already.
  private mutating func addSeed(_ person: UInt32, _ calendar: inout Calendar) {
    let number = addMember(person, inviter: Member.none, joined: 0)
    let luck = ground.lifetime.afterMonth(ground.streams.lifetime.openUniform(UInt64(person)))
    members[Int(number)].leaves = clampedSeconds(ground.lifetime.seconds(luck) - 30 * 86_400)
    importContacts(of: number)
    // The first members are no newcomers, and do not come back as such.
    members[Int(number)].marks.insert(.everyReturn)
    tally.activity.seeds += 1
    if isWatched { tellSeed(number) }
    becomeActive(number, at: ground.start, &calendar)
  }

  /// Schedules the next organic arrival, a gap after the exact moment of the one before: rounded
  /// gaps would add up.
  private mutating func scheduleOrganic(number: UInt32, _ calendar: inout Calendar) {
    guard ground.behaviour.arrivals.organicPerDay > 0 else { return }
    let u = ground.streams.arrival.openUniform(1, number)
    let gap = -Double.log(u) * 86_400 / ground.behaviour.arrivals.organicPerDay
    organicMoment = ground.rhythm.moment(gap, after: organicMoment)
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

  /// Lets a person of the crowd come: the subject of the event, or `none` where the market had too few.
  mutating func crowd(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    tally.arrivals.crowd.attempted += 1
    if let person = newcomer(inPlaceOf: event.subject == GrowthEvent.none ? nil : event.subject) {
      launch(GrowthEvent(.launch, person), at: now, &calendar)
    } else {
      tally.arrivals.crowd.unanswered += 1
    }
  }

  /// The person whose turn it is, or else one who is no member yet; `nil` once there are none.
  private mutating func newcomer(inPlaceOf person: UInt32?) -> UInt32? {
    if let person, !people[Int(person)].isMember { return person }
    guard ground.behaviour.market.iOSShare > 0 else { return nil }
    while let other = arrivals.nextOfReserve() {
      if !people[Int(other)].isMember, runsApp(other) { return other }
    }
    return nil
  }

  // Turns go to people whose phone runs the app, whether or not they are members by then.

  private mutating func nextOfCrowd() -> UInt32? {
    guard ground.behaviour.market.iOSShare > 0 else { return nil }
    while let person = arrivals.nextOfCrowd() { if runsApp(person) { return person } }
    return nil
  }

  private mutating func nextFromBack() -> UInt32? {
    guard ground.behaviour.market.iOSShare > 0 else { return nil }
    while let person = arrivals.nextFromBack() { if runsApp(person) { return person } }
    return nil
  }

  /// Whether the app runs on the person's phone.
  func runsApp(_ person: UInt32) -> Bool {
    ground.behaviour.market.iOSShare >= 1
      || ground.streams.platform.uniform(UInt64(person)) < ground.behaviour.market.iOSShare
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
        acquaintances: UInt16(clamping: ground.acquaintances.contacts(of: person))))
    rest.append(Member.Rest(generation: generation))
    prompts.addMember()
    people[Int(person)].member = number
    return number
  }

  func clampedSeconds(_ seconds: Double) -> UInt32 {
    seconds < 4e9 ? UInt32(max(0, seconds).rounded()) : Member.never
  }

  /// Schedules `event` at the whole second after `seconds`, if the run goes on so long.
  func schedule(_ event: GrowthEvent, at seconds: Double, _ calendar: inout Calendar) {
    guard seconds < ground.length else { return }
    // That cannot overflow before the end of the run.
    let passed = seconds.roundedUp &* 1_000
    calendar.schedule(
      event, at: Instant(milliseconds: ground.start.milliseconds &+ passed))
  }
}

extension ArrivalOrder {
  init(on ground: Groundwork) {
    self.init(
      of: ground.behaviour.market.people, startingWith: ground.membersAtStart,
      key: ground.streams.arrival.words(0).low)
  }
}

extension Double {
  /// The next whole number, for a number that is not negative: where processors have no instruction for
  /// it, the standard library would call the C library.
  fileprivate var roundedUp: Int64 {
    let whole = Int64(self)
    return Double(whole) < self ? whole + 1 : whole
  }
}
