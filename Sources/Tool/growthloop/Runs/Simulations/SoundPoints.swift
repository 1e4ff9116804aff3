package import GrowthloopFindings
package import GrowthloopPlans
package import GrowthloopReports
package import GrowthloopStudies

/// The points of a sweep whose values do not contradict each other, with their setups.
package struct SoundPoints: Sendable {
  package private(set) var points: [Sweep.Point] = []
  package private(set) var setups: [Setup] = []
  /// The points that contradict themselves.
  package private(set) var leftOut: [LeftOutPoint] = []

  private let file: String
  private let changes: [ScenarioOverride]

  /// Creates an empty list of points of that file.
  package init(of file: String, changed changes: [ScenarioOverride]) {
    self.file = file
    self.changes = changes
  }

  /// Adds a point, or names it among those that are left out.
  ///
  /// - Throws: `DiagnosticList` for values that cannot be read.
  package mutating func add(_ point: Sweep.Point) throws {
    do {
      let chosen = try ChosenScenario(
        quietly: file, changed: changes.overlaid(by: try point.overrides()),
        called: point.description)
      points.append(point)
      setups.append(chosen.setup)
    } catch let mistakes as DiagnosticList {
      guard let first = mistakes.contradictions.first else { throw mistakes }
      leftOut.append(LeftOutPoint(point.description, because: first.message))
    }
  }

  /// Adds a point that the ranking needs, if it is not there yet and can be read.
  package mutating func addIfSound(_ point: Sweep.Point) {
    guard !points.contains(point), !leftOut.contains(where: { $0.point == point.description })
    else {
      return
    }
    try? add(point)
  }
}

extension Sweep.Point {
  /// Returns the point as changes of a scenario.
  package func overrides() throws -> [ScenarioOverride] {
    let changes = try settings.map {
      try ScenarioOverride("\($0.key)=\($0.value)", option: "--vary")
    }
    try SharedKeys.refuse(changes)
    return changes
  }
}

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
