import Attribution
import Invites
import Onboarding
import Profiles
import RandomStreams
import Vocabulary

extension GrowthModel {
  /// Counts the steps and times of a first run.
  mutating func note(_ walk: FirstRunWalk, of number: UInt32, after cause: Cause?) {
    if walk.wasExplained {
      tally.launches.explained += 1
      if plan.profile.permission.mayRead(walk.access) { tally.launches.granted += 1 }
    }
    if walk.signedUpAfter != nil {
      tally.launches.signedUp += 1
      members[Int(number)].marks.insert(.hasAccount)
    }
    if walk.milestones.contains(.phoneVerified) { tally.launches.verified += 1 }
    if let cause, !cause.isEarlier { noteAcceptance(walk, of: number, after: cause) }
    if let seen = walk.firstValueAfter { noteValue(seen, of: number, after: cause) }
    guard walk.completedAfter != nil else {
      tally.launches.leftAt[Int(walk.lastScreen.ordinal)] += 1
      noteLeaving(of: number, at: members[Int(number)].joined)
      return
    }
    noteAction(walk)
  }

  /// Counts newcomers with a card at home, and those who acted on it: a clean-up card, or else the
  /// checklist.
  private mutating func noteAction(_ walk: FirstRunWalk) {
    let found = walk.journey.found
    guard !found.isEmpty else { return }
    let place = found.contains(.dedup) || found.contains(.cleanup) ? 0 : 1
    tally.launches.offered[place] += 1
    if walk.milestones.contains(.firstActionTaken) { tally.launches.acted[place] += 1 }
  }

  /// Counts an invite as accepted, by the definition of the metric rules.
  private mutating func noteAcceptance(
    _ walk: FirstRunWalk, of number: UInt32, after cause: Cause
  ) {
    let launched = instant(members[Int(number)].joined)
    var facts = InviteFacts()
    facts.sent = cause.sent
    facts.signedUp = walk.signedUpAfter.map { launched + $0 }
    facts.completed = walk.completedAfter.map { launched + $0 }
    if case .connect = connection(of: number, at: facts.signedUp ?? launched) {
      facts.connected = facts.signedUp
    }
    if plan.profile.metrics.acceptance(of: facts).instant != nil { tally.launches.accepted += 1 }
    if MetricPolicy.design.acceptance(of: facts).instant != nil {
      tally.launches.signedUpInWeek += 1
    }
  }

  /// Counts the first value of a newcomer, `seen` after the launch.
  private mutating func noteValue(
    _ seen: Interval, of number: UInt32, after cause: Cause?
  ) {
    let joined = members[Int(number)].joined
    let launched = instant(joined)
    // Like home, which comes a second later: values after the end of the run are not counted.
    guard Double(seconds(launched + seen)) + 1 < plan.length else { return }
    members[Int(number)].marks.insert(.sawValue)
    days[day(joined)].cohortValued += 1
    days[day(seconds(launched + seen))].firstValues += 1
    tally.launches.firstValue += 1
    tally.launches.millisecondsToFirstValue += Int(seen.milliseconds)
    tally.launches.toFirstValue.record(Int(seen.milliseconds / 1_000))
    var clock = FirstValueClock(firstLaunched: launched)
    clock.firstValueSeen = launched + seen
    if let cause {
      clock.linkTapped = cause.tapped
      tally.launches.causedFirstValue += 1
      tally.launches.invitedToFirstValue.record(Int(seen.milliseconds / 1_000))
      tally.launches.tapToFirstValue.record(
        Int((launched + seen - cause.tapped).milliseconds / 1_000))
    }
    let time = plan.profile.firstValue.time(
      clock, budget: plan.profile.budgets.timeToFirstValue)
    switch time?.verdict {
    case .inTime: tally.launches.valueInTime += 1
    case .late: tally.launches.valueLate += 1
    case .noBudget, nil: break
    }
  }

  /// The invite that led to a launch.
  struct Cause {
    /// The person who sent it, and its number among that person's invites.
    let sender: PersonNumber
    let invite: UInt16
    let sent, tapped, installed: Instant
    /// Whether it was sent before the start.
    let isEarlier: Bool
  }

  /// Returns the invite that led to the launch at `now`; `nil` for an organic launch.
  func cause(of event: GrowthEvent, at now: Instant) -> Cause? {
    guard event.sender != GrowthEvent.none else { return nil }
    let inviter = invites[event.sender].inviter
    let sender = inviter.person
    let (install, launch) = installDelays(of: sender, invite: event.number)
    let installed = now - .seconds(Int64(launch))
    let tapped = installed - .seconds(Int64(install))
    return Cause(
      sender: sender, invite: event.number,
      sent: tapped - .seconds(Int64(tapDelay(of: sender, invite: event.number))), tapped: tapped,
      installed: installed, isEarlier: inviter.isEarlier)
  }

  /// Counts an uninstall if the member leaves within a week of the launch and removes the
  /// app.
  ///
  /// A `change` of −1 takes that back, where the member stays longer after all.
  mutating func noteLeaving(of number: UInt32, at moment: UInt32, by change: Int = 1) {
    let member = members[Int(number)]
    guard moment - member.joined < 7 * 86_400,
      plan.streams[.account].uniform(member.person, 1) < plan.behaviour.use.uninstall
    else { return }
    if member.marks.contains(.launchedCredited) {
      days[day(member.joined)].invitedUninstalls += change
    } else {
      days[day(member.joined)].organicUninstalls += change
    }
  }
}

// Links that expire, or limit the number of acceptances.
extension GrowthModel {
  /// The link that earned a credit, and the moment of its tap.
  struct CreditedLink {
    let place: UInt32
    let clickedAt: Instant
  }

  /// Returns the link that a member still holds from an earlier share.
  func heldLink(of number: UInt32) -> HeldLink? {
    let made = rest[Int(number)].linkMade
    guard made != Member.never else { return nil }
    let life = InviteLifecycle(createdAt: instant(made), under: plan.profile.link)
    return HeldLink(
      code: plan.sharing.code, isOfThisFlow: false, isSent: members[Int(number)].sent > 0,
      expiresAt: life.expiresAt)
  }

  /// Records which link the next invites of a member carry.
  ///
  /// Outside of the app's screens, the policy decides here whether that is a new link.
  mutating func noteLink(
    of number: UInt32, way: Origin.Way, isNew: Bool, at now: Instant
  ) {
    guard plan.needs.keepsLinks else { return }
    var isNew = isNew
    if way == .elsewhere {
      switch plan.profile.link.decideCode(holding: heldLink(of: number), at: now) {
      case .mint:
        rest[Int(number)].linkMade = seconds(now)
        isNew = true
      case .reuse: break
      }
    }
    let made = rest[Int(number)].linkMade
    guard plan.needs.limitsLinks, made != Member.never else { return }
    links.note(
      linkOf: number, madeAt: instant(made), isNew: isNew, from: members[Int(number)].sent,
      under: plan.profile.link)
  }

  /// Returns the place of the link that an invite of `inviter` carried; `none` without a limit of
  /// acceptances, which alone needs it.
  func link(of inviter: Inviter, invite: UInt16) -> UInt32 {
    guard plan.needs.limitsLinks else { return LinkBook.none }
    return links.place(of: invite, by: people[Int(territory.place(of: inviter.person))].member)
  }

  /// Returns the record of a link; `nil` where links do not end.
  func life(ofLinkAt place: UInt32, of inviter: Inviter) -> InviteLifecycle? {
    if place != LinkBook.none { return links[place] }
    guard !plan.needs.limitsLinks, inviter.linkMade != Member.never else { return nil }
    return InviteLifecycle(createdAt: instant(inviter.linkMade), under: plan.profile.link)
  }

  /// The rule by which a link without acceptances left earns no credit.
  var usedLinkRule: RuleID { plan.profile.link.route(.exhausted, appIsInstalled: false).rule }

  /// Whether a newcomer by a link without acceptances left is welcomed by the inviter's name.
  var usedLinkNamesInviter: Bool {
    let route = plan.profile.link.route(.exhausted, appIsInstalled: false)
    return route.destination == .personalisedWithoutCredit
  }

  /// Accepts the invite for a newcomer at `moment`; with limited acceptances an event decides then
  /// who was first.
  mutating func take(
    _ number: UInt32, after walk: FirstRunWalk, over link: CreditedLink?, at moment: Instant,
    _ calendar: inout Calendar
  ) {
    guard members[Int(number)].inviter != nil else { return }
    guard plan.needs.limitsLinks, let link else {
      return accepted(number, after: walk, at: moment, &calendar)
    }
    pendingAcceptances[number] = link
    schedule(GrowthEvent(.accept, number), at: Double(seconds(moment)) + 1, &calendar)
  }

  /// Handles an acceptance: if the link has none left, the newcomer loses the inviter.
  mutating func accept(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    guard let link = pendingAcceptances.removeValue(forKey: event.subject) else { return }
    let step = links[link.place].receive(
      .accepted(clickedAt: link.clickedAt), at: now, under: plan.profile.link)
    let person = members[Int(event.subject)].person
    if case .refused = step {
      members[Int(event.subject)].loseInviter()
      notifyObserver { $0.observe(.accepted(UInt32(person), isRefused: true), at: now) }
    } else {
      notifyObserver { $0.observe(.accepted(UInt32(person), isRefused: false), at: now) }
      accepted(event.subject, after: firstRun(of: event.subject), at: now, &calendar)
    }
  }

  /// Connects and announces a newcomer who accepted the invite.
  private mutating func accepted(
    _ number: UInt32, after walk: FirstRunWalk, at moment: Instant, _ calendar: inout Calendar
  ) {
    guard walk.connection == .accepted else { return }
    // Without an account the newcomer cannot be connected.
    if walk.signedUpAfter != nil { members[Int(number)].marks.insert(.isPaired) }
    announce(number, .accepted, at: moment, &calendar)
  }
}

extension GrowthModel {
  /// The time within which a session counts as the inviter's return, in seconds (D-MET-03).
  static var returnTime: UInt32 { 86_400 }

  /// Counts an attempt to share by `way`, and the member as one who tried.
  ///
  /// A prompt counts as followed by a share once, however often the member invites more.
  mutating func note(
    _ attempt: SharingAttempt, by number: UInt32, _ way: Origin.Way,
    after trigger: PromptTrigger?, isContinued: Bool, at now: Instant
  ) {
    let metrics = plan.profile.metrics
    tally.shares.count(attempt, by: way, under: metrics)
    guard attempt.ending != .notOffered else { return }
    let day = day(seconds(now))
    days[day].opened += 1
    days[day].sheets += attempt.sheets
    noteInTrial(.sheetOpened, of: number, at: now, times: attempt.sheets)
    noteOpening(by: number, on: day)
    if attempt.steps.contains(.explained) {
      tally.shares.explained += 1
      noteInTrial(.contactsExplained, of: number, at: now)
      if plan.profile.permission.mayRead(attempt.access) {
        tally.shares.granted += 1
        noteInTrial(.contactsGranted, of: number, at: now)
      }
    }
    let isCopied = attempt.ending == .copied
    guard attempt.ending == .completed || isCopied else { return }
    if let trigger, !isContinued { tally.prompts.shared[Int(trigger.ordinal)] += 1 }
    if !isCopied {
      members[Int(number)].shares.count()
      noteInTrial(.sheetCompleted, of: number, at: now)
      noteInTrial(.shareConfirmed, of: number, at: now)
      if attempt.steps.contains(.askedForMore) {
        noteInTrial(.moreWanted, of: number, at: now)
      }
    }
    guard !isCopied || metrics.copyButtonCountsAsSend == true,
      members[Int(number)].marks.insert(.sentByFlow).inserted
    else { return }
    tally.activity.flowSenders += 1
  }

  /// Counts a member who opened a way to share: once ever, once in the week, and once on the day.
  private mutating func noteOpening(by number: UInt32, on day: Int) {
    let last = Int(members[Int(number)].lastFlowDay) - 1
    guard last != day else { return }
    members[Int(number)].lastFlowDay = UInt16(clamping: day + 1)
    if last < 0 { tally.activity.openers += 1 }
    days[day].openers += 1
    let week = day / ActivityTally.daysOfWeek
    if last < 0 || last / ActivityTally.daysOfWeek != week {
      tally.activity.weeklyOpeners[week] += 1
    }
  }

  /// Counts a member who sent an invite at `moment`, by a share that began on `day`, and awaits the
  /// return.
  ///
  /// The month is that of the beginning; the share may end in the next one.
  mutating func noteSending(by number: UInt32, at moment: UInt32, begunOn day: Int) {
    noteActivity(of: number, on: day)
    let month = day / ActivityTally.daysOfMonth
    let last = Int(members[Int(number)].lastSendingMonth) - 1
    if last < 0 { tally.activity.senders += 1 }
    if last != month {
      members[Int(number)].lastSendingMonth = UInt8(clamping: month + 1)
      tally.activity.monthlySenders[month] += 1
    }
    let first = members[Int(number)].awaitsReturn
    guard first == Member.never || moment > first + Self.returnTime else { return }
    members[Int(number)].awaitsReturn = moment
    guard canBeAnswered(moment) else { return }
    tally.activity.sendings += 1
    if members[Int(number)].marks.insert(.inviter).inserted { tally.activity.inviters += 1 }
  }

  /// Counts a session as the inviter's return, if one is due and the session is in time.
  @inline(__always)
  mutating func noteReturn(of number: UInt32, at moment: UInt32) {
    let sent = members[Int(number)].awaitsReturn
    // A share that the session before began may still be under way; `never` is later than all.
    guard sent <= moment else { return }
    members[Int(number)].awaitsReturn = Member.never
    guard moment - sent <= Self.returnTime, canBeAnswered(sent) else { return }
    tally.activity.sendingsWithReturn += 1
    if members[Int(number)].marks.insert(.returned).inserted { tally.activity.returners += 1 }
  }

  /// Whether a whole day lies between `sent` and the end of the run.
  private func canBeAnswered(_ sent: UInt32) -> Bool {
    Double(sent) + Double(Self.returnTime) <= plan.length
  }
}
