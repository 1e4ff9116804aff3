import GrowthloopModel
import Profiles
public import GrowthloopPlans
import Statistics
import Vocabulary

/// A plan of a rollout, with the words that name it.
public struct RolloutCandidate: Sendable {
  public let ramp: String
  public let rule: String
  public let isWritten: Bool
  public let plan: RolloutPlan
  /// The places of the guardrails that watch.
  public let watched: [Int]

  /// Returns at most eight plans: that of a section as written, the same without its floors, and
  /// that with one thing changed: the ramp for a document's, what follows an undecided stage, or
  /// the rule.
  ///
  /// A ramp that reaches everybody at once gives way to a document's in all but the first.
  public static func all(of section: RolloutSection, in scenario: GrowthScenario)
    -> [RolloutCandidate]
  {
    let profile = scenario.profile
    let reading = FlagReading(
      freshStarts: scenario.behaviour.use.freshStarts,
      sessionsPerDay: scenario.behaviour.use.sessionsPerDay)
    let own = ramp(section.stages(in: profile), section, days: section.days)
    let documents = ProfileID.allCases.filter { $0 != .rin }
      .map { id in
        let stages = RolloutSection().stages(in: Profile(id))
        return (id.shortName, ramp(stages, section, days: nil))
      }
    let name =
      documents.first { $0.1 == own }?.0
      ?? (section.stages == nil ? profile.id.shortName : "this file's")
    let places = Array(section.guardrails.indices)
    let controlled = places.filter { section.guardrails[$0].floor == nil }
    var all: [RolloutCandidate] = []
    func add(
      _ ramp: (name: String, ramp: Ramp), _ rule: LookRule.Name? = nil,
      _ undecided: RolloutSection.Undecided? = nil, watching watched: [Int]
    ) {
      let guardrails = section.guardrails.map { guardrail in
        var guardrail = guardrail
        guardrail.rule = rule ?? guardrail.rule
        return guardrail
      }
      let plan = RolloutPlan(
        section, on: ramp.ramp, in: guardrails.map { $0.guardrail(in: section) },
        onUndecided: undecided ?? section.onUndecided, reading: reading)
      guard !all.contains(where: { $0.plan == plan && $0.watched == watched }) else { return }
      let rules = Set(
        watched.map { guardrails[$0].floor == nil ? guardrails[$0].rule.rawValue : floorRule })
      all.append(
        RolloutCandidate(
          ramp: ramp.name, rule: rules.sorted().joined(separator: " and "),
          isWritten: all.isEmpty, plan: plan, watched: watched))
    }
    add((name, own), watching: places)
    let watched = controlled.isEmpty ? places : controlled
    let ramps = ([(name, own)] + documents).filter { $0.1.controlledDays > 0 }
    for ramp in ramps { add(ramp, watching: watched) }
    guard let first = ramps.first else { return all }
    for undecided in RolloutSection.Undecided.allCases {
      add(first, nil, undecided, watching: watched)
    }
    guard !controlled.isEmpty else { return all }
    for rule in [LookRule.Name.pocock, .obrienFleming, .confidenceSequence] {
      add(first, rule, watching: watched)
    }
    return Array(all.prefix(most))
  }

  /// The most plans that are laid side by side.
  static let most = 8

  /// What stands for a rule where each day's value is compared as it is.
  static let floorRule = "floor"

  private static func ramp(
    _ stages: [RolloutStage], _ section: RolloutSection, days: Int?
  ) -> Ramp {
    Ramp(
      stages.map { Ramp.Stage($0.share, from: $0.day) }, holdback: section.holdback,
      days: days ?? (stages.last?.day ?? 0) + 1)
  }
}

extension RolloutPlan {
  fileprivate init(
    _ section: RolloutSection, on ramp: Ramp, in guardrails: [Guardrail],
    onUndecided: RolloutSection.Undecided, reading: FlagReading
  ) {
    self.init(
      ramp, guardrails: guardrails, onUndecided: onUndecided.policy,
      mostHeldDays: section.heldAtMost,
      reaction: Double(section.reaction.milliseconds) / 86_400_000, reading: reading)
  }
}

extension RolloutSection.Undecided {
  var policy: UndecidedPolicy {
    switch self {
    case .advance: .advance
    case .hold: .hold
    case .rollback: .rollback
    }
  }
}

extension GuardrailSection {
  /// Returns the guardrail as the walk of a rollout knows it, with its part of the rollout's rate.
  func guardrail(in section: RolloutSection) -> Guardrail {
    var guardrail = Guardrail(metric)
    guardrail.isShare = Metric.named(metric)?.style == .share
    guardrail.limit = floor.map { .floor($0) } ?? .control(worseBy: worseThanControl ?? 0)
    guardrail.harm = harm == .fall ? .fall : .rise
    guardrail.minimum = minimum
    guardrail.falsePositiveRate = section.falsePositives(of: self)
    guardrail.excludes = excludes
    guardrail.rule = LookRule(rule, mixedOver: spread)
    return guardrail
  }
}
