import GrowthModel
import Profiles
public import Rollouts
public import Scenarios
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

  /// Returns the plan of a section as written, then its ramp and those of the documents under every
  /// rule of the guardrails with a control, or with those without one, and with everything that may
  /// follow where a stage is undecided.
  public static func all(of section: RolloutSection, in scenario: GrowthScenario)
    -> [RolloutCandidate]
  {
    let profile = scenario.profile
    let reading = FlagReading(
      freshStarts: scenario.behaviour.use.freshStarts,
      sessionsPerDay: scenario.behaviour.use.sessionsPerDay)
    let own = ramp(section.stages(in: profile), section)
    let documents = ProfileID.allCases.filter { $0 != .rin }
      .map { id in
        let stages = RolloutSection().stages(in: Profile(id))
        return (id.shortName, ramp(stages, section, days: nil))
      }
    let name =
      documents.first { $0.1 == own }?.0
      ?? (section.stages == nil ? profile.id.shortName : "this file's")
    let written = RolloutPlan(
      section, on: own, in: section.guardrails.map(\.guardrail), reading: reading)
    let ramps = [(name, own)] + documents.filter { $0.1 != own }
    let places = section.guardrails.indices
    let floors = places.filter { section.guardrails[$0].floor != nil }
    let controlled = places.filter { section.guardrails[$0].floor == nil }
    let rules: [GuardrailSection.Rule?] =
      (controlled.isEmpty ? [] : GuardrailSection.Rule.allCases.filter { $0 != .mixture })
      + (floors.isEmpty ? [] : [nil])
    let ownRules = Set(section.guardrails.map { $0.floor == nil ? $0.rule.rawValue : floorRule })
    return [
      RolloutCandidate(
        ramp: name, rule: ownRules.sorted().joined(separator: " and "), isWritten: true,
        plan: written, watched: Array(places))
    ]
      + ramps.flatMap { name, ramp in
        rules.flatMap { rule in
          RolloutSection.Undecided.allCases.map { undecided in
            var plan = RolloutPlan(
              section, on: ramp,
              in: section.guardrails.map {
                var section = $0
                section.rule = rule ?? section.rule
                return section.guardrail
              }, reading: reading)
            plan.onUndecided = undecided.policy
            return RolloutCandidate(
              ramp: name, rule: rule?.rawValue ?? floorRule, isWritten: false, plan: plan,
              watched: rule == nil ? floors : controlled)
          }
        }
      }
  }

  /// What stands for a rule where each day's value is compared as it is.
  static let floorRule = "floor"

  private static func ramp(_ stages: [RolloutStage], _ section: RolloutSection) -> Ramp {
    ramp(stages, section, days: section.days)
  }

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
    _ section: RolloutSection, on ramp: Ramp, in guardrails: [Guardrail], reading: FlagReading
  ) {
    self.init(
      ramp, guardrails: guardrails, onUndecided: section.onUndecided.policy,
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
  /// The guardrail as the walk of a rollout knows it.
  var guardrail: Guardrail {
    var guardrail = Guardrail(metric)
    guardrail.isShare = Metric.named(metric)?.style == .share
    guardrail.limit = floor.map { .floor($0) } ?? .control(worseBy: worseThanControl ?? 0)
    guardrail.harm = harm == .fall ? .fall : .rise
    guardrail.minimum = minimum
    guardrail.falsePositiveRate = falsePositives
    guardrail.excludes = excludes
    guardrail.rule =
      switch rule {
      case .daily: .daily
      case .pocock: .pocock
      case .obrienFleming: .obrienFleming
      case .sequence: .confidenceSequence()
      case .mixture: .mixture(spread: spread)
      }
    return guardrail
  }
}
