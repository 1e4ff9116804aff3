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
    scheduleSession(of: number, after: now, &calendar)
    if ground.behaviour.sharing.invitesPerDay > 0 {
      scheduleShare(of: number, after: now, &calendar)
    }
    if ground.behaviour.use.accountDeletionPerDay > 0 {
      let wait = -Double.log(ground.streams.account.openUniform(person)) * 86_400
      let moment = Double(seconds(now)) + wait / ground.behaviour.use.accountDeletionPerDay
      schedule(GrowthEvent(.deletion, number), at: moment, &calendar)
    }
  }

  func scheduleSession(of number: UInt32, after now: Instant, _ calendar: inout Calendar) {
    let rate = ground.behaviour.use.sessionsPerDay
    guard rate > 0 else { return }
    let place = Int(number)
    // The lower half of the block of the coming session; the upper half is for what happens in it.
    let u = ground.streams.session.openUniform(
      UInt64(members[place].person), UInt32(members[place].sessions))
    let gap = -Double.log(u) * 86_400 / rate
    let moment = ground.rhythm.moment(gap, after: Double(seconds(now)))
    guard moment < Double(members[place].leaves) else { return }
    schedule(GrowthEvent(.session, number), at: moment, &calendar)
  }

  /// A member opens the app: moments of value may bring up a prompt, and some share of themselves.
  mutating func session(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    let place = Int(event.subject)
    guard members[place].stage == .active else { return }
    tally.sessions += 1
    noteActivity(of: event.subject, on: day(seconds(now)))
    tally.days[day(seconds(now))].sessions += 1

    let person = UInt64(members[place].person)
    let index = UInt32(members[place].sessions)
    let met = momentsOfValue(of: place, index: index)
    if met.isEmpty, members[place].card == 0 {
      // By far the most sessions: nothing to decide.
      members[place].sessions.count()
      members[place].promptsThisSession = 0
    } else {
      meet(met, event.subject, index: index, at: now, &calendar)
    }
    let (_, _, intent, luck) = ground.streams.session.words(person, index).uniforms
    if intent < ground.behaviour.sharing.visit * Double(members[place].propensity) {
      shareFromEntryPoint(event.subject, luck: luck, index: index, at: now, &calendar)
    }
    // A session that news brought about does not begin another chain.
    if event.sender == GrowthEvent.none {
      scheduleSession(of: event.subject, after: now, &calendar)
    }
  }

  /// What of value happens in a session, as far as the policy has an ear for it.
  private func momentsOfValue(of place: Int, index: UInt32) -> PromptTrigger.Set {
    let person = UInt64(members[place].person)
    var before = ValueReceived()
    before.sessions = Int(members[place].sessions)
    var after = before
    after.sessions += 1
    // The import is done by the first session.
    if before.sessions == 0 { after.importedContacts = Int(members[place].contacts) }
    var met: PromptTrigger.Set = []
    if ground.listening.first {
      let (dedup, score, action, social) = ground.streams.value.words(person, 2 &* index).uniforms
      if dedup < ground.behaviour.use.dedupReview {
        after.dedupResolvedThisSession = ground.moments.dedupResolved
      }
      if score < ground.behaviour.use.scoreMilestone { after.score = ground.moments.score }
      if action < ground.behaviour.use.keyAction { met.insert(.keyAction) }
      if social < ground.behaviour.use.socialContent { met.insert(.socialContent) }
    }
    if ground.listening.second {
      let (empty, done, _, _) = ground.streams.value.words(person, 2 &* index &+ 1).uniforms
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
    var history = prompts.history(of: members[Int(number)], number: number)
    ground.profile.prompts.record(.sessionBegan, in: &history, at: now)
    let person = UInt64(members[Int(number)].person)
    let (busy, answer, luck, _) = ground.streams.promptAnswer.words(person, index).uniforms
    if busy < ground.behaviour.use.inCoreFlow {
      ground.profile.prompts.record(.coreFlowBegan, in: &history, at: now)
    }
    for trigger in ground.profile.prompts.triggers where moments.contains(trigger) {
      let decision = ground.profile.prompts.meet(trigger, in: &history, at: now)
      count(decision, at: now)
    }
    var taps = false
    if history.card != nil {
      switch answer {
      case ..<ground.behaviour.sharing.promptTap:
        taps = ground.profile.prompts.record(.tapped, in: &history, at: now) != nil
        tally.prompts.tapped += 1
      case ..<(ground.behaviour.sharing.promptTap + ground.behaviour.sharing.promptDismiss):
        ground.profile.prompts.record(.dismissed, in: &history, at: now)
        tally.prompts.dismissed += 1
      default:
        tally.prompts.ignored += 1
      }
    }
    ground.profile.prompts.record(.coreFlowEnded, in: &history, at: now)
    prompts.keep(history, in: &members[Int(number)], number: number)
    if taps { shareFromPrompt(number, luck: luck, index: index, at: now, &calendar) }
  }

  private mutating func count(_ decision: PromptDecision, at now: Instant) {
    let trigger = Int(decision.trigger.ordinal)
    tally.prompts.met[trigger] += 1
    if decision.isShown {
      tally.prompts.shown[trigger] += 1
      tally.days[day(seconds(now))].prompts += 1
    } else {
      for reason in PromptSuppression.allCases where decision.suppressions.contains(reason) {
        tally.prompts.suppressed[Int(reason.ordinal)] += 1
      }
    }
  }

  mutating func delete(_ event: GrowthEvent) {
    guard members[Int(event.subject)].stage == .active else { return }
    members[Int(event.subject)].stage = .deleted
    tally.afterwards.deletions += 1
  }
}
