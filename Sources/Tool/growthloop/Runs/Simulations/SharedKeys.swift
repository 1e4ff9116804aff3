package import GrowthloopPlans
package import GrowthloopReports

/// The scenario's keys about running and reporting, which all compared scenarios share.
package enum SharedKeys {
  private static let names: Set<Substring> = [
    "title", "question", "answer", "seed", "replications", "mostReplications", "precision", "gates",
  ]

  /// Throws for a change of such a key in only one of the compared scenarios.
  package static func refuse(_ changes: [ScenarioOverride]) throws(UsageError) {
    for change in changes where names.contains(change.key.prefix { $0 != "." }) {
      throw UsageError(
        description:
          "'\(change.key)' is the same for all compared scenarios: "
          + "give '--set \(change.key)=\(change.value)' for all of them")
    }
  }
}
