import AddressBooks
public import Invites
import Profiles
import RandomStreams
public import SimulationKernel
public import Vocabulary

/// An event for one person or member, in twelve bytes; a pending event takes twenty-four.
@frozen
public struct GrowthEvent: SimulationEvent {
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// An organic arrival.
    case organic
    /// An arrival of the crowd.
    case crowd
    case session
    /// A member shares outside of sessions, at the member's own rate.
    case share
    /// A recipient taps a link.
    case tap
    /// A person who installed the app launches it for the first time.
    case launch
    /// A newcomer reaches home.
    case home
    case deletion
    /// A newcomer accepts the invite; only where links limit acceptances.
    case accept
  }

  /// The place of the person, the number of the member, or the number of the arrival.
  public let subject: UInt32
  /// The place of the received invite that caused the event, or of the person who arrives; `none`
  /// without one.
  public let sender: UInt32
  /// Kind, origin and number in one word, so that an event travels in few registers.
  @usableFromInline let rest: UInt32

  public var kind: Kind {
    // Only `init` writes it; checking that the value is a case would cost more than the rest of the
    // access.
    unsafe unsafeBitCast(UInt8(truncatingIfNeeded: rest), to: Kind.self)
  }
  /// The origin of the invite.
  public var origin: Origin { Origin(packed: UInt8(truncatingIfNeeded: rest >> 8)) }
  /// The number of the invite among the sender's, or of the partitions that an arrival asked before;
  /// of an arrival at home 1 by an invite from before the start, or else 0.
  public var number: UInt16 { UInt16(truncatingIfNeeded: rest >> 16) }

  static let none = UInt32.max

  init(
    _ kind: Kind, _ subject: UInt32, sender: UInt32 = none, origin: Origin = Origin(),
    number: UInt16 = 0
  ) {
    self.subject = subject
    self.sender = sender
    rest = UInt32(kind.rawValue) | UInt32(origin.packed) << 8 | UInt32(number) << 16
  }

  public var fingerprint: UInt64 { fingerprint(of: UInt64(subject), by: UInt64(sender)) }

  /// Returns the number of the event, given the persons whom it concerns.
  @inline(__always)
  func fingerprint(of subject: UInt64, by sender: UInt64) -> UInt64 {
    subject ^ sender &* 0xd6e8_feb8_6659_fd93 ^ UInt64(rest) &* 0x9e37_79b9_7f4a_7c15
  }
}

extension GrowthModel {
  /// Counts a member as active on a day: by a session, on reaching home, or on beginning a share
  /// that sends an invite.
  @inline(__always)
  mutating func noteActivity(of number: UInt32, on day: Int) {
    let last = Int(members[Int(number)].lastActiveDay) - 1
    guard last != day else { return }
    members[Int(number)].lastActiveDay = UInt16(truncatingIfNeeded: day + 1)
    days[day].active += 1
    firstActive[day].count(on: day, after: last)
  }

  /// Counts a session toward the retention of its day, once for each member.
  @inline(__always)
  mutating func noteRetention(of number: UInt32, at moment: UInt32) {
    let member = members[Int(number)]
    let days = Int((moment - member.joined) / 86_400)
    guard days < plan.retentionRows.count, case let row = Int(plan.retentionRows[days]), row > 0
    else { return }
    // Those whose twenty-four hours may end after the run count neither way.
    let cohortEnd = day(member.joined) + days + 2
    guard number >= tally.activity.seeds, cohortEnd <= plan.days,
      members[Int(number)].past.countsActivity(in: row)
    else { return }
    tally.activity.activeAfter[row - 1] += 1
  }

  /// Whether `k.cohort` counts what a member does at `moment`: within a cycle of the launch of a
  /// newcomer, one that ends before the run does.
  @inline(__always)
  func isInFirstCycle(_ number: UInt32, at moment: UInt32) -> Bool {
    let joined = members[Int(number)].joined
    return moment - joined < plan.cycle && joined < plan.lastCycle
      && number >= tally.activity.seeds
  }

  /// Counts a session toward the returning newcomers, once for each return day.
  @inline(__always)
  mutating func noteComeback(of number: UInt32, on day: Int) {
    let member = members[Int(number)]
    let due = ActivityTally.returnsDue(after: day - self.day(member.joined))
    guard due & ~member.marks.returns != 0 else { return }
    noteFirstComeback(of: number, after: due)
  }

  private mutating func noteFirstComeback(of number: UInt32, after due: UInt16) {
    let marks = members[Int(number)].marks
    for row in ActivityTally.returnDays.indices where (due & ~marks.returns) >> row & 1 == 1 {
      if marks.contains(.homeCredited) {
        tally.activity.invitedReturns[row] += 1
      } else {
        tally.activity.organicReturns[row] += 1
      }
      if marks.contains(.sawValue) { tally.activity.valuedReturns[row] += 1 }
    }
    members[Int(number)].marks.returns = due
  }

  /// Counts an arrival at home toward the cohorts of the newcomer and of the inviter.
  mutating func noteHome(_ event: GrowthEvent, at seconds: UInt32) {
    let member = members[Int(event.subject)]
    let cohort = day(member.joined)
    days[cohort].cohortMembers += 1
    if event.sender != GrowthEvent.none {
      tally.launches.causedHome += 1
      if event.number == 0 {
        count(.home, event.origin)
      } else {
        tally.launches.homeByEarlier += 1
      }
    }
    guard member.inviter != nil else { return }
    days[cohort].cohortInvited += 1
    members[Int(event.subject)].marks.insert(.homeCredited)
    let about = rest[Int(event.subject)]
    // The launches of the start members lie long before the first day.
    let cycle = plan.profile.metrics.kCycle.milliseconds / 1_000
    if !about.hasSeedInviter, Int64(seconds - about.inviterJoined) < cycle {
      days[day(about.inviterJoined)].cohortHomesInCycle += 1
    }
  }
}

extension GrowthModel {
  /// Prefetches the records of the event's people.
  ///
  /// With a million people, waiting for memory would take most of the time.
  public func anticipate(_ event: GrowthEvent) {
    switch event.kind {
    case .session, .home: members.prefetch(event.subject)
    case .share:
      members.prefetch(event.subject)
      rest.prefetch(event.subject)
    case .tap, .launch:
      people.prefetch(event.subject)
      invites.prefetch(event.sender)
    case .organic, .crowd:
      if event.sender != GrowthEvent.none { people.prefetch(event.sender) }
    case .deletion, .accept: break
    }
  }

  /// Prefetches the record that belongs to the event's person: the member, or the newest click.
  public func prepare(_ event: GrowthEvent) {
    switch event.kind {
    case .tap, .launch:
      let record = people[Int(event.subject)]
      if record.isMember {
        members.prefetch(record.member)
      } else if record.firstClick != ReceivedInvites.none {
        invites.prefetch(record.firstClick)
      }
    default: break
    }
  }
}

/// The advice on bulk picking, in the current session.
struct SessionAdvice {
  private var member = Member.none
  private var session: UInt16 = 0
  private var advice = BulkAdvice()

  /// Returns the advice so far in the session of a member.
  func left(by member: UInt32, in session: UInt16) -> BulkAdvice {
    member == self.member && session == self.session ? advice : BulkAdvice()
  }

  mutating func keep(_ advice: BulkAdvice, of member: UInt32, in session: UInt16) {
    (self.member, self.session, self.advice) = (member, session, advice)
  }
}

// The contacts that members invite by name, and their phones' records of it.
extension GrowthModel {
  /// Returns the place in the address book of the contact whom this invite is for.
  func contact(ofInvite invite: UInt16, by person: PersonNumber, known: Int) -> Int {
    InviteDraws(plan.streams[.recipients], sender: person, invite: invite).contact(among: known)
  }

  /// Writes the app's data on the contact on whose page the invite starts into `sharer`.
  func describeContact(of number: UInt32, in sharer: inout Sharer) {
    let member = members[Int(number)]
    guard let known = plan.acquaintances.known(by: member) else { return }
    let place = contact(ofInvite: member.sent, by: member.person, known: known)
    if plan.matchesContacts, let contact = plan.acquaintances.contact(place, of: member.person),
      users.contains(contact)
    {
      sharer.contact.principal = PrincipalID(rawValue: contact)
    }
    sharer.invitedContact = histories[number]?.lastInvited(key(place)) != nil
  }

  /// Returns which of the next contacts were invited too recently to be invited again.
  func resting(for number: UInt32, at now: Instant) -> RestingContacts {
    var resting = RestingContacts()
    let member = members[Int(number)]
    guard plan.profile.limits.reinviteCooldown != nil, let history = histories[number],
      let known = plan.acquaintances.known(by: member)
    else { return resting }
    for place in 0..<RestingContacts.most {
      let contact = contact(
        ofInvite: member.sent &+ UInt16(place), by: member.person, known: known)
      switch plan.profile.limits.decideReinvite(
        lastInvited: history.lastInvited(key(contact)), at: now)
      {
      case .allowed: break
      case .refused: resting[place] = true
      }
    }
    return resting
  }

  /// Records the contact whom this invite is for, as far as the policy permits.
  mutating func remember(invite: UInt16, by number: UInt32, known: Int, at now: Instant) {
    let place = contact(ofInvite: invite, by: members[Int(number)].person, known: known)
    histories[number, default: InviteHistory()].note(
      [key(place)], at: now, under: plan.profile.history)
  }

  private func key(_ contact: Int) -> ContactKey { ContactKey(rawValue: UInt64(contact)) }
}

// The members' address books and their duplicates.
extension GrowthModel {
  /// Imports all contacts of a member, and draws the duplicates among them.
  mutating func importContacts(of number: UInt32) {
    let place = Int(number)
    let contacts = members[place].acquaintances
    members[place].past.insert(.hasImported)
    guard plan.needs.countDuplicates else { return }
    let suggestions = Poisson.certain(
      try .init(mean: Double(contacts) * plan.behaviour.market.suggestionsPerContact))
    members[place].suggestions = UInt16(
      clamping: plan.streams[.duplicates].sample(suggestions, members[place].person))
  }

  /// Reviews some of the member's pending duplicates, and returns the number resolved.
  mutating func reviewDuplicates(of place: Int, in session: UInt16) -> Int {
    guard members[place].suggestions > 0 else { return 0 }
    var review = ReviewCount(pending: Int(members[place].suggestions))
    review.resolve(
      plan.streams[.review].sample(
        plan.samplers.resolved, members[place].person, UInt32(session)))
    members[place].suggestions = UInt16(review.pending)
    return review.resolvedSinceLaunch
  }
}

// What passes between people.
extension GrowthModel {
  /// The tick of the earliest of `passings`; the greatest number without any.
  func earliest(in passings: borrowing Column<Passing>) -> UInt64 {
    var earliest = UInt32.max
    for place in passings.indices { earliest = min(earliest, passings[place].time) }
    return earliest == .max ? .max : instant(earliest).tick
  }

  /// Schedules what was sent to a person of the shard.
  mutating func receive(_ passing: Passing, _ calendar: inout Calendar) {
    switch passing.kind {
    case .tap:
      let invite = invites.add(passing.inviter, number: passing.number)
      let event = GrowthEvent(
        .tap, territory.place(of: passing.subject), sender: invite, origin: passing.origin,
        number: passing.number)
      guard passing.time >= plan.first else {
        return tapEarlier(event, at: instant(passing.time), &calendar)
      }
      calendar.schedule(event, at: instant(passing.time))
    case .comeback: comeBack(passing, &calendar)
    case .invite: weigh(passing, &calendar)
    case .friend: meetFriend(passing)
    case .asked: noteAsked(passing.subject, by: passing.sender)
    case .organic, .crowd:
      calendar.schedule(
        GrowthEvent(
          passing.kind == .organic ? .organic : .crowd,
          UInt32(truncatingIfNeeded: passing.sender), number: passing.number),
        at: instant(passing.time) + .substitute)
    }
  }

  /// Names the people of an event by their numbers in the market.
  @inline(__always)
  public func fingerprint(of event: GrowthEvent) -> UInt64 {
    switch event.kind {
    case .session, .share, .home, .deletion, .accept:
      event.fingerprint(
        of: members[Int(event.subject)].person, by: event.sender == GrowthEvent.none ? 0 : 1)
    case .tap, .launch:
      event.fingerprint(
        of: territory.person(at: event.subject), by: invites[event.sender].inviter.person)
    case .organic, .crowd: event.fingerprint(of: UInt64(event.subject), by: 0)
    }
  }
}

// What changes how long and how often a member uses the app: friends, and annoyances.
extension GrowthModel {
  /// Whether the member still uses the app; a stay that changes may end before a scheduled event.
  @inline(__always)
  func isThere(_ number: UInt32, at now: Instant) -> Bool {
    !plan.needs.staysChange || seconds(now) < members[Int(number)].leaves
  }

  /// Takes a proportion of the member's remaining stay away.
  mutating func shortenStay(of number: UInt32, by cost: Double, at moment: UInt32) {
    if cost > 0 { changeStay(of: number, by: 1 - cost, at: moment) }
  }

  /// Multiplies the member's remaining stay.
  private mutating func changeStay(of number: UInt32, by factor: Double, at moment: UInt32) {
    let member = members[Int(number)]
    guard member.stage == .active, member.leaves > moment else { return }
    let leaves = clampedSeconds(Double(moment) + Double(member.leaves - moment) * factor)
    // Start members are no newcomers, who alone may count as leaving in their first week.
    let isNewcomer = number >= tally.activity.seeds
    if isNewcomer { noteLeaving(of: number, at: member.leaves, by: -1) }
    members[Int(number)].leaves = leaves
    if isNewcomer { noteLeaving(of: number, at: leaves) }
    notifyObserver { $0.note(.left, of: UInt32(member.person), at: instant(leaves)) }
  }

  /// Returns the factor on a member's sessions a day.
  @inline(__always)
  func activityFactor(of number: UInt32) -> Double {
    plan.needs.countsFriends
      ? 1 + plan.behaviour.use.friendActivity * Double(friends[Int(number)]) : 1
  }

  /// Counts the contacts who are in the app already; returns the factor on the member's stay.
  mutating func meetFriends(of number: UInt32) -> Double {
    let member = members[Int(number)]
    var met: [PersonNumber] = []
    for place in 0..<(plan.acquaintances.known(by: member) ?? 0)
    where met.count < Use.mostFriends {
      guard let contact = plan.acquaintances.contact(place, of: member.person),
        users.contains(contact), !met.contains(contact)
      else { continue }
      met.append(contact)
    }
    friends[Int(number)] = UInt8(met.count)
    return stayFactor(with: friends[Int(number)])
  }

  private func stayFactor(with friends: UInt8) -> Double {
    1 + plan.behaviour.use.friendStay * Double(friends)
  }

  /// Sends word of an invitee in the app to the inviter's side.
  mutating func announceFriend(_ number: UInt32, at moment: UInt32) {
    guard plan.needs.countsFriends, let inviter = members[Int(number)].inviter else { return }
    pass(
      Passing(
        .friend, to: inviter, from: members[Int(number)].person, at: moment + Self.windowLength))
  }

  /// Adds a friend who has come to the app.
  mutating func meetFriend(_ passing: Passing) {
    let number = people[Int(territory.place(of: passing.subject))].member
    takeUp(trial?.arm(of: number))
    let before = friends[Int(number)]
    guard before < Use.mostFriends else { return }
    friends[Int(number)] = before + 1
    changeStay(
      of: number, by: stayFactor(with: before + 1) / stayFactor(with: before), at: passing.time)
  }

  /// Returns the factor on what a member does because the app is new.
  @inline(__always)
  func novelty(for number: UInt32, at now: Instant) -> Double {
    let lift = plan.behaviour.sharing.noveltyLift
    guard lift > 0 else { return 1 }
    let age = Double(seconds(now) - members[Int(number)].joined)
    let half = Double(plan.behaviour.sharing.noveltyHalfLife.milliseconds) / 1_000
    return 1 + lift * Double.exp(-age / half * Double.log(2))
  }
}

// The arm of an experiment under which an event happens.
extension GrowthModel {
  /// Takes up the plan of the arm under which `event` happens.
  ///
  /// What members see follows their own arm; what a link does follows the arm of its invite.
  mutating func takeUpArm(of event: GrowthEvent, at now: Instant) {
    let moment = seconds(now)
    let arm: UInt8?
    switch event.kind {
    case .session, .share: arm = trial?.beginUse(by: event.subject, at: moment)
    case .home, .accept: arm = trial?.armOfFirstRun(of: event.subject)
    case .tap, .launch:
      arm =
        event.sender == GrowthEvent.none
        ? Assignment.outside : invites[event.sender].inviter.marks.arm
    case .organic, .crowd, .deletion: arm = Assignment.outside
    }
    takeUp(arm)
  }

  /// Takes up the plan of an arm; without an experiment there is one plan.
  mutating func takeUp(_ arm: UInt8?) {
    if let arm, let found = trial?.plan(arm) { plan = found }
  }

  /// Takes up the plan under which the launch of `person` is credited.
  mutating func takeUpArm(ofLaunchBy person: PersonNumber, at now: Instant) {
    let moment = seconds(now)
    takeUp(trial?.armBeforeLaunch(of: person, at: moment))
  }

  /// Notes something that a member did or met.
  mutating func noteInTrial(
    _ kind: TrialRecord.Moment.Kind, of number: UInt32, at now: Instant, times: Int = 1
  ) {
    guard isInTrial else { return }
    let moment = seconds(now)
    trial?.note(kind, of: number, at: moment, times: times)
  }

  /// Plays the first run of a newcomer's second installation, whose account is merged into the first
  /// once both have signed up.
  mutating func startSecond(_ number: UInt32, after walk: FirstRunWalk) {
    let chance = plan.behaviour.firstRun.secondStart
    guard chance > 0 else { return }
    let joined = members[Int(number)].joined
    guard let arm = trial?.startSecond(number, with: chance, at: joined),
      let other = trial?.plan(arm)
    else { return }
    let member = members[Int(number)]
    let second = other.firstRun.walk(
      of: newcomer(number), at: instant(joined),
      by: other.streams[.onboarding][member.person, 1])
    if walk.signedUpAfter != nil, second.signedUpAfter != nil { trial?.merge(number) }
  }

  /// Assigns a newcomer, and takes up the plan of the first run.
  mutating func assign(_ number: UInt32, creditedTo inviter: Inviter?, after event: GrowthEvent) {
    guard trial != nil else { return }
    let joined = members[Int(number)].joined
    if event.sender != GrowthEvent.none {
      trial?.launch(
        of: number, after: event.number, by: invites[event.sender].inviter.person, at: joined)
    }
    let credited = inviter.map {
      (person: $0, number: people[Int(territory.place(of: $0.person))].member)
    }
    takeUp(trial?.launch(number, creditedTo: credited, at: joined))
  }
}

/// The origin of an invite: a channel, and an entry point or the trigger of a prompt; one byte.
@frozen
public struct Origin: Hashable, Sendable, BitwiseCopyable {
  /// The ways to a share.
  public enum Way: UInt8, CaseIterable, Sendable, Decodable, BitwiseCopyable {
    /// Outside of the app's screens: at the end of onboarding, or from a link in a profile.
    case elsewhere
    case profile, contactDetail, homePrompt, settings, profileSettings, navigationMenu, contextual
    case postAction

    init(_ entry: FlowPolicy.EntryPoint) {
      self =
        switch entry {
        case .profile: .profile
        case .contactDetail: .contactDetail
        case .homePrompt: .homePrompt
        case .settings: .settings
        case .profileSettings: .profileSettings
        case .navigationMenu: .navigationMenu
        case .contextual: .contextual
        case .postAction: .postAction
        }
    }
  }

  /// Three bits for the channel; five for the way or, from 16 on, for the trigger.
  @usableFromInline let packed: UInt8
  private static let firstTrigger: UInt8 = 16

  /// The origin of an event without an invite.
  init() { packed = 0 }

  init(packed: UInt8) { self.packed = packed }

  init(_ target: ShareTarget?, by source: Source) {
    let channel = target.flatMap { ShareTarget.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let place =
      switch source {
      case .way(let way): way.rawValue
      case .prompt(let trigger): Self.firstTrigger + trigger.ordinal
      }
    packed = UInt8(channel) << 5 | place
  }

  /// The target of the share; `nil` where the system does not report it.
  public var target: ShareTarget? { channel == 0 ? nil : ShareTarget.allCases[channel - 1] }

  /// The place of the target among all targets, from 1; 0 where the system does not report it.
  var channel: Int { Int(packed >> 5) }

  public var source: Source {
    let place = packed & 31
    return place < Self.firstTrigger
      ? .way(Way(rawValue: place) ?? .elsewhere)
      : .prompt(PromptTrigger.allCases[Int(place - Self.firstTrigger)])
  }
}

extension Origin {
  /// The reason why a member shared.
  public enum Source: Hashable, Sendable, BitwiseCopyable {
    /// The member opened a way to share without a prompt.
    case way(Way)
    /// A prompt that appeared at that trigger; the way is that of the profile's prompts.
    case prompt(PromptTrigger)
  }
}
