import GrowthloopStudies
import GrowthloopFindings
import Foundation
import GrowthloopPlans
import GrowthloopReports
import Statistics

/// The files by which other commands use a calibration: a scenario with the calibrated values, and
/// draws from the posterior.
struct CalibratedScenario {
  private let findings: CalibrationFindings
  private let outcome: CalibrationOutcome
  private let study: CalibrationStudy
  private let choice: CalibrationChoice

  init(
    _ findings: CalibrationFindings, _ outcome: CalibrationOutcome, _ study: CalibrationStudy,
    of choice: CalibrationChoice
  ) {
    self.findings = findings
    self.outcome = outcome
    self.study = study
    self.choice = choice
  }

  /// Returns the files for a folder; none before the first wave.
  func files(in folder: String?) -> [ResultFile] {
    guard !outcome.draws.isEmpty else { return [] }
    let plan = choice.made.map { ResultFile("plan.yaml", $0.text(in: folder ?? ".")) }
    return [
      ResultFile("posterior.csv", draws),
      ResultFile("calibrated.yaml", scenario(in: folder ?? ".")),
    ] + [plan].compactMap(\.self)
  }

  private var draws: String {
    var text = CSV(study.axes.map(\.parameter.name))
    for values in outcome.values {
      text.add(zip(study.axes, values).map { $0.range.spell($1) })
    }
    return text.description
  }

  private func scenario(in folder: String) -> String {
    let rows = study.axes.indices.compactMap { place -> String? in
      guard let estimate = outcome.estimate(of: place) else { return nil }
      let axis = study.axes[place]
      let row = findings.calibrated[place]
      let source =
        "calibrated to \(funnel), 95%: \(axis.text(estimate.low)) to \(axis.text(estimate.high))"
      let spell = axis.range.spell
      let value = spell(estimate.value)
      // A distribution has its source beside its own keys.
      let own = value.hasPrefix("{") ? String(value.dropFirst().dropLast()) : "value: \(value)"
      let ends = [spell(estimate.low), spell(estimate.high)]
      let range = ends[0] == ends[1] ? "" : ", range: [\(ends[0]), \(ends[1])]"
      let grade = row.verdict == .identified ? "B" : "D"
      return "\(axis.parameter.name): {\(own), source: \"\(source)\", grade: \(grade)\(range)}"
    }
    // What was fitted to measured outputs stays, and is not fitted anew over what was calibrated.
    let fitted = choice.base.source.changes.filter { change in
      change.isFitted && !study.axes.contains { $0.parameter.name == change.key }
    }
    let isFitted = choice.base.fitted != nil
    return """
      # What a calibration left: medians, each with the interval that holds 95%.
      # Grade B: the funnel identifies it by itself. Grade D: it does not, or is in doubt.

      extends: \(Self.path(from: folder, to: choice.plan.scenario))
      title: \(choice.base.scenario.title.prefix(85)), calibrated
      \(isFitted ? "observed: none\n" : "")\(nested(rows + fitted.map { "\($0.key): \($0.value)" }))

      """
  }

  /// The funnel with its days, which date it.
  private var funnel: String {
    let name =
      choice.plan.observed.map { URL(filePath: $0.path).lastPathComponent } ?? "a rehearsal"
    let days = "\(study.table.days) days"
    return study.table.firstDay.map { "\(name) (\(days) from \($0))" } ?? "\(name) (\(days))"
  }

  /// Returns keys joined by dots as YAML of nested mappings.
  private func nested(_ rows: [String]) -> String {
    var lines: [String] = []
    var open: [Substring] = []
    for row in rows.sorted() {
      let key = row.prefix { $0 != ":" }
      let parts = key.split(separator: ".")
      let shared = zip(open, parts.dropLast()).prefix { $0 == $1 }.count
      for (depth, part) in parts.dropLast().enumerated() where depth >= shared {
        lines.append(String(repeating: "  ", count: depth) + "\(part):")
      }
      open = Array(parts.dropLast())
      let indent = String(repeating: "  ", count: parts.count - 1)
      lines.append(indent + "\(parts.last ?? "")" + row.dropFirst(key.count))
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the path of a file as a file in `folder` writes it.
  static func path(from folder: String, to file: String) -> String {
    let from = URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL.pathComponents
    let to = URL(filePath: file).standardizedFileURL.pathComponents
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let up = [String](repeating: "..", count: from.count - shared)
    return (up + to.dropFirst(shared)).joined(separator: "/")
  }
}
