package import GrowthloopFindings
import GrowthloopStudies
package import GrowthloopPlans
import GrowthloopReports

/// The reader of scenario files from disk.
package enum ScenarioSource {
  /// The reader with the metrics that gates may limit.
  package static let reader = ScenarioReader(
    GrowthScenario.self, loader: .inputs, metrics: Metric.names)

  /// Reads the scenario of a file from disk with these changes.
  ///
  /// - Throws: `DiagnosticList` with all mistakes in it.
  package static func read(
    _ file: String, with changes: [ScenarioOverride]
  ) throws(DiagnosticList) -> ScenarioOutcome<GrowthScenario> {
    try reader.read(file: file, overrides: changes)
  }
}

extension SourceLoader {
  /// The files on this machine; no output of the command takes the place of one that it has read.
  static let inputs = disk { FilesInUse.note($0, as: .read) }
}
