import TestSupport
import Prompts
import Testing
import Vocabulary

@Suite("Prompts · what holds on every time line")
struct TimelinePropertyTests {
  /// A policy drawn from chance, within what the settings allow.
  private func randomPolicy(_ chance: inout SeededChance) -> PromptPolicy {
    var policy = [PromptPolicy.rin, .product, .design].randomElement(using: &chance) ?? .rin
    policy.triggers = PromptTrigger.allCases
    policy.minimumInterval =
      Bool.random(using: &chance) ? .days(.random(in: 0...9, using: &chance)) : nil
    policy.lifetimeMax = Bool.random(using: &chance) ? .random(in: 0...6, using: &chance) : nil
    policy.maxPerWeek = Bool.random(using: &chance) ? .random(in: 1...8, using: &chance) : nil
    policy.maxPerSession = Bool.random(using: &chance) ? .random(in: 0...2, using: &chance) : nil
    policy.quietAfterShare =
      Bool.random(using: &chance) ? .days(.random(in: 0...14, using: &chance)) : nil
    policy.triggerRepeats = Bool.random(using: &chance) ? .once : .everyOccurrence
    policy.dismissScope = Bool.random(using: &chance) ? .global : .perTrigger
    return policy
  }

  /// One user's life: what was shown when, and when the user shared.
  private struct Life {
    var shown: [(at: Instant, session: Int)] = []
    var shares: [Instant] = []
  }

  private func live(under policy: PromptPolicy, _ chance: inout SeededChance) -> Life {
    var walk = Walk(policy)
    var life = Life()
    var now = noon(0)
    for _ in 0..<300 {
      now = now + .milliseconds(.random(in: 0...Interval.days(2).milliseconds, using: &chance))
      switch Int.random(in: 0..<10, using: &chance) {
      case 0, 1: walk.note(.sessionBegan, at: now)
      case 2: walk.note(.dismissed, at: now)
      case 3: walk.note(.tapped, at: now)
      case 4:
        walk.note(.shared, at: now)
        life.shares.append(now)
      default:
        guard let trigger = PromptTrigger.allCases.randomElement(using: &chance) else { continue }
        if walk.meet(trigger, at: now).isShown {
          life.shown.append((now, walk.history.sessions))
        }
      }
    }
    return life
  }

  @Test(arguments: UInt64(1)...60)
  func `caps and intervals hold whatever happens`(seed: UInt64) {
    var chance = SeededChance(seed: seed)
    let policy = randomPolicy(&chance)
    let life = live(under: policy, &chance)
    let times = life.shown.map(\.at)
    if let most = policy.lifetimeMax { #expect(times.count <= most) }
    if let least = policy.minimumInterval {
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= least })
    }
    if let most = policy.maxPerWeek {
      #expect(zip(times, times.dropFirst(most)).allSatisfy { $1 - $0 >= .days(7) })
    }
    if let most = policy.maxPerSession {
      let perSession = Dictionary(grouping: life.shown, by: \.session)
      #expect(perSession.values.allSatisfy { $0.count <= most })
    }
    if let quiet = policy.quietAfterShare {
      for time in times {
        #expect(life.shares.allSatisfy { $0 > time || time - $0 >= quiet })
      }
    }
    if policy.triggerRepeats == .once { #expect(times.count <= PromptTrigger.allCases.count) }
  }

  @Test(arguments: UInt64(1)...40)
  func `a prompt is shown exactly when no reason holds, and waiting it out is enough`(seed: UInt64)
  {
    var chance = SeededChance(seed: seed &* 977)
    let policy = randomPolicy(&chance)
    var walk = Walk(policy)
    var now = noon(0)
    for step in 0..<100 {
      now = now + .hours(.random(in: 0...60, using: &chance))
      if step % 3 == 0 { walk.note(.sessionBegan, at: now) }
      if step % 7 == 0 { walk.note(.shared, at: now) }
      if step % 5 == 0 { walk.note(.dismissed, at: now) }
      guard let trigger = PromptTrigger.allCases.randomElement(using: &chance) else { continue }
      let decision = policy.decide(trigger, for: walk.history, at: now, zone: .utc)
      #expect(decision.isShown == decision.because.isEmpty)
      if let eligibleAt = decision.eligibleAt, !decision.isShown {
        #expect(eligibleAt > now)
        #expect(policy.decide(trigger, for: walk.history, at: eligibleAt, zone: .utc).isShown)
        let justBefore = eligibleAt - .milliseconds(1)
        #expect(!policy.decide(trigger, for: walk.history, at: justBefore, zone: .utc).isShown)
      }
      policy.record(decision, in: &walk.history, at: now)
    }
  }
}
