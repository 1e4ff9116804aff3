import GrowthloopFindings
import GrowthloopPlans

/// Reads a town as if it stood in `town.yaml`, beside other files.
func readTown(
  _ text: String, set overrides: [String] = [], beside files: [String: String] = [:],
  limits: YAMLLimits = YAMLLimits()
) throws -> ScenarioOutcome<Town> {
  let reader = ScenarioReader(Town.self, loader: .memory(files), limits: limits)
  let changes = try overrides.map { try ScenarioOverride($0) }
  return try reader.read(SourceText(name: "town.yaml", text: text), overrides: changes)
}

extension ScenarioOutcome {
  /// The parameters, each with its grade, whether it is assumed, and the line that it was written in.
  var evidence: [String] {
    parameters.map { parameter in
      let grade = parameter.grade?.rawValue ?? "-"
      let line = parameter.place?.start.line ?? 0
      return "\(parameter.name) = \(parameter.value) \(grade) \(parameter.isAssumed) \(line)"
    }
  }

  /// What a parameter rests on, as it is printed.
  func source(of name: String) -> String? {
    parameters.first { $0.name == name }.map {
      "\($0.grade?.rawValue ?? "-") \($0.source ?? "nobody")"
    }
  }
}

/// The mistakes in a town, as they are printed; empty if there are none.
func mistakes(
  in text: String, set overrides: [String] = [], beside files: [String: String] = [:],
  limits: YAMLLimits = YAMLLimits()
) -> String {
  do {
    let outcome = try readTown(text, set: overrides, beside: files, limits: limits)
    return outcome.warnings.description
  } catch {
    return "\(error)"
  }
}

extension SourceLoader {
  /// Files that stand in a dictionary.
  static func memory(_ files: [String: String]) -> SourceLoader {
    SourceLoader { name, _ throws(Unreadable) in
      guard let text = files[name] else { throw Unreadable("there is no such file") }
      return File(name: name, bytes: Array(text.utf8))
    }
  }
}
