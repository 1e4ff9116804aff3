import GrowthloopFindings
public import GrowthloopModel
import Profiles

/// An arm of an experiment as a file describes it: what it changes of the scenario.
public struct ExperimentArm: Sendable, Equatable {
  /// The rules and the behaviour; `nil` until the scenario around it is read.
  public internal(set) var arm: Experiment.Arm?
  let node: YAMLNode?

  var isEmpty: Bool { node?.entries?.isEmpty ?? true }

  /// What it changes, as a file has it; `nil` where it changes nothing.
  public var inOneLine: String? { isEmpty ? nil : node?.inOneLine }

  /// What it changes, each by its key within the scenario.
  var changes: Set<String> { node.map { Set($0.leaves(under: "")) } ?? [] }

  public static func == (left: ExperimentArm, right: ExperimentArm) -> Bool {
    left.arm == right.arm && left.node?.inOneLine == right.node?.inOneLine
  }

  /// The keys of a scenario that an arm may change.
  static let keys = [
    PolicyReader.settingsKey, PolicyReader.deliberateKey, "use", "sharing", "recipients",
    "firstRun",
  ]
}

extension YAMLNode {
  /// The keys of all that is not a mapping, with those of the mappings around them.
  fileprivate func leaves(under path: String) -> [String] {
    entries.map { $0.flatMap { $0.value.leaves(under: "\(path).\($0.key)") } } ?? [path]
  }
}

extension ValueFormat where Value == ExperimentArm {
  static var arm: ValueFormat {
    let expects = "a mapping of what the arm changes, such as {recipients: {tap: 44%}}"
    return ValueFormat(
      expects: expects, shape: { _ in .anything },
      encode: { .text($0.node?.inOneLine ?? "{}") },
      read: { node, place, _ in
        guard let entries = node.entries else {
          place.refuse(node, expecting: expects)
          return nil
        }
        for entry in entries where !ExperimentArm.keys.contains(entry.key) {
          let isShared = GrowthScenario.fields.contains { $0.keys.contains(entry.key) }
          place.findings.add(
            Diagnostic(
              .error,
              isShared
                ? "\(place.name.quoted) changes \(entry.key), which both arms share"
                : "unknown key \("\(place.name).\(entry.key)".quoted)",
              at: entry.keyRange,
              remedy: "an arm changes \(ExperimentArm.keys.joined(separator: ", "))"))
        }
        return ExperimentArm(arm: nil, node: node)
      })
  }
}

extension Field where Root == GrowthScenario {
  /// The experiment of a scenario, whose arms are read as the scenario with their changes.
  ///
  /// It stands last: the mistakes of the rest are reported before an arm repeats them.
  static func experiment(_ meaning: String) -> Field {
    let plain = Field.value(
      "experiment", \.experiment, .none(or: .section(ExperimentPlan.self)), meaning)
    return Field(
      keys: plain.keys, path: \GrowthScenario.experiment, describe: plain.describe,
      read: { reading, root in
        plain.read(reading, &root)
        // Also where the section itself cannot be read: all mistakes are reported at once.
        let written = reading.mapping[plain.key]?["arms"]?.entries ?? []
        let arms =
          root.experiment?.arms
          ?? written.filter { $0.value.entries != nil }
          .map { Named($0.key, ExperimentArm(arm: nil, node: $0.value), at: $0.keyRange) }
        // On a line of its own: an assignment to what is nil would not read them.
        let read = arms.map { reading.arm($0) }
        root.experiment?.arms = read
      }, parameters: plain.parameters)
  }
}

extension SectionReading<GrowthScenario> {
  /// Reads the scenario with the changes of an arm; reports the mistakes that these bring.
  fileprivate func arm(_ named: Named<ExperimentArm>) -> Named<ExperimentArm> {
    var base = mapping
    for key in ["experiment", "gates", "precision"] { base = base.removing(key) }
    let whole = named.value.node.map { $0.mergedAsDocument(over: base) } ?? base
    let own = Findings(loader: findings.loader, metrics: findings.metrics)
    let reading = SectionReading(whole, at: ValuePlace(name: "", findings: own))
    let scenario = reading.read(into: GrowthScenario())
    // The rest of the scenario is read with each arm; its mistakes have been reported.
    let places = Set(findings.list.map(\.range.start))
    for diagnostic in own.list
    where diagnostic.severity == .error && !places.contains(diagnostic.range.start) {
      findings.add(diagnostic)
    }
    var named = named
    if let scenario {
      named.value.arm = Experiment.Arm(scenario.profile, scenario.behaviour)
    }
    return named
  }
}
