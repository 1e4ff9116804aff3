import RandomStreams
import SimulationKernel
import Vocabulary

extension GrowthModel {
  typealias Calendar = EventCalendar<Instant, GrowthEvent>

  /// Creates the start members and schedules the first arrivals.
  mutating func begin(_ calendar: inout Calendar) {
    var seeds = Column<PersonNumber>()
    arrivals.forEachMemberOfStart { seeds.append($0) }
    if plan.needs.countsFriends {
      arrivals.forEachMemberOfStart(ofMarket: true) { users.insert($0) }
    }
    trial?.gather(around: seeds)
    for place in seeds.indices { addSeed(seeds[place], &calendar) }
    if let crowd = plan.behaviour.arrivals.crowd { scheduleCrowd(crowd, &calendar) }
    scheduleOrganic(number: 0, &calendar)
  }

  private mutating func scheduleCrowd(_ crowd: OrganicArrivals.Crowd, _ calendar: inout Calendar) {
    for ordinal in 0..<crowd.installs {
      let partition = arrivals.partition(ofArrival: UInt64(ordinal), after: 0)
      guard territory.holds(partition) else { continue }
      let u = plan.streams[.arrival].uniform(2, UInt32(truncatingIfNeeded: ordinal))
      let offset = Double(crowd.within.milliseconds / 1_000) * u
      let person = nextWithApp { $0.nextOfCrowd(in: partition) }
      calendar.schedule(
        GrowthEvent(.crowd, UInt32(ordinal), sender: place(of: person)),
        at: plan.start + crowd.after + .seconds(Int64(offset)) + .crowd)
    }
  }

  /// Adds a start member, who has already stayed: as long as the life was that came before, or else
  /// for a month.
  private mutating func addSeed(_ person: PersonNumber, _ calendar: inout Calendar) {
    let number = addMember(person, inviter: nil, joined: plan.first)
    let life = plan.lives?.life(
      like: propensity(of: number), at: plan.streams[.person].uniform(person | 1 << 43))
    let u = plan.streams[.lifetime].openUniform(person)
    let (draw, stayed) =
      if let life {
        (u * plan.lifetime.proportion(after: life.days), life.days)
      } else {
        (plan.lifetime.afterMonth(u), 30.0)
      }
    let lift = plan.needs.countsFriends ? meetFriends(of: number) : 1
    members[Int(number)].leaves = clampedSeconds(
      Double(plan.first) + (plan.lifetime.seconds(draw) - stayed * 86_400) * lift)
    if let life { goOn(number, after: life) } else { importContacts(of: number) }
    // Start members are not newcomers, so they do not count as returning ones.
    members[Int(number)].marks.insert(.everyReturn)
    tally.activity.seeds += 1
    if isObserved { notifyObserver(ofSeed: number, after: life) }
    becomeActive(number, at: plan.start, &calendar)
    if let life { resend(life.sends, by: number) }
  }

  /// Schedules the next organic arrival of the shard, after number `number` − 1 of the market.
  ///
  /// Each comes one gap after the exact moment of the one before: rounded gaps would add up.
  private mutating func scheduleOrganic(number: UInt32, _ calendar: inout Calendar) {
    guard plan.behaviour.arrivals.organicPerDay > 0 else { return }
    var number = number
    while organicMoment < plan.length {
      let u = plan.streams[.arrival].openUniform(1, number)
      let gap = -Double.log(u) * 86_400 / plan.behaviour.arrivals.organicPerDay
      organicMoment = plan.rhythm.moment(gap, after: organicMoment)
      let partition = arrivals.partition(ofArrival: UInt64(number), after: 0)
      if territory.holds(partition) {
        guard organicMoment < plan.length else { return }
        let person = nextWithApp { $0.nextFromBack(in: partition) }
        return calendar.schedule(
          GrowthEvent(.organic, number, sender: place(of: person)),
          at: wholeSecond(after: organicMoment) + .organic)
      }
      number &+= 1
    }
  }

  mutating func organic(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    let isFirst = event.number == 0
    if isFirst { tally.arrivals.organic.attempted += 1 }
    if !arrive(.organic, event, at: now, &calendar) { tally.arrivals.organic.unanswered += 1 }
    if isFirst { scheduleOrganic(number: event.subject &+ 1, &calendar) }
  }

  mutating func crowd(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    if event.number == 0 { tally.arrivals.crowd.attempted += 1 }
    if !arrive(.crowd, event, at: now, &calendar) { tally.arrivals.crowd.unanswered += 1 }
  }

  /// The sender of an arrival's event: the place of its person, or `none` where the partition has none
  /// left.
  private func place(of person: PersonNumber?) -> UInt32 {
    person.map { territory.place(of: $0) } ?? GrowthEvent.none
  }

  /// Launches the app for the arrival's person, or for the next of the partition's reserve if that one
  /// is a member; where the reserve is empty, passes the arrival to the next partition.
  ///
  /// Returns `false` where all partitions were asked.
  private mutating func arrive(
    _ kind: Passing.Kind, _ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar
  ) -> Bool {
    let partition = arrivals.partition(ofArrival: UInt64(event.subject), after: event.number)
    let person = event.sender == GrowthEvent.none ? nil : territory.person(at: event.sender)
    let moment = seconds(now)
    if let newcomer = newcomer(inPlaceOf: person, in: partition) {
      launch(
        GrowthEvent(.launch, territory.place(of: newcomer)), at: instant(moment), &calendar)
      return true
    }
    guard !arrivals.isLast(after: event.number) else { return false }
    let asked = event.number + 1
    let time = moment + Self.windowLength
    // After the last day no one arrives.
    guard Double(time) < plan.length else { return false }
    pass(
      Passing(
        kind, to: arrivals.partition(ofArrival: UInt64(event.subject), after: asked),
        from: UInt64(event.subject), at: time, number: asked))
    return true
  }

  /// Returns `person`, or the next of the partition's reserve if `person` is a member; `nil` once the
  /// reserve is empty.
  private mutating func newcomer(
    inPlaceOf person: PersonNumber?, in partition: UInt64
  ) -> PersonNumber? {
    if let person, !isMember(person) { return person }
    while let other = nextWithApp({ $0.nextOfReserve(in: partition) }) {
      if !isMember(other) { return other }
    }
    return nil
  }

  private func isMember(_ person: PersonNumber) -> Bool {
    people[Int(territory.place(of: person))].isMember
  }

  /// Returns the next person of `turns` whose phone runs the app, whether or not a member by then.
  private mutating func nextWithApp(
    _ turns: (inout Arrivals) -> PersonNumber?
  ) -> PersonNumber? {
    guard plan.behaviour.market.iOSShare > 0 else { return nil }
    while let person = turns(&arrivals) { if runsApp(person) { return person } }
    return nil
  }

  /// Whether the app runs on the person's phone.
  func runsApp(_ person: PersonNumber) -> Bool {
    plan.behaviour.market.iOSShare >= 1
      || plan.streams[.platform].uniform(person) < plan.behaviour.market.iOSShare
  }

  /// Adds a member whom `inviter` is credited with, and whom an invite of `sender` brought.
  mutating func addMember(
    _ person: PersonNumber, inviter: Inviter?, broughtBy sender: Inviter? = nil, joined: UInt32
  ) -> UInt32 {
    let number = UInt32(members.count)
    members.append(
      Member(
        person: person, inviter: inviter?.person, joined: joined,
        acquaintances: UInt16(clamping: plan.acquaintances.contacts(of: person))))
    rest.append(Member.Rest(invitedBy: inviter))
    if plan.needs.tellsKinds { rest[Int(number)].kind = kind(of: person, broughtBy: sender) }
    if plan.needs.limitsInvites { given.append(0) }
    trial?.add(person, at: joined)
    if plan.needs.countsFriends { friends.append(0) }
    prompts.addMember()
    people[Int(territory.place(of: person))].member = number
    announceUser(person)
    return number
  }

  func clampedSeconds(_ seconds: Double) -> UInt32 {
    seconds < 4e9 ? UInt32(max(0, seconds).rounded()) : Member.never
  }

  /// Schedules `event` at the whole second after `seconds`, unless the run ends before.
  @inline(__always)
  func schedule(_ event: GrowthEvent, at seconds: Double, _ calendar: inout Calendar) {
    guard seconds < plan.length else { return }
    calendar.schedule(event, at: wholeSecond(after: seconds))
  }

  /// Returns the moment so many seconds, rounded up, after the epoch.
  @inline(__always)
  private func wholeSecond(after seconds: Double) -> Instant {
    // This cannot overflow before the end of the run.
    Instant(milliseconds: plan.epoch.milliseconds &+ seconds.roundedUp &* 1_000)
  }
}

extension Interval {
  /// The turns of arrivals within their second: after all that concerns one person, and apart from
  /// each other, since they may be scheduled at any time before.
  fileprivate static let organic = Interval.milliseconds(1)
  fileprivate static let crowd = Interval.milliseconds(2)
  static let substitute = Interval.milliseconds(3)
}

extension Double {
  /// The number rounded up; it must not be negative.
  ///
  /// Where the processor has no instruction for it, the standard library would call the C library.
  var roundedUp: Int64 {
    let whole = Int64(self)
    return Double(whole) < self ? whole + 1 : whole
  }
}
