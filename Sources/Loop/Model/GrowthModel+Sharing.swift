import Invites
import Prompts
import Profiles
import RandomStreams
import Vocabulary

extension GrowthModel {
  /// Plays a share that a member begins unprompted, at an entry point drawn from `draw`.
  mutating func shareFromEntryPoint(
    _ number: UInt32, draw: Double, at now: Instant, _ calendar: inout Calendar
  ) {
    guard !plan.ownWays.isEmpty else { return }
    let entry = plan.ownWays[
      min(Int(draw * Double(plan.ownWays.count)), plan.ownWays.count - 1)]
    share(number, from: entry, at: now, &calendar)
  }

  /// Plays a share that a member begins by tapping the prompt of `trigger`.
  mutating func shareFromPrompt(
    _ number: UInt32, _ trigger: PromptTrigger, at now: Instant, _ calendar: inout Calendar
  ) {
    share(
      number, from: plan.profile.prompts.surface.entryPoint, after: trigger, at: now, &calendar)
  }

  /// Plays the flow that the profile opens at `entry`, again for each tap on Invite More.
  private mutating func share(
    _ number: UInt32, from entry: FlowPolicy.EntryPoint, after trigger: PromptTrigger? = nil,
    at now: Instant, _ calendar: inout Calendar
  ) {
    let place = Int(number)
    var chance = plan.streams[.sharing][
      members[place].person, UInt32(members[place].sessions)]
    var flow: InviteFlow?
    var moment = now
    for _ in 0...SharingModel.mostRepeated {
      let attempt = attemptShare(
        number, from: entry, after: trigger, at: moment, using: &chance, goingOnIn: &flow,
        &calendar)
      guard flow != nil else { return }
      moment = moment + attempt.took
    }
  }

  /// Plays one attempt, from the entry point or from Invite More in `flow`.
  private mutating func attemptShare(
    _ number: UInt32, from entry: FlowPolicy.EntryPoint, after trigger: PromptTrigger?,
    at now: Instant, using chance: inout some RandomNumberGenerator,
    goingOnIn flow: inout InviteFlow?, _ calendar: inout Calendar
  ) -> SharingAttempt {
    let place = Int(number)
    let isContinued = flow != nil
    var sharer = Sharer()
    sharer.access = members[place].access
    sharer.explainedBefore = members[place].marks.contains(.wasExplained)
    sharer.contacts = Int(members[place].acquaintances)
    sharer.held = heldLink(of: number)
    sharer.edits =
      plan.streams[.message].uniform(members[place].person, UInt32(members[place].sessions))
      < plan.behaviour.sharing.edit
    if entry == .contactDetail { describeContact(of: number, in: &sharer) }
    if plan.needs.remembersContacts { sharer.resting = resting(for: number, at: now) }
    sharer.advice = advice.left(by: number, in: members[place].sessions)
    var day = daily[number] ?? DailyTally()
    let trace = !isObserved ? nil : StepTrace()
    let attempt = plan.sharing.attempt(
      from: entry, by: sharer, at: now, tally: &day, using: &chance, goingOnIn: &flow,
      tracing: trace)
    if let trace { notifyObserver(ofShare: attempt, from: entry, trace, by: number, at: now) }
    if plan.profile.limits.dailyInvites != nil { daily[number] = day }

    let way = Origin.Way(entry)
    note(attempt, by: number, way, after: trigger, isContinued: isContinued, at: now)
    members[place].access = attempt.access
    advice.keep(attempt.advice, of: number, in: members[place].sessions)
    if attempt.steps.contains(.explained) { members[place].marks.insert(.wasExplained) }
    let done = now + attempt.took
    if attempt.linksCreated > 0 { rest[place].linkMade = seconds(done) }
    if isObserved {
      notifyObserver(ofServiceEventsIn: attempt, by: UInt32(members[place].person), at: done)
    }
    switch attempt.ending {
    case .completed: note(.shared, number, at: done)
    case .copied: note(.copied, number, at: done)
    case .cancelled, .gaveUp, .linkFailed, .offline, .queued, .refused: return attempt
    case .notOffered:
      // The next attempt is for another contact.
      if entry == .contactDetail { members[place].sent.count() }
      return attempt
    }
    if attempt.wasSent {
      let isSent = invite(
        attempt.recipients, by: number, target: attempt.target, way: way, after: trigger,
        resting: attempt.selected > 0 ? sharer.resting : RestingContacts(),
        isByName: entry == .contactDetail || attempt.selected > 0,
        hasNewLink: attempt.linksCreated > 0, begun: now, at: done, &calendar)
      if !isSent, attempt.ending == .completed { tally.shares.unsent += 1 }
    }
    return attempt
  }

  /// Records the share that the prompt rules count.
  private mutating func note(_ event: PromptEvent, _ number: UInt32, at now: Instant) {
    notifyObserver { $0.observe(event, of: UInt32(members[Int(number)].person), at: now) }
    if plan.profile.prompts.isShare(event) { members[Int(number)].lastShare = seconds(now) }
  }

  func scheduleShare(of number: UInt32, after now: Instant, _ calendar: inout Calendar) {
    let member = members[Int(number)]
    let u = plan.streams[.sharing].openUniform(
      member.person | 1 << 40, UInt32(member.sent))
    let rate =
      plan.behaviour.sharing.invitesPerDay * Double(member.propensity)
      * inviteFactor(of: member.person)
    let moment = Double(seconds(now)) + plan.samplers.wait(u) * 86_400 / rate
    guard plan.needs.staysChange || moment < Double(member.leaves), left(of: 1, by: number) > 0
    else { return }
    schedule(GrowthEvent(.share, number), at: moment, &calendar)
  }

  /// Handles a share outside of the app's screens.
  mutating func shareElsewhere(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    guard members[Int(event.subject)].stage == .active, isThere(event.subject, at: now) else {
      return
    }
    guard allowed(1, by: event.subject, at: now) > 0 else {
      // The wait for the next one has another draw.
      members[Int(event.subject)].sent.count()
      return scheduleShare(of: event.subject, after: now, &calendar)
    }
    let moment = seconds(now)
    if isInTrial { trial?.noteUse(by: event.subject, at: moment) }
    note(.shared, event.subject, at: now)
    members[Int(event.subject)].shares.count()
    notifyObserver { $0.observe(.gotLink(UInt32(members[Int(event.subject)].person)), at: now) }
    notifyObserver { $0.observe(.shared(UInt32(members[Int(event.subject)].person)), at: now) }
    invite(1, by: event.subject, begun: now, at: now, &calendar)
    scheduleShare(of: event.subject, after: now, &calendar)
  }

  /// Sends invites to acquaintances of the member, by a share that began at `begun`, and schedules
  /// their taps.
  ///
  /// A contact outside of the market gets no invite.
  ///
  /// - Returns: Whether any invite was sent.
  @discardableResult
  mutating func invite(
    _ recipients: Int, by number: UInt32, target: ShareTarget? = nil,
    way: Origin.Way = .elsewhere, after trigger: PromptTrigger? = nil,
    resting: RestingContacts = RestingContacts(), isByName: Bool = false,
    hasNewLink: Bool = false, begun: Instant, at now: Instant,
    _ calendar: inout Calendar
  ) -> Bool {
    let person = members[Int(number)].person
    let recipients = left(of: recipients, by: number)
    guard recipients > 0, let known = plan.acquaintances.known(by: members[Int(number)]) else {
      return false
    }
    noteLink(of: number, way: way, isNew: hasNewLink, at: now)
    var inviter = inviter(number)
    let connected =
      members[Int(number)].marks.contains(.isPaired) ? members[Int(number)].inviter : nil
    let origin = Origin(target, by: trigger.map { .prompt($0) } ?? .way(way))
    let moment = seconds(now)
    let today = day(moment)
    let cohort = day(members[Int(number)].joined)
    var considered = 0
    var isSent = false
    // In an experiment the message of an invite may be another arm's than what the member sees.
    let seen = isInTrial ? plan : nil
    defer { if let seen { plan = seen } }
    for _ in 0..<recipients {
      while resting[considered] {
        members[Int(number)].sent.count()
        considered += 1
      }
      considered += 1
      let invite = members[Int(number)].sent
      members[Int(number)].sent.count()
      let draws = InviteDraws(plan.streams[.recipients], sender: person, invite: invite)
      if isInTrial, let arm = trial?.armOfInvite(invite, by: number, at: moment) {
        inviter.marks.arm = arm
        takeUp(arm)
      }
      guard
        let recipient = plan.acquaintances.contact(draws.contact(among: known), of: person)
      else { continue }
      if !isSent { noteSending(by: number, at: moment, begunOn: day(seconds(begun))) }
      isSent = true
      if isByName, plan.needs.remembersContacts {
        remember(invite: invite, by: number, known: known, at: now)
      }
      let isReported = draws.complaint < plan.behaviour.recipients.complaint
      if isInTrial {
        trial?.send(
          invite, by: number, to: recipient, arm: inviter.marks.arm, at: moment,
          isReported: isReported)
      }
      count(.invite, origin)
      ask(recipient, by: person, at: moment)
      days[today].invites += 1
      days[cohort].cohortInvites += 1
      if isInFirstCycle(number, at: moment) { tally.activity.invitesInCycle += 1 }
      if plan.needs.limitsInvites { given[Int(number)].count() }
      if isReported {
        tally.shares.complaints += 1
        shortenStay(of: number, by: plan.behaviour.sharing.complaintCost, at: moment)
      }
      var previews = 0
      if plan.profile.plans.previewFetchesPerSend > 0 {
        previews = plan.streams[.channel].sample(
          plan.samplers.previews, person, UInt32(invite))
        tally.shares.previews += previews
        if plan.previewsAreClicks { tally.taps.previews += previews }
      }
      inviter.marks.set(.isPairedWithRecipient, recipient == connected)
      if plan.needs.countInvites {
        inviter.marks.set(.invitesByName, isByName)
        notifyObserver {
          $0.observe(.invited(by: UInt32(person), invite: invite, previews: previews), at: now)
        }
        pass(
          Passing(
            .invite, to: recipient, from: person, at: moment &+ Self.windowLength,
            origin: origin, number: invite, by: inviter))
        continue
      }
      let delay =
        draws.tap < plan.invites.tap(from: person, origin, isByName: isByName)
        ? tapDelay(draws) : nil
      if isObserved {
        notifyObserver(
          ofInviteFrom: UInt32(person), to: UInt32(recipient), origin: origin, tapsAfter: delay,
          at: now)
        notifyObserver {
          $0.observe(.invited(by: UInt32(person), invite: invite, previews: previews), at: now)
        }
      }
      guard let delay else { continue }
      pass(
        Passing(
          .tap, to: recipient, from: person, at: moment &+ delay, origin: origin,
          number: invite, by: inviter))
    }
    return isSent
  }

  /// Returns the time from the invite to its tap, in seconds.
  func tapDelay(of sender: PersonNumber, invite: UInt16) -> UInt32 {
    tapDelay(InviteDraws(plan.streams[.recipients], sender: sender, invite: invite))
  }

  /// No tap comes within a window's length, in which no news of the sender reaches the recipient.
  func tapDelay(_ draws: InviteDraws) -> UInt32 {
    max(plan.samplers.tapDelay.seconds(at: draws.delay), Self.windowLength)
  }
}

extension PromptPolicy.Surface {
  /// The entry point to which a tap on the prompt leads.
  var entryPoint: FlowPolicy.EntryPoint {
    switch self {
    case .homeCard: .homePrompt
    case .celebrationOrInline: .contextual
    case .postActionSheet: .postAction
    }
  }
}
