import GrowthloopFindings
import Foundation
import GrowthloopPlans
import TestSupport

/// Reads a scenario as if it stood in `loop.yaml`, beside other files.
func readGrowth(
  _ text: String, set overrides: [String] = [], beside files: [String: String] = [:]
) throws -> ScenarioOutcome<GrowthScenario> {
  let reader = ScenarioReader(GrowthScenario.self, loader: .memory(files))
  let changes = try overrides.map { try ScenarioOverride($0) }
  return try reader.read(SourceText(name: "loop.yaml", text: text), overrides: changes)
}

/// The mistakes in a scenario and the doubts about it, as they are printed.
func growthMistakes(
  in text: String, set overrides: [String] = [], beside files: [String: String] = [:]
) -> String {
  do {
    return try readGrowth(text, set: overrides, beside: files).warnings.description
  } catch {
    return "\(error)"
  }
}

/// The scenarios that come with the tool.
enum Bundled {
  static let folder = packageFolder.appending(path: "scenarios")

  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    let scenarios = (files ?? []).filter { $0.hasSuffix(".yaml") }.filter {
      SourceLoader.disk().planKind(folder.appending(path: $0).path) == nil
    }
    return scenarios.sorted()
  }()

  static let baseline = "rin-baseline.yaml"

  static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  static func read(_ name: String) throws -> ScenarioOutcome<GrowthScenario> {
    try ScenarioReader(GrowthScenario.self, loader: .disk())
      .read(file: folder.appending(path: name).path(percentEncoded: false))
  }
}
