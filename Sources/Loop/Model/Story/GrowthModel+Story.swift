import Attribution
import Invites
import Onboarding
import Profiles
import Prompts
import RandomStreams
import Vocabulary

// Notifications of more than one line. The model calls them only if there is an observer.
extension GrowthModel {
  /// Returns the sender of the invite that caused an event; `nil` without one.
  private func sender(of event: GrowthEvent) -> UInt32? {
    event.sender == GrowthEvent.none ? nil : UInt32(invites[event.sender].inviter.person)
  }

  @inline(never)
  func notifyObserver(ofSeed number: UInt32, after life: PastLives.Life?) {
    let member = members[Int(number)]
    let person = UInt32(member.person)
    observer?.note(
      .wasThere(since: life.map { _ in instant(member.joined) }, life?.history ?? PromptHistory()),
      of: person, at: plan.start)
    observer?.observe(.contactsCounted(Int(member.contacts)), of: person, at: plan.start)
  }

  @inline(never)
  func notifyObserver(
    ofTap event: GrowthEvent, from inviter: Inviter, by opener: LinkOpener,
    _ received: ReceiptDecision, at now: Instant
  ) {
    let sender = UInt32(inviter.person)
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
  func notifyObserver(ofMilestonesIn walk: FirstRunWalk, by number: UInt32, at now: Instant) {
    let person = UInt32(members[Int(number)].person)
    if let after = walk.signedUpAfter {
      observer?.observe(.signedUp(person), at: now + after)
    }
    if let after = walk.firstValueAfter {
      observer?.observe(.sawValue(person), at: now + after)
    }
    // Where links limit acceptances, the event of the acceptance reports it.
    guard plan.profile.link.maxAcceptances == nil, walk.connection == .accepted,
      members[Int(number)].inviter != nil,
      let after = walk.connectionAfter
    else { return }
    observer?.observe(.accepted(person, isRefused: false), at: now + after)
  }

  @inline(never)
  func notifyObserver(ofArrival event: GrowthEvent, at now: Instant) {
    observer?.note(.arrived(cause: sender(of: event)), of: event.subject, at: now)
  }

  @inline(never)
  func notifyObserver(ofLaunchAgainBy person: PersonNumber, at now: Instant) {
    let signals = plan.world?.app(of: Int(person), at: now)
    observer?.observe(.launchedAgain(UInt32(person), signals: signals), at: now)
  }

  @inline(never)
  func notifyObserver(
    ofCredit decision: CreditDecision, among match: borrowing ArrivalMatch, for arrival: Arrival,
    after event: GrowthEvent, to credited: PersonNumber?, isConflict: Bool, at now: Instant
  ) {
    let (cause, inviter) = (sender(of: event), credited.map { UInt32($0) })
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
    let person = UInt32(member.person)
    // The same draws give the same walk.
    let (screens, events) = plan.firstRun.trace(
      of: newcomer, at: now, by: plan.streams[.onboarding][member.person, 0])
    observer?.note(
      .firstRun(FirstRunStory(walk: walk, screens: screens, events: events)), of: person, at: now)
    if plan.profile.permission.mayRead(walk.access) {
      observer?.observe(.contactsCounted(Int(member.contacts)), of: person, at: now)
    }
  }

  @inline(never)
  func notifyObserver(
    ofConnection decision: ConnectionDecision, of member: Member, at moment: Instant
  ) {
    let (newcomer, inviter) = (UInt32(member.person), member.inviter.map { UInt32($0) })
    guard let inviter else { return }
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
      of: UInt32(members[Int(number)].person), at: now)
  }
}
