import GrowthloopStudies
package import GrowthloopPlans

/// A request to compare two builds.
package struct RegressRequest {
  package var file: String
  package var baseline: String
  package var changes: [ScenarioOverride] = []
  package var rounds = 12
  package var metrics: [String]?
  /// The tolerated relative deterioration.
  package var tolerance: Double?
  package var replications: Int?
  package var dataFolder: String?
  /// The command as a user may type it again.
  package var command: String

  package init(file: String, baseline: String, command: String) {
    self.file = file
    self.baseline = baseline
    self.command = command
  }

  /// The tolerances, with their defaults.
  var timeTolerance: Tolerance { Tolerance(tolerance ?? 0.05) }
  var growthTolerance: Tolerance { Tolerance(tolerance ?? 0.01) }

  /// The figures of times that are judged.
  var figures: FigureChoice { FigureChoice(names: metrics ?? ["p50"]) }

  /// The changes as arguments for another process.
  var changeWords: [String] {
    changes.flatMap { [$0.isDeliberate ? "--deliberately" : "--set", "\($0.key)=\($0.value)"] }
  }

  func changes(_ key: String) -> Bool { changes.contains { $0.key == key } }
}
