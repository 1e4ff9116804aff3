import Profiles
import GrowthloopPlans
import TestSupport
import Vocabulary

/// A key of a scenario or a setting of its profile, with the form of its values.
struct ScenarioKey: Sendable {
  enum Form: Sendable {
    case parameter(ValueShape)
    case setting(TextShape)
  }

  let name: String
  let form: Form

  /// Returns a value as it is written, bounded by `budget`; `nil` where none can be drawn.
  func draw(within budget: EventBudget?, _ chance: inout SeededChance) -> String? {
    switch form {
    case .parameter(let shape):
      shape.draw(upTo: budget?.most(of: name) ?? .infinity, &chance)
    case .setting(let shape):
      shape.draw(upTo: budget?.most(of: name) ?? .infinity, &chance)
    }
  }
}

/// How much a random scenario may do: rates are bounded by what people and days leave.
struct EventBudget {
  let people: Int
  let days: Int
  let events: Double

  /// The most that the key of that name may hold.
  func most(of name: String) -> Double {
    let personDays = Double(people * days)
    return switch name {
    case "use.sessionsPerDay": max(0.5, events / personDays)
    case "sharing.invitesPerDay": max(0.5, events / 4 / personDays)
    case "sharing.invitesAtHome": max(2, events / 4 / Double(people))
    case "sharing.recipients": 20
    case "sharing.founderFactor", "sharing.keenFactor": 2
    case "arrivals.organicPerDay": max(1, 2 * Double(people) / Double(days))
    case "load.previewFetchesPerSend": 20
    case "use.resolvedPerReview": 50
    default: .infinity
    }
  }
}

extension RandomScenario {
  /// Every key that can be drawn, with every setting.
  static let keys: [ScenarioKey] =
    GrowthScenario().fieldDescriptions.flatMap { keys(of: $0, in: "") }
    + Setting.all.map {
      ScenarioKey(name: $0.name, form: .setting($0.shape))
    }

  /// The names of all keys.
  public static let allKeys = Set(keys.map(\.name))

  /// The names of all keys of which a value can be drawn.
  public static let drawnKeys = Set(
    keys.filter { key in
      var chance = SeededChance(seed: 1)
      return (0..<8).contains { _ in key.draw(within: nil, &chance) != nil }
    }.map(\.name))

  /// What is drawn otherwise, is of no use to the loop, or needs another file.
  private static let others: Set<String> = [
    "title", "question", "answer", "study", "profile", "policy", "deliberately", "seed",
    "replications",
    "precision", "gates", "targets", "mostReplications", "days", "start", "town",
    "market.acquaintances",
    "rollout", "experiment", "observed",
  ]

  private static func keys(of field: FieldDescription, in prefix: String) -> [ScenarioKey] {
    let name = prefix + field.key
    guard !others.contains(name) else { return [] }
    let parts = field.shape.section
    return parts.isEmpty
      ? [ScenarioKey(name: name, form: .parameter(field.shape))]
      : parts.flatMap { keys(of: $0, in: name + ".") }
  }
}

extension ValueShape {
  /// The keys of a value that is a section; empty for one that may be written otherwise.
  fileprivate var section: [FieldDescription] {
    switch self {
    case .section(let fields): fields
    case .optional(let shape), .evidence(let shape): shape.section
    default: []
    }
  }
}
