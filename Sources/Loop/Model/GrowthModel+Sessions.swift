import Profiles
import Prompts
import RandomStreams
import Vocabulary

extension GrowthModel {
  /// Makes a member active, and schedules the first session, share and deletion.
  mutating func becomeActive(_ number: UInt32, at now: Instant, _ calendar: inout Calendar) {
    let person = members[Int(number)].person
    members[Int(number)].stage = .active
    members[Int(number)].propensity = propensity(of: number)
    notifyObserver { $0.note(.left, of: UInt32(person), at: instant(members[Int(number)].leaves)) }
    // This draw precedes the blocks of all sessions.
    scheduleSession(
      of: number, after: now, draw: plan.streams[.session].openUniform(person, .max), &calendar)
    if plan.behaviour.sharing.invitesPerDay > 0 {
      scheduleShare(of: number, after: now, &calendar)
    }
    if plan.behaviour.use.accountDeletionPerDay > 0 {
      let wait = -Double.log(plan.streams[.account].openUniform(person)) * 86_400
      let moment = Double(seconds(now)) + wait / plan.behaviour.use.accountDeletionPerDay
      guard moment < plan.length else { return }
      rest[Int(number)].deletes = UInt32(moment.roundedUp)
      schedule(GrowthEvent(.deletion, number), at: moment, &calendar)
    }
  }

  /// Draws the factor on a member's inclination to share; the same at every call.
  func propensity(of number: UInt32) -> Float {
    let person = members[Int(number)].person
    return Float(
      plan.streams[.person].sample(plan.samplers.propensity, person) * kindFactor(of: number))
  }

  @inline(__always)
  func scheduleSession(
    of number: UInt32, after now: Instant, draw: Double, _ calendar: inout Calendar
  ) {
    let rate = plan.behaviour.use.sessionsPerDay * activityFactor(of: number)
    guard rate > 0 else { return }
    let gap = plan.samplers.wait(draw) * 86_400 / rate
    let moment = plan.rhythm.moment(gap, afterSecond: seconds(now))
    // A stay may yet be lengthened; the session asks again.
    guard plan.needs.staysChange || moment < Double(members[Int(number)].leaves) else { return }
    schedule(GrowthEvent(.session, number), at: moment, &calendar)
  }

  /// Handles a session: moments of value may cause a prompt, and some members share unprompted.
  mutating func session(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    let place = Int(event.subject)
    guard members[place].stage == .active, isThere(event.subject, at: now) else { return }
    let moment = seconds(now)
    if isInTrial { trial?.noteUse(by: event.subject, at: moment) }
    tally.sessions += 1
    let today = day(moment)
    noteReturn(of: event.subject, at: moment)
    noteActivity(of: event.subject, on: today)
    noteComeback(of: event.subject, on: today)
    noteRetention(of: event.subject, at: moment)
    if isInFirstCycle(event.subject, at: moment) { tally.activity.sessionsInCycle += 1 }
    days[today].sessions += 1

    let person = members[place].person
    let index = UInt32(members[place].sessions)
    notifyObserver {
      $0.begin(
        session: Int(index) + 1, of: UInt32(person), isReturn: event.sender != GrowthEvent.none,
        at: now)
    }
    let draws = SessionDraws(plan.streams[.session], person: person, session: index)
    let met = momentsOfValue(of: place, draws)
    if met.isEmpty, members[place].card == 0 {
      // By far the most sessions have nothing to decide.
      members[place].sessions.count()
      members[place].promptsThisSession = 0
    } else {
      meet(met, event.subject, index: index, at: now, &calendar)
    }
    let intent = min(
      1,
      plan.behaviour.sharing.visit * Double(members[place].propensity)
        * novelty(for: event.subject, at: now))
    if draws.intent < intent {
      // Given that the draw is below `intent`, the quotient is uniform again.
      shareFromEntryPoint(event.subject, draw: draws.intent / intent, at: now, &calendar)
    }
    // A session caused by a notification does not schedule the next one.
    if event.sender == GrowthEvent.none {
      scheduleSession(
        of: event.subject, after: now, draw: draws.wait, &calendar)
    }
  }

  /// Returns the triggers that a session meets, of those that the policy uses.
  @inline(__always)
  private mutating func momentsOfValue(of place: Int, _ draws: SessionDraws) -> PromptTrigger.Set {
    var before = ValueReceived()
    before.sessions = Int(members[place].sessions)
    var after = before
    after.sessions += 1
    // The import is done by the first session.
    if before.sessions == 0 { after.importedContacts = Int(members[place].contacts) }
    var met = PromptTrigger.Set()
    if draws.review < plan.behaviour.use.dedupReview {
      after.dedupResolvedThisSession = reviewDuplicates(of: place, in: members[place].sessions)
    }
    if draws.score < plan.scoreChance {
      // At most once per member (PRM-11): a score that was reached before is above the threshold
      // before.
      if members[place].marks.contains(.reachedScore) { before.score = plan.moments.score }
      after.score = plan.moments.score
      members[place].marks.insert(.reachedScore)
    }
    if plan.listening.toMore {
      let (action, social, empty, done) =
        plan.streams[.value].words(members[place].person, UInt32(before.sessions))
        .uniforms
      if action < plan.behaviour.use.keyAction { met.insert(.keyAction) }
      if social < plan.behaviour.use.socialContent { met.insert(.socialContent) }
      if empty < plan.behaviour.use.emptyState { met.insert(.emptyState) }
      if done < plan.behaviour.use.postAction { met.insert(.postAction) }
    }
    if plan.listening.toPermission, isAskedForContacts(place, in: UInt32(before.sessions)) {
      met.insert(.contactsPermission)
    }
    return plan.moments.triggers(from: before, to: after).union(met).intersection(
      plan.listening.triggers)
  }

  /// Returns whether the app is about to ask a member for contacts in this session, and draws the
  /// answer; the system asks once.
  private mutating func isAskedForContacts(_ place: Int, in session: UInt32) -> Bool {
    guard members[place].access == .notDetermined else { return false }
    let (asks, answer, _, _) =
      plan.streams[.permission].words(members[place].person, session).uniforms
    guard asks < plan.behaviour.use.contactsPermission else { return false }
    // The system's question follows an explanation of why (P-PRV-03).
    let grant = plan.behaviour.sharing.grantWithExplainer
    members[place].access =
      if answer < grant * plan.behaviour.sharing.limitedGrant {
        .limited
      } else if answer < grant {
        .authorized
      } else {
        .denied
      }
    return true
  }

  /// Applies the prompt rules to each trigger in the order of the policy, and draws the member's
  /// answer.
  private mutating func meet(
    _ moments: PromptTrigger.Set, _ number: UInt32, index: UInt32, at now: Instant,
    _ calendar: inout Calendar
  ) {
    // Copied once, because it is large.
    let policy = plan.profile.prompts
    var history = PromptHistory()
    prompts.recall(members[Int(number)], number: number, under: policy, into: &history)
    policy.record(.sessionBegan, in: &history, at: now)
    let person = members[Int(number)].person
    let (busy, answer, crowd, _) = plan.streams[.promptAnswer].words(person, index).uniforms
    if busy < plan.behaviour.use.inCoreFlow {
      policy.record(.coreFlowBegan, in: &history, at: now)
      notifyObserver { $0.observe(.coreFlowBegan, of: UInt32(person), at: now) }
    }
    let isCrowded = crowd < plan.behaviour.use.crowdedHome
    if isCrowded { stand(.all, over: &history, person, under: policy, at: now) }
    var moments = moments
    while let trigger = policy.first(of: moments) {
      moments.remove(trigger)
      let decision = policy.meet(
        trigger, in: &history, at: now, zone: plan.behaviour.market.zone)
      count(decision, at: now)
      if decision.isShown {
        members[Int(number)].hasEarlierCard = false
        noteInTrial(.promptShown, of: number, at: now)
      }
      notifyObserver { $0.observe(decision, of: UInt32(person), at: now) }
    }
    var tapped: PromptTrigger?
    var counted = 1
    if let card = history.card, !policy.hidesCard(below: history.sectionsAbove) {
      let dismissal = plan.behaviour.sharing.promptDismiss
      // The answer to a prompt of before the start counts as little as that prompt does, and so does
      // a share after it.
      if members[Int(number)].hasEarlierCard { counted = 0 }
      let tap = min(
        plan.behaviour.sharing.promptTap * novelty(for: number, at: now), 1 - dismissal)
      switch answer {
      case ..<tap:
        if policy.record(.tapped, in: &history, at: now) != nil {
          tapped = card.trigger
        }
        tally.prompts.tapped[Int(card.trigger.ordinal)] += counted
        noteInTrial(.promptTapped, of: number, at: now)
        notifyObserver { $0.answer(.tapped, of: UInt32(person), at: now) }
      case ..<(tap + dismissal):
        policy.record(.dismissed, in: &history, at: now)
        shortenStay(of: number, by: plan.behaviour.sharing.dismissalCost, at: seconds(now))
        tally.prompts.dismissed[Int(card.trigger.ordinal)] += counted
        noteInTrial(.promptDismissed, of: number, at: now)
        notifyObserver { $0.answer(.dismissed, of: UInt32(person), at: now) }
      default:
        tally.prompts.ignored += counted
        notifyObserver { $0.answer(.ignored, of: UInt32(person), at: now) }
      }
    }
    if isCrowded { stand([], over: &history, person, under: policy, at: now) }
    policy.record(.coreFlowEnded, in: &history, at: now)
    notifyObserver { $0.observe(.coreFlowEnded, of: UInt32(person), at: now) }
    prompts.keep(history, in: &members[Int(number)], number: number, under: policy)
    guard let tapped else { return }
    let place = Int(tapped.ordinal)
    let shared = tally.prompts.shared[place]
    shareFromPrompt(number, tapped, at: now, &calendar)
    if counted == 0 { tally.prompts.shared[place] = shared }
  }

  /// Puts these sections above the place of the card.
  private func stand(
    _ above: SectionsAbove, over history: inout PromptHistory, _ person: UInt64,
    under policy: PromptPolicy, at now: Instant
  ) {
    policy.record(.sectionsAbove(above), in: &history, at: now)
    notifyObserver { $0.observe(.sectionsAbove(above), of: UInt32(person), at: now) }
  }

  private mutating func count(_ decision: PromptDecision, at now: Instant) {
    let trigger = Int(decision.trigger.ordinal)
    tally.prompts.met[trigger] += 1
    if decision.isShown {
      tally.prompts.shown[trigger] += 1
      days[day(seconds(now))].prompts += 1
    } else {
      decision.suppressions.forEachOrdinal { tally.prompts.suppressed[$0] += 1 }
    }
  }

  mutating func delete(_ event: GrowthEvent, at now: Instant) {
    guard members[Int(event.subject)].stage == .active else { return }
    members[Int(event.subject)].stage = .deleted
    tally.afterwards.deletions += 1
    notifyObserver {
      $0.note(.deletedAccount, of: UInt32(members[Int(event.subject)].person), at: now)
    }
    notifyObserver {
      $0.observe(.deletedAccount(UInt32(members[Int(event.subject)].person)), at: now)
    }
  }
}
