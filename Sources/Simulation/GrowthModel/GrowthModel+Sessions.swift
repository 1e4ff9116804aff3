import Prompts
import Profiles
import RandomStreams
import RealFunctions
import SimulationKernel
import Vocabulary

extension GrowthModel {
  /// Lets a member use the app from now on.
  mutating func becomeActive(_ number: UInt32, at now: Instant, _ calendar: inout Calendar) {
    let person = UInt64(members[Int(number)].person)
    members[Int(number)].stage = .active
    members[Int(number)].propensity = Float(
      ground.streams.person.sample(ground.samplers.propensity, person))
    tell { $0.note(.left, of: UInt32(person), at: instant(members[Int(number)].leaves)) }
    // The first one is before all blocks that sessions draw.
    scheduleSession(
      of: number, after: now, luck: ground.streams.session.openUniform(person, .max), &calendar)
    if ground.behaviour.sharing.invitesPerDay > 0 {
      scheduleShare(of: number, after: now, &calendar)
    }
    if ground.behaviour.use.accountDeletionPerDay > 0 {
      let wait = -Double.log(ground.streams.account.openUniform(person)) * 86_400
      let moment = Double(seconds(now)) + wait / ground.behaviour.use.accountDeletionPerDay
      schedule(GrowthEvent(.deletion, number), at: moment, &calendar)
    }
  }

  @inline(__always)
  func scheduleSession(
    of number: UInt32, after now: Instant, luck: Double, _ calendar: inout Calendar
  ) {
    let rate = ground.behaviour.use.sessionsPerDay
    guard rate > 0 else { return }
    let gap = ground.samplers.wait(luck) * 86_400 / rate
    let moment = ground.rhythm.moment(gap, after: Double(seconds(now)))
    guard moment < Double(members[Int(number)].leaves) else { return }
    schedule(GrowthEvent(.session, number), at: moment, &calendar)
  }

  /// A member opens the app: moments of value may bring up a prompt, and some share of themselves.
  mutating func session(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    let place = Int(event.subject)
    guard members[place].stage == .active else { return }
    tally.sessions += 1
    let today = day(seconds(now))
    noteReturn(of: event.subject, at: seconds(now))
    noteActivity(of: event.subject, on: today)
    noteComeback(of: event.subject, on: today)
    days[today].sessions += 1

    let person = UInt64(members[place].person)
    let index = UInt32(members[place].sessions)
    tell {
      $0.begin(
        session: Int(index) + 1, of: UInt32(person), isReturn: event.sender != GrowthEvent.none,
        at: now)
    }
    let luck = SessionLuck(ground.streams.session, person: person, session: index)
    let met = momentsOfValue(of: place, luck)
    if met.isEmpty, members[place].card == 0 {
      // By far the most sessions: nothing to decide.
      members[place].sessions.count()
      members[place].promptsThisSession = 0
    } else {
      meet(met, event.subject, index: index, at: now, &calendar)
    }
    let intent = min(1, ground.behaviour.sharing.visit * Double(members[place].propensity))
    if luck.intent < intent {
      // Among those who intend to share, this is as evenly spread as before among all.
      shareFromEntryPoint(event.subject, luck: luck.intent / intent, at: now, &calendar)
    }
    // A session that news brought about does not begin another chain.
    if event.sender == GrowthEvent.none {
      scheduleSession(
        of: event.subject, after: now, luck: luck.wait, &calendar)
    }
  }

  /// What of value happens in a session, as far as the policy has an ear for it.
  @inline(__always)
  private mutating func momentsOfValue(of place: Int, _ luck: SessionLuck) -> PromptTrigger.Set {
    var before = ValueReceived()
    before.sessions = Int(members[place].sessions)
    var after = before
    after.sessions += 1
    // The import is done by the first session.
    if before.sessions == 0 { after.importedContacts = Int(members[place].contacts) }
    var met: PromptTrigger.Set = []
    if luck.review < ground.behaviour.use.dedupReview {
      after.dedupResolvedThisSession = reviewDuplicates(of: place, in: members[place].sessions)
    }
    if luck.score < ground.behaviour.use.scoreMilestone {
      // Once in a life (PRM-11): a score that was reached before is above the threshold before.
      if members[place].marks.contains(.reachedScore) { before.score = ground.moments.score }
      after.score = ground.moments.score
      members[place].marks.insert(.reachedScore)
    }
    if ground.listening.toMore {
      let (action, social, empty, done) =
        ground.streams.value.words(UInt64(members[place].person), UInt32(before.sessions)).uniforms
      if action < ground.behaviour.use.keyAction { met.insert(.keyAction) }
      if social < ground.behaviour.use.socialContent { met.insert(.socialContent) }
      if empty < ground.behaviour.use.emptyState { met.insert(.emptyState) }
      if done < ground.behaviour.use.postAction { met.insert(.postAction) }
    }
    return ground.moments.triggers(from: before, to: after).union(met).intersection(
      ground.listening.triggers)
  }

  /// Asks the prompt rules about every moment, in the order of the policy, and lets the member answer.
  private mutating func meet(
    _ moments: PromptTrigger.Set, _ number: UInt32, index: UInt32, at now: Instant,
    _ calendar: inout Calendar
  ) {
    // Taken out once, since it is large.
    let policy = ground.profile.prompts
    var history = PromptHistory()
    prompts.recall(members[Int(number)], number: number, into: &history)
    policy.record(.sessionBegan, in: &history, at: now)
    let person = UInt64(members[Int(number)].person)
    let (busy, answer, _, _) = ground.streams.promptAnswer.words(person, index).uniforms
    if busy < ground.behaviour.use.inCoreFlow {
      policy.record(.coreFlowBegan, in: &history, at: now)
      tell { $0.hear(.coreFlowBegan, of: UInt32(person), at: now) }
    }
    var moments = moments
    while let trigger = policy.first(of: moments) {
      moments.remove(trigger)
      let decision = policy.meet(trigger, in: &history, at: now)
      count(decision, at: now)
      tell { $0.hear(decision, of: UInt32(person), at: now) }
    }
    var tapped: PromptTrigger?
    if let card = history.card {
      switch answer {
      case ..<ground.behaviour.sharing.promptTap:
        if policy.record(.tapped, in: &history, at: now) != nil {
          tapped = card.trigger
        }
        tally.prompts.tapped[Int(card.trigger.ordinal)] += 1
        tell { $0.answer(.tapped, of: UInt32(person), at: now) }
      case ..<(ground.behaviour.sharing.promptTap + ground.behaviour.sharing.promptDismiss):
        policy.record(.dismissed, in: &history, at: now)
        tally.prompts.dismissed[Int(card.trigger.ordinal)] += 1
        tell { $0.answer(.dismissed, of: UInt32(person), at: now) }
      default:
        tally.prompts.ignored += 1
        tell { $0.answer(.ignored, of: UInt32(person), at: now) }
      }
    }
    policy.record(.coreFlowEnded, in: &history, at: now)
    tell { $0.hear(.coreFlowEnded, of: UInt32(person), at: now) }
    prompts.keep(history, in: &members[Int(number)], number: number)
    if let tapped { shareFromPrompt(number, tapped, at: now, &calendar) }
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
    tell { $0.note(.deletedAccount, of: members[Int(event.subject)].person, at: now) }
    tell { $0.hear(.deletedAccount(members[Int(event.subject)].person), at: now) }
  }
}
