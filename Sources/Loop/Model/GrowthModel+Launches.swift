import Attribution
import Invites
import Onboarding
import Profiles
import RandomStreams
import Vocabulary

extension GrowthModel {
  /// Handles a launch: credit is decided, and onboarding begins.
  mutating func launch(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    let person = territory.person(at: event.subject)
    defer { if event.sender != GrowthEvent.none { invites.end(.launch, of: event.sender) } }
    guard !people[Int(event.subject)].isMember else {
      tally.launches.alreadyThere += 1
      if isObserved { notifyObserver(ofLaunchAgainBy: person, at: now) }
      return
    }
    let moment = seconds(now)
    let isInvited = event.sender != GrowthEvent.none
    if isInvited { tally.launches.invited += 1 } else { tally.launches.organic += 1 }

    if isObserved { notifyObserver(ofArrival: event, at: now) }
    let cause = cause(of: event, at: now)
    if let cause {
      if cause.isEarlier { tally.launches.byEarlier += 1 } else { count(.launch, event.origin) }
    }
    takeUpArm(ofLaunchBy: person, at: now)
    let installed = cause?.installed ?? now
    let match = match(person, installedAt: installed, at: now)
    let credit = credit(event, among: match, installedAt: installed, at: now)
    spareMatch = consume match
    let inviter = credit.inviter
    invites.forget(&people[Int(event.subject)].firstClick)
    let number = addMember(
      person, inviter: inviter, broughtBy: isInvited ? invites[event.sender].inviter : nil,
      joined: moment)
    assign(number, creditedTo: inviter, after: event)
    if credit.meetsInviter { members[Int(number)].marks.insert(.meetsInviter) }
    if let inviter {
      days[day(moment)].creditedLaunches += 1
      members[Int(number)].marks.insert(.launchedCredited)
      tally.afterwards.count(newcomerOfDepth: Int(rest[Int(number)].generation))
      tally.afterwards.cycles += 1
      tally.afterwards.cycleSeconds += Int(moment - max(inviter.joined, plan.first))
    } else {
      days[day(moment)].organicLaunches += 1
    }
    onboard(number, after: event, by: cause, over: credit.link, at: now, &calendar)
  }

  /// The credit for one arrival.
  private struct ArrivalCredit {
    /// The credited inviter; `nil` without credit.
    let inviter: Inviter?
    /// The link that earned the credit; `nil` without credit, or where links do not end.
    let link: CreditedLink?
    /// Whether the newcomer is welcomed by the inviter's name.
    let meetsInviter: Bool
  }

  /// Decides by attribution which inviter is credited with the newcomer.
  private mutating func credit(
    _ event: GrowthEvent, among match: borrowing ArrivalMatch, installedAt installed: Instant,
    at now: Instant
  ) -> ArrivalCredit {
    let arrival = Arrival(
      principal: PrincipalID(rawValue: territory.person(at: event.subject)), installedAt: installed,
      firstLaunchedAt: now, verifiedAt: now)
    let decision = plan.profile.attribution.decide(match.clicks.span, for: arrival)
    // The click has an owner now, so no other launch may match it.
    if decision.outcome != .none, let click = decision.click { stored.book?.spend(click.sequence) }
    let isTooLate = match.meetsUsedLink && decision.outcome == .none
    if isTooLate { tally.credit.usedUp += 1 }
    let rule = isTooLate ? usedLinkRule : decision.rule
    var sender: (inviter: Inviter, link: UInt32)?
    switch decision.outcome {
    case .credited:
      tally.credit.credited += 1
      sender = decision.click.flatMap { match.sender(ofClick: $0.sequence) }
    case .recordedOnly: tally.credit.recordedOnly += 1
    case .none: tally.credit.none += 1
    }
    let isConflict = isConflict(match.clicks.span, for: arrival)
    let credited = sender?.inviter
    let verdict = CreditVerdict(
      cause: event.sender == GrowthEvent.none ? nil : invites[event.sender].inviter.person,
      credited: credited?.person)
    tally.credit.count(verdict, by: rule, isConflict: isConflict)
    if isObserved {
      notifyObserver(
        ofCredit: decision, among: match, for: arrival, after: event, to: credited?.person,
        isConflict: isConflict, at: now)
    }
    return ArrivalCredit(
      inviter: credited,
      link: sender.flatMap { sender in
        guard sender.link != LinkBook.none, let click = decision.click else { return nil }
        return CreditedLink(place: sender.link, clickedAt: click.at)
      },
      meetsInviter: credited != nil || match.meetsUsedLink && usedLinkNamesInviter)
  }

  /// Whether clicks of several inviters compete.
  private func isConflict(_ clicks: Span<Click>, for arrival: Arrival) -> Bool {
    guard clicks.count > 1 else { return false }
    var first: PrincipalID?
    for place in clicks.indices
    where plan.profile.attribution.objection(to: clicks[place], for: arrival) == nil {
      if let first, first != clicks[place].inviter { return true }
      first = clicks[place].inviter
    }
    return false
  }

  /// Plays the newcomer's first run, and schedules the arrival at home if it is reached.
  private mutating func onboard(
    _ number: UInt32, after event: GrowthEvent, by cause: Cause?, over link: CreditedLink?,
    at now: Instant, _ calendar: inout Calendar
  ) {
    let place = Int(number)
    let walk = firstRun(of: number)
    members[place].access = walk.access
    if walk.wasExplained { members[place].marks.insert(.wasExplained) }
    if plan.profile.permission.mayRead(walk.access) {
      importContacts(of: number)
    }
    if isObserved {
      notifyObserver(ofFirstRunOf: number, newcomer(number), walk, at: now)
      notifyObserver(ofMilestonesIn: walk, by: number, at: now)
    }
    note(walk, of: number, after: cause)
    startSecond(number, after: walk)
    if let signedUp = walk.signedUpAfter {
      connect(number, after: cause, at: now + signedUp)
      announce(number, .signedUp, at: now + signedUp, &calendar)
    }
    if let taken = walk.takesInviteAfter(under: plan.profile.connection) {
      take(number, after: walk, over: link, at: now + taken, &calendar)
    }
    guard let home = walk.completedAfter else { return }
    schedule(
      GrowthEvent(
        .home, number, sender: event.sender, origin: event.origin,
        number: cause?.isEarlier == true ? 1 : 0),
      at: Double((now + home - plan.epoch).milliseconds / 1_000) + 1, &calendar)
  }

  /// Returns the first run of a member, which is the same at every call.
  func firstRun(of number: UInt32) -> FirstRunWalk {
    let member = members[Int(number)]
    return plan.firstRun.walk(
      of: newcomer(number), at: instant(member.joined),
      by: plan.streams[.onboarding][member.person, 0])
  }

  /// Returns a member as the input of the first run.
  func newcomer(_ number: UInt32) -> Newcomer {
    let member = members[Int(number)]
    var newcomer = Newcomer()
    newcomer.isInvited = member.marks.contains(.meetsInviter)
    newcomer.contacts = Int(member.acquaintances)
    return newcomer
  }

  private mutating func connect(_ number: UInt32, after cause: Cause?, at moment: Instant) {
    guard let decision = connection(of: number, at: moment) else { return }
    if isObserved { notifyObserver(ofConnection: decision, of: members[Int(number)], at: moment) }
    switch decision {
    case .connect:
      tally.afterwards.connected += 1
      if cause?.isEarlier == false { tally.afterwards.causedConnected += 1 }
      members[Int(number)].marks.insert(.isPaired)
    case .suggest: tally.afterwards.suggested += 1
    case .alreadyConnected, .none: break
    }
  }

  /// Decides the connection between a member who signs up and the inviter; `nil` without an
  /// inviter.
  func connection(of number: UInt32, at moment: Instant) -> ConnectionDecision? {
    let member = members[Int(number)]
    guard let inviter = member.inviter else { return nil }
    return plan.profile.connection.decide(
      ConnectionFacts(
        inviter: PrincipalID(rawValue: inviter),
        inviterState: inviterState(of: number, at: moment),
        verified: PrincipalID(rawValue: member.person)))
  }

  /// The state of the inviter's account at `moment`.
  private func inviterState(of number: UInt32, at moment: Instant) -> AccountState {
    rest[Int(number)].inviterDeletes <= seconds(moment) ? .deleted : .active
  }

  /// Handles a newcomer's arrival at home, which may notify the inviter.
  mutating func reachHome(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    let number = event.subject
    let member = members[Int(number)]
    tally.launches.home += 1
    if member.marks.contains(.hasAccount) { tally.launches.signedUpHome += 1 }
    let moment = seconds(now)
    trial?.reachHome(number, at: moment)
    notifyObserver { $0.note(.reachedHome, of: UInt32(member.person), at: now) }
    notifyObserver { $0.observe(.completedOnboarding(UInt32(member.person)), at: now) }
    days[day(moment)].homes += 1
    noteActivity(of: number, on: day(moment))
    noteHome(event, at: seconds(now))
    var draw = plan.streams[.lifetime].openUniform(member.person)
    if plan.isPast {
      draw *= plan.lifetime.proportion(after: (plan.length - Double(moment)) / 86_400)
    }
    let stay = plan.lifetime.seconds(draw)
    var lift = member.inviter == nil ? 1 : plan.behaviour.use.invitedStay
    if member.marks.contains(.isPaired) { lift *= plan.profile.plans.pairRetentionMultiplier }
    if plan.needs.countsFriends { lift *= meetFriends(of: number) }
    // Nothing of a stay without an end is nothing.
    members[Int(number)].leaves = clampedSeconds(
      Double(seconds(now)) + (lift > 0 ? stay * lift : 0))
    noteLeaving(of: number, at: members[Int(number)].leaves)
    if member.inviter != nil {
      tally.launches.invitedHome += 1
      days[day(rest[Int(number)].inviterJoined)].cohortHomes += 1
      announceFriend(number, at: seconds(now))
      announce(number, .onboardingCompleted, at: now, &calendar)
    }
    becomeActive(number, at: now, &calendar)
    if plan.behaviour.sharing.invitesAtHome > 0 {
      let invites = allowed(invitesAtHome(of: number), by: number, at: now)
      notifyObserver { $0.observe(.gotLink(UInt32(member.person)), at: now) }
      invite(invites, by: number, begun: now, at: now, &calendar)
    }
  }

  /// Notifies the inviter of the newcomer's milestone if the policy does, which may bring the
  /// inviter back.
  mutating func announce(
    _ number: UInt32, _ milestone: JoinMilestone, at now: Instant, _ calendar: inout Calendar
  ) {
    let member = members[Int(number)]
    guard let inviter = member.inviter else { return }
    let facts = JoinFacts(
      inviter: PrincipalID(rawValue: inviter), inviterState: inviterState(of: number, at: now),
      invitee: PrincipalID(rawValue: member.person), inviteeName: nil,
      wasNotified: member.marks.contains(.wasAnnounced))
    if isObserved { notifyObserver(ofNews: milestone, facts, at: now) }
    guard plan.profile.notification.reasonForSilence(at: milestone, for: facts) == nil else {
      return
    }
    members[Int(number)].marks.insert(.wasAnnounced)
    tally.afterwards.notifications += 1
    let u = plan.streams[.notification].uniform(member.person)
    guard u < plan.behaviour.use.returnOnPush else { return }
    pass(
      Passing(.comeback, to: inviter, from: member.person, at: seconds(now) + Self.comebackTime))
  }

  /// The time from the news to the inviter's session, in seconds.
  static var comebackTime: UInt32 { 300 }

  /// Brings an inviter back who still uses the app.
  mutating func comeBack(_ passing: Passing, _ calendar: inout Calendar) {
    let number = people[Int(territory.place(of: passing.subject))].member
    guard members[Int(number)].leaves > passing.time - Self.comebackTime else { return }
    tally.afterwards.returns += 1
    notifyObserver {
      $0.expect(
        returnOf: UInt32(passing.subject), to: UInt32(passing.sender), at: instant(passing.time))
    }
    // Its sender sets it apart from the member's own sessions.
    schedule(GrowthEvent(.session, number, sender: number), at: Double(passing.time), &calendar)
  }
}
