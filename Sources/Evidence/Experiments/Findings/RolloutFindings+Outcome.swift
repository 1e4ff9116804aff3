public import Diagnostics
import Profiles
import Rollouts
public import Runs
public import Scenarios
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
    guard let written = comparison.candidates.first, let first = outcomes.first else { return }
    guardrails = section.guardrails.indices.map { place in
      GuardrailFound(
        section.guardrails[place], comparison.worlds.series.guardrails[place],
        on: written.plan.ramp, alone: first.alone[place])
    }
    plans = zip(comparison.candidates, outcomes).map { RolloutPlanFound($0, $1) }
    days = Self.days(first)
    simulated = study.ramped.map { ramped in
      SimulatedRamps(
        guardrails: ramped.watched, ramps: ramped.detected.trials,
        detected: Measure(ramped.detected.wilson(), in: .share),
        falseRollbacks: Measure(ramped.falseAlarms.wilson(), in: .share), day: ramped.medianDay)
    }
  }

  private static func days(_ outcome: RolloutComparison.Outcome) -> [RolloutDayFound] {
    let length = max(outcome.with.reached.count, outcome.without.reached.count)
    var (detected, alarmed) = (0, 0)
    func share(_ values: [Double], _ day: Int, _ all: Int) -> Double {
      day < values.count ? values[day] / Double(all) : 0
    }
    return (0..<length).map { day in
      if day < outcome.with.offByDay.count { detected += outcome.with.offByDay[day] }
      if day < outcome.without.offByDay.count { alarmed += outcome.without.offByDay[day] }
      return RolloutDayFound(
        day: day + 1, reachedWith: share(outcome.with.reached, day, outcome.with.ramps),
        reachedWithout: share(outcome.without.reached, day, outcome.without.ramps),
        detected: Double(detected) / Double(outcome.with.ramps),
        falseRollbacks: Double(alarmed) / Double(outcome.without.ramps))
    }
  }
}

extension GuardrailFound {
  fileprivate init(
    _ section: GuardrailSection, _ worlds: WorldSeries.Guarded, on ramp: Ramp,
    alone: (with: RolloutTally, without: RolloutTally)
  ) {
    self.init()
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
    perDay = worlds.without.volume
    without = worlds.without.rate
    with = worlds.with.rate
    if section.floor == nil, worlds.isShare {
      let margin = section.worseThanControl ?? 0
      let fall = worlds.without.rate - worlds.with.rate
      let excess = (section.harm == .fall ? fall : -fall) - margin
      smallestHarm = ramp.smallestHarm(
        to: without, volume: Int(perDay.rounded()), falsePositiveRate: section.falsePositives
      ).map { $0 + margin }
      perDayNeeded = ramp.volume(
        toFind: excess, to: without, falsePositiveRate: section.falsePositives)
    }
    detected = Measure(alone.with.detectedInTime.wilson(), in: .share)
    falseRollbacks = Measure(alone.without.detected.wilson(), in: .share)
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
