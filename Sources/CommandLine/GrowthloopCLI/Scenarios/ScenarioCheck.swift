import Diagnostics
import Scenarios

/// What there is to tell about one scenario file.
struct ScenarioCheck {
  let file: String
  let findings: DiagnosticList
  /// What its numbers rest on; none if it cannot be read.
  let parameters: [Parameter]

  init(_ file: String, with changes: [ScenarioOverride]) {
    self.file = file
    do throws(DiagnosticList) {
      if SourceLoader.disk().planKind(file) != nil {
        findings = try PlanChoice.check(file, with: changes)
        parameters = []
        return
      }
      let outcome = try ScenarioChoice.read(file, with: changes)
      findings = outcome.warnings
      parameters = outcome.parametersInUse
    } catch {
      findings = error
      parameters = []
    }
  }

  var isSound: Bool { !findings.hasErrors }
}

extension ScenarioCheck: CustomStringConvertible {
  /// The mistakes and doubts, and a line that says so where there is no mistake.
  var description: String {
    let told = findings.isEmpty ? [] : [findings.description]
    return (told + (isSound ? ["\(file): ok"] : [])).joined(separator: "\n")
  }

  /// Every parameter with its value, grade and source; those that are assumed are marked.
  var parameterTable: String {
    let rows = parameters.map { parameter in
      [
        parameter.isAssumed ? "?" : " ", parameter.name, parameter.value,
        parameter.grade?.rawValue ?? "-", parameter.source ?? "",
      ]
    }
    let assumed = parameters.count { $0.isAssumed }
    return TextTable(header: [" ", "parameter", "value", "grade", "source"], rows: rows).description
      + "\n\(parameters.count) parameters, of which \(assumed) are assumed (?).\n"
  }
}

extension ScenarioCheck: Encodable {
  private enum Key: String, CodingKey { case file, ok }

  /// Writes the file and whether it is sound beside what was found.
  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(file, forKey: .file)
    try fields.encode(isSound, forKey: .ok)
    try findings.encode(to: encoder)
  }
}
