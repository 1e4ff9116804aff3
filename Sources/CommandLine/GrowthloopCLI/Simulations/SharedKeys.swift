import Scenarios

/// The keys of a scenario that say how it is run and told: what is compared shares them.
enum SharedKeys {
  private static let names: Set<Substring> = [
    "title", "question", "seed", "replications", "mostReplications", "precision", "gates",
  ]

  /// Throws where one of several that are compared is to have one of these for itself.
  static func refuse(_ changes: [ScenarioOverride]) throws(UsageError) {
    for change in changes where names.contains(change.key.prefix { $0 != "." }) {
      throw UsageError(
        description:
          "'\(change.key)' says how a scenario is run or told, which all that are compared "
          + "share: '--set \(change.key)=\(change.value)' is for all of them")
    }
  }
}
