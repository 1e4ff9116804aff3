import Attribution
import GrowthloopModel
import Invites
import Onboarding
import Profiles
import Prompts
import Testing
import Vocabulary

@Suite("Growth · the stories of all people are what is counted")
struct StoryTests {
  /// A lively month of a small market, with every reason against a prompt that there is.
  static func plan(_ profile: ProfileID) -> GrowthPlan {
    var plan = DeterminismTests.plan(Profile(profile))
    plan.profile.prompts.triggerRepeats = .everyOccurrence
    plan.profile.prompts.dismissalsToSuppress = 2
    plan.profile.prompts.silenceAfterDismissals = .days(20)
    plan.behaviour.market.people = 2_000
    plan.behaviour.sharing.visit = 0.1
    plan.behaviour.use.accountDeletionPerDay = 0.01
    return plan
  }

  /// A run in which everybody is watched, and every entry of every story.
  static func everything(_ plan: GrowthPlan) throws -> (Tally, StoryCollector, [StoryEntry]) {
    let watch = StoryCollector(of: 0..<UInt32(plan.behaviour.market.people))
    var run = try GrowthRun(plan, seed: 8, observer: watch)
    run.run()
    let entries = (0..<UInt32(plan.behaviour.market.people)).flatMap { person in
      watch[person]?.entries(until: Instant(milliseconds: .max)) ?? []
    }
    return (run.tally, watch, entries)
  }

  static let profiles = ProfileID.allCases

  @Test(arguments: profiles)
  func `watching changes nothing of what happens`(profile: ProfileID) throws {
    let plan = Self.plan(profile)
    var alone = try GrowthRun(plan, seed: 8)
    alone.run()
    for watch in [
      StoryCollector(of: 0..<2_000), StoryCollector(of: CollectionOfOne(17)),
      StoryCollector(forFirst: 3) { _ in true },
    ] {
      var watched = try GrowthRun(plan, seed: 8, observer: watch)
      watched.run()
      #expect(watched.log == alone.log)
      #expect(watched.tally == alone.tally)
    }
  }

  @Test func `whoever came too late for a link is told so, by the rule that ended it`() throws {
    var plan = Self.plan(.rin)
    plan.profile.link.maxAcceptances = 1
    plan.profile.link.onExhausted = .genericOnboarding
    let (tally, _, entries) = try Self.everything(plan)
    let tooLate = entries.compactMap { entry -> RuleID? in
      guard case .credit(let story) = entry.event, story.decision.outcome == .none else {
        return nil
      }
      return story.usedUp
    }
    #expect(tally.credit.usedUp > 0 && tooLate.count == tally.credit.usedUp)
    let rule = plan.profile.link.route(.exhausted, appIsInstalled: false).rule
    #expect(tooLate.allSatisfy { $0 == rule })
    #expect(entries.contains { $0.event.rules.first == rule })
  }

  @Test(arguments: profiles)
  func `prompts and their answers add up`(profile: ProfileID) throws {
    // Answers to a prompt before the start are told, and count in no proportion.
    var plan = Self.plan(profile)
    plan.behaviour.arrivals.seedsAre = .cold
    let (tally, watch, entries) = try Self.everything(plan)
    var prompts = (
      met: tally.prompts.met.map { _ in 0 }, shown: tally.prompts.shown.map { _ in 0 },
      suppressed: tally.prompts.suppressed.map { _ in 0 }
    )
    var answers: [PromptAnswer: Int] = [:]
    var told = 0
    for entry in entries {
      switch entry.event {
      case .prompt(let decision, _):
        prompts.met[Int(decision.trigger.ordinal)] += 1
        if decision.isShown { prompts.shown[Int(decision.trigger.ordinal)] += 1 }
        for reason in decision.because { prompts.suppressed[Int(reason.suppression.ordinal)] += 1 }
      case .answered(let answer): answers[answer, default: 0] += 1
      case .session: told += 1
      default: break
      }
    }
    #expect(prompts.met == tally.prompts.met)
    #expect(prompts.shown == tally.prompts.shown)
    #expect(prompts.suppressed == tally.prompts.suppressed)
    #expect(prompts.suppressed.contains { $0 > 0 } || profile == .design)
    #expect(answers[.tapped, default: 0] == tally.prompts.tapped.reduce(0, +))
    #expect(answers[.dismissed, default: 0] == tally.prompts.dismissed.reduce(0, +))
    #expect(answers[.ignored, default: 0] == tally.prompts.ignored)
    let sessions = (0..<UInt32(2_000)).map { watch[$0]?.sessions ?? 0 }.reduce(0, +)
    #expect(sessions == tally.sessions)
    #expect(told > 0 && told < sessions)
  }

  @Test(arguments: profiles)
  func `shares, invites and taps add up`(profile: ProfileID) throws {
    let (tally, _, entries) = try Self.everything(Self.plan(profile))
    var endings = [Int](repeating: 0, count: SharingAttempt.Ending.allCases.count)
    var (invites, received, taps, ofTheirs) = (0, 0, 0, 0)
    for entry in entries {
      switch entry.event {
      case .shared(let story):
        endings[Int(story.attempt.ending.rawValue)] += 1
        #expect(story.steps.last?.step ?? [] == story.attempt.steps)
      case .invited: invites += 1
      case .received: received += 1
      case .tapped: taps += 1
      case .inviteTapped: ofTheirs += 1
      default: break
      }
    }
    for (ending, count) in endings.enumerated() {
      #expect(count == tally.shares.endings.map { $0[ending] }.reduce(0, +))
    }
    #expect(invites == tally.origins.byWay.reduce(0) { $0 + $1.invites })
    #expect(received == invites)
    #expect(taps == tally.taps.all + tally.taps.ofEarlier)
    #expect(ofTheirs == taps)
    #expect(taps > 100)
  }

  @Test(arguments: profiles)
  func `arrivals, credit and what follows add up`(profile: ProfileID) throws {
    let (tally, _, entries) = try Self.everything(Self.plan(profile))
    var verdicts: [CreditVerdict: Int] = [:]
    var leftAt = tally.launches.leftAt.map { _ in 0 }
    var (conflicts, homes, deletions, connected, pushes, returns) = (0, 0, 0, 0, 0, 0)
    var joins: [[Bool]: Int] = [:]
    for entry in entries {
      switch entry.event {
      case .credit(let story):
        verdicts[story.verdict, default: 0] += 1
        if story.isConflict { conflicts += 1 }
        #expect(
          story.passedOver.count + (story.decision.click == nil ? 0 : 1) == story.clicks.count)
      case .firstRun(let story):
        #expect(story.screens.map(\.step).last == story.walk.lastScreen)
        if let screen = story.leftAt { leftAt[Int(screen.ordinal)] += 1 }
      case .joined(_, let isCredited, let isCaused):
        joins[[isCredited, isCaused], default: 0] += 1
      case .reachedHome: homes += 1
      case .deletedAccount: deletions += 1
      case .connection(_, .connect): connected += 1
      case .news(_, _, .push): pushes += 1
      case .session(_, _, isReturn: true): returns += 1
      default: break
      }
    }
    #expect(verdicts[.right, default: 0] == tally.credit.right)
    #expect(verdicts[.wrong, default: 0] == tally.credit.wrong)
    #expect(verdicts[.stolen, default: 0] == tally.credit.stolen)
    #expect(verdicts[.lost, default: 0] == tally.credit.lost)
    #expect(verdicts.values.reduce(0, +) == tally.launches.organic + tally.launches.invited)
    #expect(joins[[true, true], default: 0] == tally.credit.right)
    #expect(joins[[true, false], default: 0] == tally.credit.wrong + tally.credit.stolen)
    #expect(joins[[false, true], default: 0] == tally.credit.wrong + tally.credit.lost)
    #expect(conflicts == tally.credit.conflicts)
    #expect(leftAt == tally.launches.leftAt)
    #expect(homes == tally.launches.home)
    #expect(deletions == tally.afterwards.deletions && deletions > 0)
    // Both hear of a connection.
    #expect(connected == 2 * tally.afterwards.connected)
    #expect(pushes == tally.afterwards.notifications)
    // Some come back no more: they left in the five minutes between.
    #expect(returns <= tally.afterwards.returns)
    #expect(verdicts[.right, default: 0] > 10)
  }

  @Test(arguments: profiles)
  func `what the prompt rules knew can be told again, and is decided alike`(profile: ProfileID)
    throws
  {
    var plan = Self.plan(profile)
    plan.profile.prompts.dismissScope = .perTrigger
    for plan in [Self.plan(profile), plan] {
      let (_, watch, entries) = try Self.everything(plan)
      let policy = plan.profile.prompts
      for entry in entries {
        guard case .prompt(let decision, let heard) = entry.event else { continue }
        let log = try #require(watch[entry.person]).prompts
        let history = log.history(after: heard, under: policy)
        #expect(policy.decide(decision.trigger, for: history, at: entry.at, zone: .utc) == decision)
      }
    }
  }

  @Test func `entries are in order, and nobody leaves who has deleted the account`() throws {
    let (_, watch, _) = try Self.everything(Self.plan(.rin))
    let end = Self.plan(.rin).start + .days(10)
    var gone = 0
    for person in 0..<UInt32(2_000) {
      let entries = watch[person]?.entries(until: end) ?? []
      #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.at <= $1.at })
      #expect(entries.allSatisfy { $0.at < end && $0.person == person })
      let deletion = entries.firstIndex {
        if case .deletedAccount = $0.event { true } else { false }
      }
      guard let deletion else { continue }
      gone += 1
      #expect(
        entries[deletion...].allSatisfy { if case .left = $0.event { false } else { true } })
    }
    #expect(gone > 10)
  }

  @Test func `a search finds the first of each person, and no more people than wanted`() throws {
    let isShown = { (entry: StoryEntry) in
      if case .prompt(let decision, _) = entry.event { decision.isShown } else { false }
    }
    let watch = StoryCollector(forFirst: 7, where: isShown)
    var run = try GrowthRun(Self.plan(.rin), seed: 8, observer: watch)
    run.run()
    #expect(watch.hasEnough)
    #expect(watch.found.count == 7)
    #expect(Set(watch.found.map(\.person)).count == 7)
    let (_, all, _) = try Self.everything(Self.plan(.rin))
    for found in watch.found {
      let entries = try #require(all[found.person]).entries(until: Instant(milliseconds: .max))
      #expect(entries.first(where: isShown)?.at == found.at)
    }
  }
}
