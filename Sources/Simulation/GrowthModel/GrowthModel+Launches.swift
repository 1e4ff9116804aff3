import Attribution
import Invites
import Onboarding
import Profiles
import RandomStreams
import SimulationKernel
import Vocabulary

extension GrowthModel {
  /// Someone opens the app for the first time: credit is decided, and onboarding begins.
  mutating func launch(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    let person = event.subject
    guard !people[Int(person)].isMember else {
      tally.launches.alreadyThere += 1
      if isWatched { tellLaunchAgain(of: person, at: now) }
      return
    }
    let moment = seconds(now)
    let isInvited = event.sender != GrowthEvent.none
    if isInvited { tally.launches.invited += 1 } else { tally.launches.organic += 1 }
    if isInvited { count(.launch, event.origin) }

    if isWatched { tellArrival(event, at: now) }
    let cause = cause(of: event, at: now)
    let inviter = credit(event, installedAt: cause?.installed ?? now, at: now)
    clicks.forget(&people[Int(person)].firstClick)
    let number = addMember(person, inviter: inviter, joined: moment)
    if inviter != Member.none || isPersonalisedWithoutCredit {
      members[Int(number)].marks.insert(.meetsInviter)
    }
    if inviter == Member.none {
      days[day(moment)].organicLaunches += 1
    } else {
      days[day(moment)].creditedLaunches += 1
      members[Int(number)].marks.insert(.launchedCredited)
      tally.afterwards.depth[min(Int(rest[Int(number)].generation), 32)] += 1
      tally.afterwards.cycles += 1
      tally.afterwards.cycleSeconds += Double(moment - members[Int(inviter)].joined)
    }
    onboard(number, after: event, by: cause, at: now, &calendar)
  }

  /// Asks attribution who brought the newcomer; the member, or `none`.
  private mutating func credit(
    _ event: GrowthEvent, installedAt installed: Instant, at now: Instant
  ) -> UInt32 {
    findClicks(of: event.subject, installedAt: installed, at: now)
    let arrival = Arrival(
      principal: PrincipalID(rawValue: UInt64(event.subject)), installedAt: installed,
      firstLaunchedAt: now, verifiedAt: now)
    let decision = ground.profile.attribution.decide(competing.span, for: arrival)
    // Whose click it was is known now: no other launch is matched to it.
    if decision.outcome != .none, let click = decision.click { book?.spend(click.sequence) }
    let isTooLate = meetsUsedLink && decision.outcome == .none
    if isTooLate { tally.credit.usedUp += 1 }
    let rule = isTooLate ? usedLinkRule : decision.rule
    creditedLink = creditedLink(decision)
    var credited = Member.none
    switch decision.outcome {
    case .credited:
      tally.credit.credited += 1
      if let inviter = decision.inviter { credited = people[Int(inviter.rawValue)].member }
    case .recordedOnly: tally.credit.recordedOnly += 1
    case .none: tally.credit.none += 1
    }
    let isConflict = isConflict(arrival)
    let verdict = CreditVerdict(
      cause: event.sender == GrowthEvent.none ? nil : event.sender,
      credited: credited == Member.none ? nil : credited)
    tally.credit.count(verdict, by: rule, isConflict: isConflict)
    if isWatched {
      tellCredit(
        decision, for: arrival, after: event, to: credited, isConflict: isConflict, at: now)
    }
    return credited
  }

  /// Whether clicks of several inviters may compete.
  private func isConflict(_ arrival: Arrival) -> Bool {
    guard competing.count > 1 else { return false }
    var first: PrincipalID?
    for click in competing
    where ground.profile.attribution.objection(to: click, for: arrival) == nil {
      if let first, first != click.inviter { return true }
      first = click.inviter
    }
    return false
  }

  /// Leads the newcomer through the first run; home, if it is reached, is an event of its own.
  private mutating func onboard(
    _ number: UInt32, after event: GrowthEvent, by cause: Cause?, at now: Instant,
    _ calendar: inout Calendar
  ) {
    let place = Int(number)
    let walk = firstRun(of: number)
    members[place].access = walk.access
    if walk.wasExplained { members[place].marks.insert(.wasExplained) }
    if ground.profile.permission.mayRead(walk.access) {
      importContacts(of: number)
    }
    if isWatched {
      tellFirstRun(of: number, newcomer(number), walk, at: now)
      tellMilestones(of: walk, by: members[place].person, at: now)
    }
    note(walk, of: number, after: cause)
    if let signedUp = walk.signedUpAfter {
      connect(number, after: cause, at: now + signedUp)
      announce(number, .signedUp, at: now + signedUp, &calendar)
    }
    if let taken = walk.takesInviteAfter(under: ground.profile.connection) {
      take(number, after: walk, at: now + taken, &calendar)
    }
    guard let home = walk.completedAfter else { return }
    schedule(
      GrowthEvent(.home, number, sender: event.sender, origin: event.origin),
      at: Double(seconds(now + home)) + 1, &calendar)
  }

  /// The first run of a member: the same at every time of asking.
  func firstRun(of number: UInt32) -> FirstRunWalk {
    let member = members[Int(number)]
    var chance = ground.streams.onboarding[UInt64(member.person), 0]
    return ground.firstRun.walk(of: newcomer(number), at: instant(member.joined), using: &chance)
  }

  /// A member in the words of the first run.
  private func newcomer(_ number: UInt32) -> Newcomer {
    let member = members[Int(number)]
    var newcomer = Newcomer()
    newcomer.isInvited = member.marks.contains(.meetsInviter)
    newcomer.contacts = Int(member.acquaintances)
    return newcomer
  }

  private mutating func connect(_ number: UInt32, after cause: Cause?, at moment: Instant) {
    guard let decision = connection(of: number) else { return }
    if isWatched {
      let member = members[Int(number)]
      let inviter = members[Int(member.inviter)].person
      tellConnection(decision, of: member.person, and: inviter, at: moment)
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

  /// What becomes of a member who signs up and the inviter; `nil` without one.
  func connection(of number: UInt32) -> ConnectionDecision? {
    let member = members[Int(number)]
    guard member.inviter != Member.none else { return nil }
    let inviter = members[Int(member.inviter)]
    return ground.profile.connection.decide(
      ConnectionFacts(
        inviter: PrincipalID(rawValue: UInt64(inviter.person)),
        inviterState: inviter.stage == .deleted ? .deleted : .active,
        verified: PrincipalID(rawValue: UInt64(member.person))))
  }

  /// A newcomer reaches home: the inviter may hear of it, and the loop closes.
  mutating func reachHome(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    let number = event.subject
    let member = members[Int(number)]
    tally.launches.home += 1
    if member.marks.contains(.hasAccount) { tally.launches.signedUpHome += 1 }
    tell { $0.note(.reachedHome, of: member.person, at: now) }
    tell { $0.hear(.completedOnboarding(member.person), at: now) }
    days[day(seconds(now))].homes += 1
    noteActivity(of: number, on: day(seconds(now)))
    noteHome(event, at: seconds(now))
    let stay = ground.lifetime.seconds(ground.streams.lifetime.openUniform(UInt64(member.person)))
    var lift = member.inviter == Member.none ? 1 : ground.behaviour.use.invitedStay
    if member.marks.contains(.isPaired) { lift *= ground.profile.plans.pairRetentionMultiplier }
    members[Int(number)].leaves = clampedSeconds(Double(seconds(now)) + stay * lift)
    noteLeaving(of: number, at: members[Int(number)].leaves)
    if member.inviter != Member.none {
      tally.launches.invitedHome += 1
      days[day(members[Int(member.inviter)].joined)].cohortHomes += 1
      announce(number, .onboardingCompleted, at: now, &calendar)
    }
    becomeActive(number, at: now, &calendar)
    if ground.behaviour.sharing.invitesAtHome > 0 {
      let invites = ground.streams.sharing.sample(
        ground.samplers.invitesAtHome, UInt64(member.person) | 1 << 41)
      tell { $0.hear(.gotLink(member.person), at: now) }
      invite(invites, by: number, begun: now, at: now, &calendar)
    }
  }

  /// Tells the inviter that the newcomer has come so far, if that is the moment; some come back.
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
      wasTold: member.marks.contains(.wasAnnounced))
    if isWatched { tellNews(milestone, facts, at: now) }
    guard ground.profile.notification.reasonForSilence(at: milestone, for: facts) == nil else {
      return
    }
    members[Int(number)].marks.insert(.wasAnnounced)
    tally.afterwards.notifications += 1
    let u = ground.streams.notification.uniform(UInt64(member.person))
    guard u < ground.behaviour.use.returnOnPush, inviter.leaves > seconds(now) else { return }
    tally.afterwards.returns += 1
    schedule(
      GrowthEvent(.session, member.inviter, sender: member.inviter),
      at: Double(seconds(now)) + 300, &calendar)
  }
}
