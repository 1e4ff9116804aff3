import Foundation
import GrowthloopContacts
package import GrowthloopFindings
import GrowthloopLoadGenerator
package import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import SimulationKernel

/// The functions that check, run and compare the files of a kind.
struct RunnableKind: Sendable {
  let file: FileKind
  /// The command that runs such a file, or the section of it that is called like the command.
  let command: String
  /// Returns the warnings about a file with these changes.
  let check: @Sendable (_ file: String, [ScenarioOverride]) throws(DiagnosticList) -> DiagnosticList
  /// Reads such a stage of a plan of gates; `nil` if the kind cannot be a stage.
  var stage: (@Sendable (StageChoice, any Console) throws -> any Stage)?
  /// The comparison of builds under such a file; `nil` if there is none.
  var comparison: Comparison?

  struct Comparison: Sendable {
    /// The word for the plan in reports.
    let word: String
    /// The kind of the compared runs.
    let run: any RunFindings.Type
    /// Compares builds under the file of `RegressWork`; `nil` after an interrupt.
    let compare: @Sendable (RegressWork) throws -> RegressFindings?
    /// Compares two results of separate measurements.
    let compareResults:
      @Sendable (RegressWork, MeasuredFolder, MeasuredFolder) throws -> RegressFindings
  }

  static let all = [
    simulation, load, contacts, rehearsal, calibration, gate, experiment, rollout, regress,
  ]

  /// Finds the kind of the file by its key `plan`.
  init?(of file: String) {
    let word = SourceLoader.inputs.planKind(file)
    let found =
      word.map { word in Self.all.first { $0.file.isPlan && $0.file.word == word } }
      ?? Self.simulation
    guard let found else { return nil }
    self = found
  }

  init(
    _ file: FileKind, runBy command: String? = nil,
    check:
      @escaping @Sendable (String, [ScenarioOverride]) throws(DiagnosticList) -> DiagnosticList,
    stage: (@Sendable (StageChoice, any Console) throws -> any Stage)? = nil,
    comparison: Comparison? = nil
  ) {
    self.file = file
    self.command = command ?? file.command
    self.check = check
    self.stage = stage
    self.comparison = comparison
  }
}

extension RunnableKind {
  static let simulation = RunnableKind(
    .scenario,
    check: { file, changes throws(DiagnosticList) in
      try ScenarioSource.read(file, with: changes).warnings
    },
    stage: { stage, console in
      let choice = try ChosenScenario(
        named: stage.stage.file, changed: stage.stage.changes, on: console)
      return SimulationStage(
        choice: choice, study: choice.study(),
        workers: Workers(ProcessInfo.processInfo.activeProcessorCount),
        arguments: ["gate", stage.plan, "--only", stage.name], repetition: stage.repetition)
    },
    comparison: Comparison(
      word: "growth", run: SimulationFindings.self, compare: { try $0.growth() },
      compareResults: { try $0.growthReport($1, $2) }))

  static let load = RunnableKind(
    .load,
    check: { file, changes throws(DiagnosticList) in
      try PlanChoice.read(file, as: LoadScenario.self, with: changes).warnings
    },
    stage: { stage, console in
      try LoadStage(
        stage.stage.file, with: stage.stage.changes, repetition: stage.repetition, on: console)
    },
    comparison: Comparison(
      word: "load", run: LoadFindings.self, compare: { try $0.load() },
      compareResults: { work, before, after in
        let pair = MeasuredPair(before: before, after: after)
        return try work.compare(
          pair, of: "load", try pair.seconds(),
          "Seconds substitute for runs. For a reliable comparison give '--baseline' an executable.")
      }))

  static let contacts = RunnableKind(
    .contacts,
    check: { file, changes throws(DiagnosticList) in
      try PlanChoice.read(file, as: ContactPlan.self, with: changes).warnings
    },
    stage: { stage, console in
      try ContactsStage(
        stage.stage.file, with: stage.stage.changes, repetition: stage.repetition, on: console)
    },
    comparison: Comparison(
      word: "contacts", run: ContactsFindings.self, compare: { try $0.contacts() },
      compareResults: { work, before, after in
        let pair = MeasuredPair(before: before, after: after)
        return try work.compare(
          pair, of: "contacts", try pair.operations(),
          "One run of each has no interval, so nothing is decided: give '--baseline' an executable."
        )
      }))

  static let rehearsal = RunnableKind(
    .rehearsal,
    check: { file, changes throws(DiagnosticList) in
      DiagnosticList(try RehearsalChoice(file, with: changes).warnings.flatMap { Array($0) })
    },
    stage: { stage, console in
      try RehearsalStage(
        stage.stage.file, with: stage.stage.changes, repetition: stage.repetition, on: console)
    })

  static let calibration = RunnableKind(
    .calibration,
    check: { file, changes throws(DiagnosticList) in
      try CalibrationChoice(file, with: changes).warnings
    })

  static let experiment = RunnableKind(
    .scenario, runBy: "experiment",
    check: { file, changes throws(DiagnosticList) in
      let outcome = try ScenarioSource.read(file, with: changes)
      if outcome.value.experiment == nil { throw SectionMissing.experiment(in: file) }
      return outcome.warnings
    }, stage: { stage, console in try ExperimentStage(stage, on: console) })

  static let rollout = RunnableKind(
    .scenario, runBy: "rollout",
    check: { file, changes throws(DiagnosticList) in
      let outcome = try ScenarioSource.read(file, with: changes)
      guard let defect = outcome.value.rollout?.defect else {
        throw SectionMissing.rollout(in: file)
      }
      // A rollout runs with its defect, too: what is wrong there is wrong in the file.
      _ = try ScenarioSource.read(file, with: changes.overlaid(by: defect))
      return outcome.warnings
    }, stage: { stage, console in try RolloutStudyStage(stage, on: console) })

  static let regress = RunnableKind(
    .scenario, runBy: GateStage.Kind.regress.rawValue,
    check: { file, changes throws(DiagnosticList) in
      try (RunnableKind(of: file) ?? simulation).check(file, changes)
    }, stage: { stage, console in try RegressStage(stage, on: console) })

  static let gate = RunnableKind(
    .gate,
    check: { file, changes throws(DiagnosticList) in
      try StageChoice.check(
        stagesOf: file, try PlanChoice.read(file, as: GatePlan.self, with: changes))
    })
}

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
      + "\n\(parameters.count) parameters, of which \(assumed) are assumed (?). An assumed range "
      + "goes from half to double, of a chance its odds. A measured one is the 95% interval of "
      + "the count beside the value, as in {value: 20%, source: our analytics, of: 41_200}.\n"
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
