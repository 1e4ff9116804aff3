public import GrowthloopFindings
import Profiles
public import GrowthloopPlans
import Statistics

extension RolloutFindings {
  /// Creates the findings of a study of `scenario`.
  public init(
    _ study: RolloutStudy.Outcome, _ section: RolloutSection, in scenario: GrowthScenario,
    parameters: [Parameter], command: String
  ) {
    self.init()
    let (comparison, outcomes) = (study.comparison, study.outcomes)
    self.command = command
    title = scenario.title
    question = scenario.question
    seed = comparison.seed
    replications = comparison.worlds.replications
    ramps = comparison.ramps
    starts = section.starts
    if section.stages == nil {
      phases = scenario.profile.plans.rollout.compactMap { stage in
        stage.reach == .prompts ? "prompts from day \(stage.day)" : nil
      }
    }
    defect = section.defect.map { "\($0.key): \($0.value)" }
    self.parameters = parameters
    leastDetection = comparison.standard.leastDetection
    mostFalse = comparison.standard.mostFalse
    guard let written = comparison.candidates.first, let first = outcomes.first else { return }
    guardrails = section.guardrails.indices.map { place in
      GuardrailFound(
        section.guardrails[place], written.plan, place, comparison.worlds,
        reach: study.reaches[place], alone: first.alone[place])
    }
    plans = zip(comparison.candidates, outcomes).map { candidate, outcome in
      var plan = RolloutPlanFound(candidate, outcome)
      plan.isFit = comparison.standard.isMet(with: outcome.with, without: outcome.without)
      return plan
    }
    obstacle = study.obstacle.map(RolloutObstacle.init)
    days = Self.days(first)
    simulated = study.ramped.map { ramped in
      SimulatedRamps(
        guardrails: ramped.watched, ramps: ramped.with.ramps,
        detected: Measure(ramped.with.detectedInTime.wilson(), in: .share),
        falseRollbacks: Measure(ramped.without.detected.wilson(), in: .share),
        day: ramped.with.medianDay,
        furtherDetected: Measure(
          ramped.with.detectedInTime.difference(from: ramped.drawn.with.detectedInTime),
          in: .share),
        furtherFalse: Measure(
          ramped.without.detected.difference(from: ramped.drawn.without.detected), in: .share))
    }
  }

  private static func days(_ outcome: RolloutComparison.Outcome) -> [RolloutDayFound] {
    let length = max(outcome.with.days, outcome.without.days)
    let (with, without) = (outcome.with.reached(in: length), outcome.without.reached(in: length))
    var (detected, alarmed) = (0, 0)
    return (0..<length).map { day in
      if day < outcome.with.offByDay.count { detected += outcome.with.offByDay[day] }
      if day < outcome.without.offByDay.count { alarmed += outcome.without.offByDay[day] }
      return RolloutDayFound(
        day: day + 1, reachedWith: with[day] / Double(outcome.with.ramps),
        reachedWithout: without[day] / Double(outcome.without.ramps),
        detected: Double(detected) / Double(outcome.with.ramps),
        falseRollbacks: Double(alarmed) / Double(outcome.without.ramps))
    }
  }
}

extension GuardrailFound {
  fileprivate init(
    _ section: GuardrailSection, _ plan: RolloutPlan, _ place: Int, _ worlds: RolloutWorlds,
    reach: RolloutComparison.Reach?, alone: (with: RolloutTally, without: RolloutTally)
  ) {
    self.init()
    let (guardrail, guarded) = (plan.guardrails[place], worlds.series.guardrails[place])
    let known = Metric.named(section.metric)
    metric = section.metric
    name = known?.name ?? section.metric
    style = known?.style ?? .ratio
    rule = section.floor == nil ? section.rule.rawValue : RolloutCandidate.floorRule
    let side = section.harm == .fall ? "below" : "above"
    if let floor = section.floor {
      limit = "\(side) \(style.text(floor))"
    } else if let margin = section.worseThanControl, margin > 0 {
      limit = "\(style.distance(margin)) \(side) the control"
    } else {
      limit = "\(side) the control"
    }
    falsePositives = section.floor == nil ? guardrail.falsePositiveRate : nil
    perDay = guarded.without.volume(over: plan.ramp.days)
    minimum = section.minimum
    fewest = perDay * plan.daysOfFewest(at: place)
    without = guarded.without.rate
    with = guarded.with.rate
    effect = worlds.effect(on: place, harm: guardrail.harm)
    difference = Measure(worlds.effects[place], in: style)
    isCompared = reach != nil
    smallestHarm = reach?.smallestHarm
    perDayNeeded = Measure(
      reach?.volume?.mapped { [perDay] times in times * perDay }, in: .ratio)
    detected = Measure(alone.with.detectedInTime.wilson(), in: .share)
    falseRollbacks = Measure(alone.without.detected.wilson(), in: .share)
  }
}

extension RolloutObstacle {
  fileprivate init(_ obstacle: RolloutComparison.Obstacle) {
    switch obstacle {
    case .volume(let plan, let times):
      self.init(plan: plan, times: Measure(times, in: .ratio))
    case .other(let plan, let with, let without):
      self.init(
        plan: plan, times: Measure(nil, in: .ratio),
        detected: Measure(with.detectedInTime.wilson(), in: .share),
        stopped: Measure(without.stopped.wilson(), in: .share))
    }
  }
}

extension RolloutPlanFound {
  fileprivate init(_ candidate: RolloutCandidate, _ outcome: RolloutComparison.Outcome) {
    self.init()
    let (with, without) = (outcome.with, outcome.without)
    ramp = candidate.ramp
    stages = candidate.plan.ramp.words
    hasControl = candidate.plan.ramp.controlledDays > 0
    rule = candidate.rule
    onUndecided = candidate.plan.onUndecided.rawValue
    isWritten = candidate.isWritten
    detected = Measure(with.detectedInTime.wilson(), in: .share)
    day = with.foundBeforeLastStage > 0 ? with.medianDay : nil
    undecided = Measure(Proportion(with.rolledBackUndecided, of: with.ramps).wilson(), in: .share)
    falseRollbacks = Measure(without.rolledBack.wilson(), in: .share)
    falselyHeld = Measure(Proportion(without.heldUp, of: without.ramps).wilson(), in: .share)
    lost = Measure(with.lost[0].meanEstimate(), in: .count)
    let launches = with.before.count - 1
    launchesBefore = Measure(with.before[launches].meanEstimate(), in: .count)
    launchesAfter = Measure(with.after[launches].meanEstimate(), in: .count)
    let lingering = candidate.plan.reading.lingering
    lingeringDays = lingering > 0 ? lingering : nil
  }
}

extension Ramp {
  /// The stages as scenarios write them: "5%@0, 25%@3".
  var words: String {
    stages.map { stage in
      let percent = stage.share * 100
      let digits =
        percent == percent.rounded()
        ? NumberText.decimal(percent, 0) : NumberText.significant(percent)
      return "\(digits)%@\(stage.day)"
    }.joined(separator: ", ")
  }
}
