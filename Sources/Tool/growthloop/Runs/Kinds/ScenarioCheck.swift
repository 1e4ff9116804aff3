package import GrowthloopFindings
import GrowthloopReports
package import GrowthloopPlans

/// The check of one scenario file.
package struct ScenarioCheck {
  let file: String
  let findings: DiagnosticList
  /// The parameters of the scenario; empty if it cannot be read.
  package let parameters: [Parameter]

  package init(_ file: String, with changes: [ScenarioOverride]) {
    self.file = file
    do throws(DiagnosticList) {
      if let kind = RunnableKind(of: file), kind.file.isPlan {
        findings = try kind.check(file, changes)
        parameters = []
        return
      }
      let outcome = try ScenarioSource.read(file, with: changes)
      if let defect = outcome.value.rollout?.defect, !defect.isEmpty {
        // A rollout runs with its defect, too: what is wrong there is wrong in the file.
        _ = try ScenarioSource.read(file, with: changes.overlaid(by: defect))
      }
      findings = outcome.warnings
      parameters = outcome.parametersInUse
    } catch {
      findings = error
      parameters = []
    }
  }

  package var isSound: Bool { !findings.hasErrors }
}

extension ScenarioCheck: CustomStringConvertible {
  /// The mistakes and warnings, and a line with "ok" if there is no mistake.
  package var description: String {
    let words = findings.isEmpty ? [] : [findings.description]
    return (words + (isSound ? ["\(file): ok"] : [])).joined(separator: "\n")
  }

  /// Every parameter with its value, grade and source; assumed ones are marked.
  package var parameterTable: String {
    let rows = parameters.map { parameter in
      [
        parameter.isAssumed ? "?" : " ", parameter.name, parameter.value,
        parameter.range.map(Self.words) ?? "-", parameter.grade?.rawValue ?? "-",
        parameter.source ?? "",
      ]
    }
    let assumed = parameters.count { $0.isAssumed }
    let header = [" ", "parameter", "value", "range", "grade", "source"]
    return TextTable(header: header, rows: rows).description
      + "\n\(parameters.count) parameters, of which \(assumed) are assumed (?). A range that is "
      + "assumed goes from half to double, of a chance its odds.\n"
  }
}

extension ScenarioCheck {
  /// The range in few words; that of a distribution, which repeats its other keys, by its rule.
  private static func words(_ range: ParameterRange) -> String {
    range.isAssumed && range.low.hasPrefix("{") ? "half to double, assumed" : "\(range)"
  }
}

extension ScenarioCheck: Encodable {
  private enum Key: String, CodingKey { case file, ok }

  /// Encodes the file, its soundness and the findings.
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(file, forKey: .file)
    try fields.encode(isSound, forKey: .ok)
    try findings.encode(to: encoder)
  }
}
