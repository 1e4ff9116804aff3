import Attribution
import Invites
import Onboarding
import Profiles
import RandomStreams
import Vocabulary

extension GrowthModel {
  /// Handles a launch: credit is decided, and onboarding begins.
  mutating func launch(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    let person = event.subject
    guard !people[Int(person)].isMember else {
      tally.launches.alreadyThere += 1
      if isObserved { notifyObserver(ofLaunchAgainBy: person, at: now) }
      return
    }
    let moment = seconds(now)
    let isInvited = event.sender != GrowthEvent.none
    if isInvited { tally.launches.invited += 1 } else { tally.launches.organic += 1 }
    if isInvited { count(.launch, event.origin) }

    if isObserved { notifyObserver(ofArrival: event, at: now) }
    let cause = cause(of: event, at: now)
    let installed = cause?.installed ?? now
    let match = match(person, installedAt: installed, at: now)
    let credit = credit(event, among: match, installedAt: installed, at: now)
    spareMatch = consume match
    let inviter = credit.inviter
    clicks.forget(&people[Int(person)].firstClick)
    let number = addMember(person, inviter: inviter, joined: moment)
    if credit.meetsInviter { members[Int(number)].marks.insert(.meetsInviter) }
    if inviter == Member.none {
      days[day(moment)].organicLaunches += 1
    } else {
      days[day(moment)].creditedLaunches += 1
      members[Int(number)].marks.insert(.launchedCredited)
      tally.afterwards.depth[min(Int(rest[Int(number)].generation), 32)] += 1
      tally.afterwards.cycles += 1
      tally.afterwards.cycleSeconds += Double(moment - members[Int(inviter)].joined)
    }
    onboard(number, after: event, by: cause, over: credit.link, at: now, &calendar)
  }

  /// The credit for one arrival.
  private struct ArrivalCredit {
    /// The credited member; `Member.none` without credit.
    let inviter: UInt32
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
      principal: PrincipalID(rawValue: UInt64(event.subject)), installedAt: installed,
      firstLaunchedAt: now, verifiedAt: now)
    let decision = plan.profile.attribution.decide(match.clicks.span, for: arrival)
    // The click has an owner now, so no other launch may match it.
    if decision.outcome != .none, let click = decision.click { book?.spend(click.sequence) }
    let isTooLate = match.meetsUsedLink && decision.outcome == .none
    if isTooLate { tally.credit.usedUp += 1 }
    let rule = isTooLate ? usedLinkRule : decision.rule
    var credited = Member.none
    switch decision.outcome {
    case .credited:
      tally.credit.credited += 1
      if let inviter = decision.inviter { credited = people[Int(inviter.rawValue)].member }
    case .recordedOnly: tally.credit.recordedOnly += 1
    case .none: tally.credit.none += 1
    }
    let isConflict = isConflict(match.clicks.span, for: arrival)
    let verdict = CreditVerdict(
      cause: event.sender == GrowthEvent.none ? nil : event.sender,
      credited: credited == Member.none ? nil : credited)
    tally.credit.count(verdict, by: rule, isConflict: isConflict)
    if isObserved {
      notifyObserver(
        ofCredit: decision, among: match, for: arrival, after: event, to: credited,
        isConflict: isConflict, at: now)
    }
    return ArrivalCredit(
      inviter: credited, link: creditedLink(decision, among: match),
      meetsInviter: credited != Member.none || match.meetsUsedLink && usedLinkNamesInviter)
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
      notifyObserver(ofMilestonesIn: walk, by: members[place].person, at: now)
    }
    note(walk, of: number, after: cause)
    if let signedUp = walk.signedUpAfter {
      connect(number, after: cause, at: now + signedUp)
      announce(number, .signedUp, at: now + signedUp, &calendar)
    }
    if let taken = walk.takesInviteAfter(under: plan.profile.connection) {
      take(number, after: walk, over: link, at: now + taken, &calendar)
    }
    guard let home = walk.completedAfter else { return }
    schedule(
      GrowthEvent(.home, number, sender: event.sender, origin: event.origin),
      at: Double(seconds(now + home)) + 1, &calendar)
  }

  /// Returns the first run of a member, which is the same at every call.
  func firstRun(of number: UInt32) -> FirstRunWalk {
    let member = members[Int(number)]
    var chance = plan.streams[.onboarding][UInt64(member.person), 0]
    return plan.firstRun.walk(of: newcomer(number), at: instant(member.joined), using: &chance)
  }

  /// Returns a member as the input of the first run.
  private func newcomer(_ number: UInt32) -> Newcomer {
    let member = members[Int(number)]
    var newcomer = Newcomer()
    newcomer.isInvited = member.marks.contains(.meetsInviter)
    newcomer.contacts = Int(member.acquaintances)
    return newcomer
  }

  private mutating func connect(_ number: UInt32, after cause: Cause?, at moment: Instant) {
    guard let decision = connection(of: number) else { return }
    if isObserved {
      let member = members[Int(number)]
      let inviter = members[Int(member.inviter)].person
      notifyObserver(ofConnection: decision, of: member.person, and: inviter, at: moment)
    }
    switch decision {
    case .connect:
      tally.afterwards.connected += 1
      if cause != nil { tally.afterwards.causedConnected += 1 }
      members[Int(number)].marks.insert(.isPaired)
    case .suggest: tally.afterwards.suggested += 1
    case .alreadyConnected, .none: break
    }
  }

  /// Decides the connection between a member who signs up and the inviter; `nil` without an
  /// inviter.
  func connection(of number: UInt32) -> ConnectionDecision? {
    let member = members[Int(number)]
    guard member.inviter != Member.none else { return nil }
    let inviter = members[Int(member.inviter)]
    return plan.profile.connection.decide(
      ConnectionFacts(
        inviter: PrincipalID(rawValue: UInt64(inviter.person)),
        inviterState: inviter.stage == .deleted ? .deleted : .active,
        verified: PrincipalID(rawValue: UInt64(member.person))))
  }

  /// Handles a newcomer's arrival at home, which may notify the inviter.
  mutating func reachHome(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    let number = event.subject
    let member = members[Int(number)]
    tally.launches.home += 1
    if member.marks.contains(.hasAccount) { tally.launches.signedUpHome += 1 }
    notifyObserver { $0.note(.reachedHome, of: member.person, at: now) }
    notifyObserver { $0.observe(.completedOnboarding(member.person), at: now) }
    days[day(seconds(now))].homes += 1
    noteActivity(of: number, on: day(seconds(now)))
    noteHome(event, at: seconds(now))
    let stay = plan.lifetime.seconds(plan.streams[.lifetime].openUniform(UInt64(member.person)))
    var lift = member.inviter == Member.none ? 1 : plan.behaviour.use.invitedStay
    if member.marks.contains(.isPaired) { lift *= plan.profile.plans.pairRetentionMultiplier }
    members[Int(number)].leaves = clampedSeconds(Double(seconds(now)) + stay * lift)
    noteLeaving(of: number, at: members[Int(number)].leaves)
    if member.inviter != Member.none {
      tally.launches.invitedHome += 1
      days[day(members[Int(member.inviter)].joined)].cohortHomes += 1
      announce(number, .onboardingCompleted, at: now, &calendar)
    }
    becomeActive(number, at: now, &calendar)
    if plan.behaviour.sharing.invitesAtHome > 0 {
      let invites = plan.streams[.sharing].sample(
        plan.samplers.invitesAtHome, UInt64(member.person) | 1 << 41)
      notifyObserver { $0.observe(.gotLink(member.person), at: now) }
      invite(invites, by: number, begun: now, at: now, &calendar)
    }
  }

  /// Notifies the inviter of the newcomer's milestone if the policy does, and may schedule the
  /// inviter's return.
  mutating func announce(
    _ number: UInt32, _ milestone: JoinMilestone, at now: Instant, _ calendar: inout Calendar
  ) {
    let member = members[Int(number)]
    guard member.inviter != Member.none else { return }
    let inviter = members[Int(member.inviter)]
    let facts = JoinFacts(
      inviter: PrincipalID(rawValue: UInt64(inviter.person)),
      inviterState: inviter.stage == .deleted ? .deleted : .active,
      invitee: PrincipalID(rawValue: UInt64(member.person)), inviteeName: nil,
      wasNotified: member.marks.contains(.wasAnnounced))
    if isObserved { notifyObserver(ofNews: milestone, facts, at: now) }
    guard plan.profile.notification.reasonForSilence(at: milestone, for: facts) == nil else {
      return
    }
    members[Int(number)].marks.insert(.wasAnnounced)
    tally.afterwards.notifications += 1
    let u = plan.streams[.notification].uniform(UInt64(member.person))
    guard u < plan.behaviour.use.returnOnPush, inviter.leaves > seconds(now) else { return }
    tally.afterwards.returns += 1
    notifyObserver {
      $0.expect(
        returnOf: inviter.person, to: member.person, at: instant(seconds(now)) + .minutes(5))
    }
    schedule(
      GrowthEvent(.session, member.inviter, sender: member.inviter),
      at: Double(seconds(now)) + 300, &calendar)
  }
}
