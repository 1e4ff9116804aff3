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
    let member = members[Int(number)]
    guard behaviour.use.sessionsPerDay > 0 else { return }
    let u = streams.session.openUniform(UInt64(member.person), UInt32(member.sessions))
    let gap = -Double.log(u) * 86_400 / behaviour.use.sessionsPerDay
    let moment = rhythm.moment(gap, after: Double((now - start).milliseconds) / 1_000)
    guard moment < Double(member.leaves) else { return }
    schedule(GrowthEvent(.session, number), at: moment, &calendar)
  }

  /// A member opens the app: moments of value may bring up a prompt, and some share of themselves.
  mutating func session(_ event: GrowthEvent, at now: Instant, _ calendar: inout Calendar) {
    let number = event.subject
    guard members[Int(number)].stage == .active else { return }
    tally.sessions += 1
    noteActivity(of: number, on: day(seconds(now)))
    tally.days[day(seconds(now))].sessions += 1
    visit(number, at: now, &calendar)
    // A session that news brought about does not begin another chain.
    if event.sender == GrowthEvent.none { scheduleSession(of: number, after: now, &calendar) }
  }

  private mutating func visit(_ number: UInt32, at now: Instant, _ calendar: inout Calendar) {
    let person = UInt64(members[Int(number)].person)
    let index = UInt32(members[Int(number)].sessions)
    let moments = valueMoments(of: number, index: index)
    let (u, v, _, _) = streams.intent.words(person, index).uniforms
    let visits = u < behaviour.sharing.visit * Double(members[Int(number)].propensity)
    if moments.isEmpty && members[Int(number)].card == 0 {
      // By far the most sessions: nothing to decide.
      members[Int(number)].sessions.count()
      members[Int(number)].promptsThisSession = 0
    } else {
      meet(moments, number, index: index, at: now, &calendar)
    }
    if visits { shareFromEntryPoint(number, luck: v, index: index, at: now, &calendar) }
  }

  /// What of value happens in a session.
  private func valueMoments(of number: UInt32, index: UInt32) -> PromptTrigger.Set {
    let use = behaviour.use
    let member = members[Int(number)]
    var before = ValueReceived()
    before.sessions = Int(member.sessions)
    var after = before
    after.sessions += 1
    // The import is done by the first session.
    if member.sessions == 0 { after.importedContacts = Int(member.contacts) }
    let (dedup, score, action, social) = streams.value.words(UInt64(member.person), 2 * index)
      .uniforms
    let (empty, done, _, _) = streams.value.words(UInt64(member.person), 2 * index + 1).uniforms
    let moments = ValueMoments()
    if dedup < use.dedupReview { after.dedupResolvedThisSession = moments.dedupResolved }
    if score < use.scoreMilestone { after.score = moments.score }
    var met = moments.triggers(from: before, to: after)
    if action < use.keyAction { met.insert(.keyAction) }
    if social < use.socialContent { met.insert(.socialContent) }
    if empty < use.emptyState { met.insert(.emptyState) }
    if done < use.postAction { met.insert(.postAction) }
    return met
  }

  /// Asks the prompt rules about every moment, in the order of the policy, and lets the member answer.
  private mutating func meet(
    _ moments: PromptTrigger.Set, _ number: UInt32, index: UInt32, at now: Instant,
    _ calendar: inout Calendar
  ) {
    let policy = profile.prompts
    var history = prompts.history(of: members[Int(number)], number: number)
    policy.record(.sessionBegan, in: &history, at: now)
    let person = UInt64(members[Int(number)].person)
    let (busy, answer, luck, _) = streams.promptAnswer.words(person, index).uniforms
    if busy < behaviour.use.inCoreFlow { policy.record(.coreFlowBegan, in: &history, at: now) }
    for trigger in policy.triggers where moments.contains(trigger) {
      let decision = policy.meet(trigger, in: &history, at: now)
      count(decision, at: now)
    }
    var taps = false
    if history.card != nil {
      switch answer {
      case ..<behaviour.sharing.promptTap:
        taps = policy.record(.tapped, in: &history, at: now) != nil
        tally.prompts.tapped += 1
      case ..<(behaviour.sharing.promptTap + behaviour.sharing.promptDismiss):
        policy.record(.dismissed, in: &history, at: now)
        tally.prompts.dismissed += 1
      default:
        tally.prompts.ignored += 1
      }
    }
    policy.record(.coreFlowEnded, in: &history, at: now)
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
