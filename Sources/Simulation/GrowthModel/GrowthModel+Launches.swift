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
    guard memberOf[Int(person)] == Member.none else {
      tally.launches.alreadyThere += 1
      return
    }
    let moment = seconds(now)
    let isInvited = event.sender != GrowthEvent.none
    if isInvited { tally.launches.invited += 1 } else { tally.launches.organic += 1 }
    if isInvited { tally.origins.count(.launch, event.origin) }

    if watch != nil { tellArrival(event, at: now) }
    let inviter = credit(event, at: now)
    let number = addMember(person, inviter: inviter, joined: moment)
    members[Int(number)].meetsInviter = inviter != Member.none || isPersonalisedWithoutCredit
    clicks.forget(&firstClick[Int(person)])
    if inviter == Member.none {
      tally.days[day(moment)].organicLaunches += 1
    } else {
      tally.days[day(moment)].creditedLaunches += 1
      members[Int(inviter)].installed.count()
      tally.afterwards.depth[min(Int(members[Int(number)].generation), 32)] += 1
      tally.afterwards.cycles += 1
      tally.afterwards.cycleSeconds += Double(moment - members[Int(inviter)].joined)
    }
    onboard(number, after: event, at: now, &calendar)
  }

  /// Asks attribution who brought the newcomer; the member, or `none`.
  private mutating func credit(_ event: GrowthEvent, at now: Instant) -> UInt32 {
    var installed = now
    if event.sender != GrowthEvent.none {
      let sender = members[Int(event.sender)].person
      installed = now - .seconds(Int64(installDelays(of: sender, invite: event.number).launch))
    }
    findClicks(of: event.subject, installedAt: installed, at: now)
    let arrival = Arrival(
      principal: PrincipalID(rawValue: UInt64(event.subject)), installedAt: installed,
      firstLaunchedAt: now, verifiedAt: now)
    let decision = ground.profile.attribution.decide(competing.span, for: arrival)
    let rule = meetsUsedLink && decision.outcome == .none ? usedLinkRule() : decision.rule
    tally.credit.byRule[rule, default: 0] += 1
    creditedLink = creditedLink(decision)
    let isConflict = isConflict(arrival)

    var credited = Member.none
    switch decision.outcome {
    case .credited:
      tally.credit.credited += 1
      if let inviter = decision.inviter { credited = memberOf[Int(inviter.rawValue)] }
    case .recordedOnly: tally.credit.recordedOnly += 1
    case .none: tally.credit.none += 1
    }
    switch (event.sender, credited) {
    case (GrowthEvent.none, Member.none): break
    case (GrowthEvent.none, _): tally.credit.stolen += 1
    case (_, Member.none): tally.credit.lost += 1
    case (let truth, let credited) where truth == credited: tally.credit.right += 1
    default: tally.credit.wrong += 1
    }
    if isConflict { countConflict(truth: event.sender, credited: credited) }
    if watch != nil {
      tellCredit(
        decision, for: arrival, after: event, to: credited, isConflict: isConflict, at: now)
    }
    return credited
  }

  private mutating func countConflict(truth: UInt32, credited: UInt32) {
    tally.credit.conflicts += 1
    if credited == Member.none {
      tally.credit.conflictsUndecided += 1
    } else if credited == truth {
      tally.credit.conflictsRight += 1
    } else {
      tally.credit.conflictsWrong += 1
    }
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
    _ number: UInt32, after event: GrowthEvent, at now: Instant, _ calendar: inout Calendar
  ) {
    let place = Int(number)
    let person = members[place].person
    var newcomer = Newcomer()
    newcomer.isInvited = members[place].meetsInviter
    newcomer.contacts = ground.acquaintances.contacts(of: person)
    var chance = ground.streams.onboarding[UInt64(person), 0]
    let walk = ground.firstRun.walk(of: newcomer, at: now, using: &chance)

    members[place].access = walk.access
    members[place].wasExplained = walk.wasExplained
    if ground.profile.permission.mayRead(walk.access) {
      members[place].contacts = UInt16(clamping: newcomer.contacts)
      tally.launches.granted += 1
    }
    if watch != nil { tellFirstRun(of: number, newcomer, walk, at: now) }
    if walk.wasExplained { tally.launches.explained += 1 }
    if let seen = walk.firstValueAfter {
      tally.launches.firstValue += 1
      tally.launches.secondsToFirstValue += Double(seen.milliseconds) / 1_000
    }
    if let signedUp = walk.signedUpAfter {
      tally.launches.signedUp += 1
      noteSignUp(after: event, took: signedUp)
      useLink(at: now)
      connect(number, at: now + signedUp)
      announce(number, .signedUp, at: now + signedUp, &calendar)
    }
    if walk.connection == .accepted, let offered = walk.connectionAfter {
      members[place].isPaired = true
      announce(number, .accepted, at: now + offered, &calendar)
    }
    if let home = walk.completedAfter {
      let moment = seconds(now + home)
      schedule(
        GrowthEvent(.home, number, sender: event.sender, origin: event.origin),
        at: Double(moment) + 1, &calendar)
    } else {
      tally.launches.leftAt[Int(walk.lastScreen.ordinal)] += 1
    }
  }

  private mutating func connect(_ number: UInt32, at moment: Instant) {
    let member = members[Int(number)]
    guard member.inviter != Member.none else { return }
    let inviter = members[Int(member.inviter)]
    let decision = ground.profile.connection.decide(
      ConnectionFacts(
        inviter: PrincipalID(rawValue: UInt64(inviter.person)),
        inviterState: inviter.stage == .deleted ? .deleted : .active,
        verified: PrincipalID(rawValue: UInt64(member.person))))
    if watch != nil {
      tellConnection(decision, of: member.person, and: inviter.person, at: moment)
    }
    switch decision {
    case .connect:
      tally.afterwards.connected += 1
      members[Int(number)].isPaired = true
    case .suggest: tally.afterwards.suggested += 1
    case .alreadyConnected, .none: break
    }
  }

  /// A newcomer reaches home: the inviter may hear of it, and the loop closes.
  mutating func reachHome(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    let number = event.subject
    let member = members[Int(number)]
    tally.launches.home += 1
    watch?.note(.reachedHome, of: member.person, at: now)
    tally.days[day(seconds(now))].homes += 1
    noteHome(event, at: seconds(now))
    var stay = ground.lifetime.seconds(ground.streams.lifetime.openUniform(UInt64(member.person)))
    if member.isPaired { stay *= ground.profile.plans.pairRetentionMultiplier }
    members[Int(number)].leaves = clampedSeconds(Double(seconds(now)) + stay)
    if member.inviter != Member.none {
      tally.launches.invitedHome += 1
      members[Int(member.inviter)].completed.count()
      tally.days[day(members[Int(member.inviter)].joined)].cohortHomes += 1
      announce(number, .onboardingCompleted, at: now, &calendar)
    }
    becomeActive(number, at: now, &calendar)
    if ground.behaviour.sharing.invitesAtHome > 0 {
      let invites = ground.streams.sharing.sample(
        ground.samplers.invitesAtHome, UInt64(member.person) | 1 << 41)
      invite(invites, by: number, target: nil, way: .elsewhere, at: now, &calendar)
    }
  }

  /// Tells the inviter that the newcomer has come so far, if that is the moment; some come back.
  private mutating func announce(
    _ number: UInt32, _ milestone: JoinMilestone, at now: Instant, _ calendar: inout Calendar
  ) {
    let member = members[Int(number)]
    guard member.inviter != Member.none else { return }
    let inviter = members[Int(member.inviter)]
    let facts = JoinFacts(
      inviter: PrincipalID(rawValue: UInt64(inviter.person)),
      inviterState: inviter.stage == .deleted ? .deleted : .active,
      invitee: PrincipalID(rawValue: UInt64(member.person)), inviteeName: nil,
      wasTold: member.wasAnnounced)
    if watch != nil { tellNews(milestone, facts, at: now) }
    guard ground.profile.notification.reasonForSilence(at: milestone, for: facts) == nil else {
      return
    }
    members[Int(number)].wasAnnounced = true
    tally.afterwards.notifications += 1
    let u = ground.streams.notification.uniform(UInt64(member.person))
    guard u < ground.behaviour.use.returnOnPush, inviter.leaves > seconds(now) else { return }
    tally.afterwards.returns += 1
    schedule(
      GrowthEvent(.session, member.inviter, sender: member.inviter),
      at: Double(seconds(now)) + 300, &calendar)
  }
}
