import Attribution
import Invites
import Onboarding
import Profiles
import Prompts
import RandomStreams
import Vocabulary

// Notifications of more than one line. The model calls them only if there is an observer.
extension GrowthModel {
  /// Returns the person of a member; `nil` for none.
  private func person(_ member: UInt32) -> UInt32? {
    member == Member.none ? nil : members[Int(member)].person
  }

  @inline(never)
  func notifyObserver(ofSeed number: UInt32) {
    let member = members[Int(number)]
    observer?.note(.wasThere, of: member.person, at: plan.start)
    observer?.observe(.contactsCounted(Int(member.contacts)), of: member.person, at: plan.start)
  }

  @inline(never)
  func notifyObserver(
    ofTap event: GrowthEvent, by opener: LinkOpener, _ received: ReceiptDecision, at now: Instant
  ) {
    let sender = members[Int(event.sender)].person
    observer?.note(.tapped(from: sender, received), of: event.subject, at: now)
    observer?.note(.inviteTapped(by: event.subject, received), of: sender, at: now)
    let tap = ServiceEvent.Tap(
      person: event.subject, sender: sender, invite: event.number, opener: opener,
      signals: plan.world?.browser(of: Int(event.subject), at: now), received: received)
    observer?.observe(.tapped(tap), at: now)
  }

  @inline(never)
  func notifyObserver(ofServiceEventsIn attempt: SharingAttempt, by person: UInt32, at now: Instant)
  {
    if attempt.steps.contains(.linkReady) {
      observer?.observe(.gotLink(person), at: now)
    }
    if attempt.ending == .completed { observer?.observe(.shared(person), at: now) }
  }

  /// Reports the milestones of a first run that a link service receives; home is an event of its
  /// own.
  @inline(never)
  func notifyObserver(ofMilestonesIn walk: FirstRunWalk, by person: UInt32, at now: Instant) {
    if let after = walk.signedUpAfter {
      observer?.observe(.signedUp(person), at: now + after)
    }
    if let after = walk.firstValueAfter {
      observer?.observe(.sawValue(person), at: now + after)
    }
    // Where links limit acceptances, the event of the acceptance reports it.
    guard plan.profile.link.maxAcceptances == nil, walk.connection == .accepted,
      members[Int(people[Int(person)].member)].inviter != Member.none,
      let after = walk.connectionAfter
    else { return }
    observer?.observe(.accepted(person, isRefused: false), at: now + after)
  }

  @inline(never)
  func notifyObserver(ofArrival event: GrowthEvent, at now: Instant) {
    observer?.note(.arrived(cause: person(event.sender)), of: event.subject, at: now)
  }

  @inline(never)
  func notifyObserver(ofLaunchAgainBy person: UInt32, at now: Instant) {
    let signals = plan.world?.app(of: Int(person), at: now)
    observer?.observe(.launchedAgain(person, signals: signals), at: now)
  }

  @inline(never)
  func notifyObserver(
    ofCredit decision: CreditDecision, among match: borrowing ArrivalMatch, for arrival: Arrival,
    after event: GrowthEvent, to credited: UInt32, isConflict: Bool, at now: Instant
  ) {
    let (cause, inviter) = (person(event.sender), person(credited))
    let credit = CreditStory(
      decision: decision, clicks: match.clicks,
      passedOver: plan.profile.attribution.passedOver(match.clicks, for: arrival),
      usedUp: match.meetsUsedLink ? usedLinkRule : nil,
      cause: cause, credited: inviter, isConflict: isConflict)
    observer?.note(.credit(credit), of: event.subject, at: now)
    let launch = ServiceEvent.Launch(
      person: event.subject, installedAt: arrival.installedAt,
      signals: plan.world?.app(of: Int(event.subject), at: now), isLost: match.isLost,
      credit: credit)
    observer?.observe(.launched(launch), at: now)
    if let inviter {
      observer?.note(
        .joined(event.subject, isCredited: true, isCaused: cause == inviter), of: inviter, at: now
      )
    }
    if let cause, cause != inviter {
      observer?.note(
        .joined(event.subject, isCredited: false, isCaused: true), of: cause, at: now)
    }
  }

  @inline(never)
  func notifyObserver(
    ofFirstRunOf number: UInt32, _ newcomer: Newcomer, _ walk: FirstRunWalk, at now: Instant
  ) {
    let member = members[Int(number)]
    // The same draws give the same walk.
    var chance = plan.streams[.onboarding][UInt64(member.person), 0]
    let (screens, events) = plan.firstRun.trace(of: newcomer, at: now, using: &chance)
    observer?.note(
      .firstRun(FirstRunStory(walk: walk, screens: screens, events: events)), of: member.person,
      at: now)
    if plan.profile.permission.mayRead(walk.access) {
      observer?.observe(.contactsCounted(Int(member.contacts)), of: member.person, at: now)
    }
  }

  @inline(never)
  func notifyObserver(
    ofConnection decision: ConnectionDecision, of newcomer: UInt32, and inviter: UInt32,
    at moment: Instant
  ) {
    observer?.note(.connection(with: inviter, decision), of: newcomer, at: moment)
    observer?.note(.connection(with: newcomer, decision), of: inviter, at: moment)
  }

  /// Reports the notification of the inviter, or the rule that suppressed it at its moment.
  @inline(never)
  func notifyObserver(ofNews milestone: JoinMilestone, _ facts: JoinFacts, at now: Instant) {
    let decision = plan.profile.notification.decide(milestone, at: now, for: facts)
    if case .none(because: .notTheMoment) = decision { return }
    observer?.note(
      .news(of: UInt32(facts.invitee.rawValue), milestone, decision),
      of: UInt32(facts.inviter.rawValue), at: now)
  }

  @inline(never)
  func notifyObserver(
    ofInviteFrom person: UInt32, to recipient: UInt32, origin: Origin, tapsAfter delay: UInt32?,
    at now: Instant
  ) {
    let tap = delay.map { now + .seconds(Int64($0)) }
    observer?.note(.invited(to: recipient, origin: origin, tapsAt: tap), of: person, at: now)
    observer?.note(.received(from: person, origin: origin), of: recipient, at: now)
  }

  @inline(never)
  func notifyObserver(
    ofShare attempt: SharingAttempt, from entry: FlowPolicy.EntryPoint,
    _ trace: StepTrace, by number: UInt32, at now: Instant
  ) {
    observer?.decide(
      .shared(
        SharingStory(entry: entry, attempt: attempt, steps: trace.steps, events: trace.events)),
      of: members[Int(number)].person, at: now)
  }
}
