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
    members[Int(number)].propensity = Float(streams.person.sample(samplers.propensity, person))
    scheduleSession(of: number, after: now, &calendar)
    if behaviour.sharing.invitesPerDay > 0 { scheduleShare(of: number, after: now, &calendar) }
    if behaviour.use.accountDeletionPerDay > 0 {
      let wait = -Double.log(streams.account.openUniform(person)) * 86_400
      let moment = Double(seconds(now)) + wait / behaviour.use.accountDeletionPerDay
      schedule(GrowthEvent(.deletion, number), at: moment, &calendar)
    }
  }

  func scheduleSession(of number: UInt32, after now: Instant, _ calendar: inout Calendar) {
    let rate = behaviour.use.sessionsPerDay
    guard rate > 0 else { return }
    let place = Int(number)
    // The lower half of the block of the coming session; the upper half is for what happens in it.
    let u = streams.session.openUniform(
      UInt64(members[place].person), UInt32(members[place].sessions))
    let gap = -Double.log(u) * 86_400 / rate
    let moment = rhythm.moment(gap, after: Double(seconds(now)))
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
    let (_, _, intent, luck) = streams.session.words(person, index).uniforms
    if intent < behaviour.sharing.visit * Double(members[place].propensity) {
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
    if listening.first {
      let (dedup, score, action, social) = streams.value.words(person, 2 &* index).uniforms
      if dedup < behaviour.use.dedupReview {
        after.dedupResolvedThisSession = moments.dedupResolved
      }
      if score < behaviour.use.scoreMilestone { after.score = moments.score }
      if action < behaviour.use.keyAction { met.insert(.keyAction) }
      if social < behaviour.use.socialContent { met.insert(.socialContent) }
    }
    if listening.second {
      let (empty, done, _, _) = streams.value.words(person, 2 &* index &+ 1).uniforms
      if empty < behaviour.use.emptyState { met.insert(.emptyState) }
      if done < behaviour.use.postAction { met.insert(.postAction) }
    }
    return moments.triggers(from: before, to: after).union(met).intersection(listening.triggers)
  }

  /// Asks the prompt rules about every moment, in the order of the policy, and lets the member answer.
  private mutating func meet(
    _ moments: PromptTrigger.Set, _ number: UInt32, index: UInt32, at now: Instant,
    _ calendar: inout Calendar
  ) {
    var history = prompts.history(of: members[Int(number)], number: number)
    profile.prompts.record(.sessionBegan, in: &history, at: now)
    let person = UInt64(members[Int(number)].person)
    let (busy, answer, luck, _) = streams.promptAnswer.words(person, index).uniforms
    if busy < behaviour.use.inCoreFlow {
      profile.prompts.record(.coreFlowBegan, in: &history, at: now)
    }
    for trigger in profile.prompts.triggers where moments.contains(trigger) {
      let decision = profile.prompts.meet(trigger, in: &history, at: now)
      count(decision, at: now)
    }
    var taps = false
    if history.card != nil {
      switch answer {
      case ..<behaviour.sharing.promptTap:
        taps = profile.prompts.record(.tapped, in: &history, at: now) != nil
        tally.prompts.tapped += 1
      case ..<(behaviour.sharing.promptTap + behaviour.sharing.promptDismiss):
        profile.prompts.record(.dismissed, in: &history, at: now)
        tally.prompts.dismissed += 1
      default:
        tally.prompts.ignored += 1
      }
    }
    profile.prompts.record(.coreFlowEnded, in: &history, at: now)
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
