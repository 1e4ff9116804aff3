import Diagnostics

/// One stage of a plan of gates: what is run, with which changes, under which gates besides its own.
public struct GateStage: ScenarioSection {
  /// The command that runs such a stage by itself.
  public enum Kind: String, CaseIterable, Sendable {
    case simulate
    case load
    case contacts
    case rehearse
  }

  public var kind = Kind.simulate
  /// The path of the scenario or plan.
  public var file = ""
  /// What is changed key by key.
  var replaced: [ScenarioOverride] = []
  /// The gates besides those of the file.
  var added: ScenarioOverride?

  public init() {}

  /// What the stage changes in its file.
  public var changes: [ScenarioOverride] { replaced + [added].compactMap(\.self) }

  /// What of it bears on the run, and not on what is wanted of it.
  public var changesOfRun: [(key: String, value: String)] {
    replaced.filter { $0.key != "gates" }.map { ($0.key, $0.value) }
  }

  public static let fields: [Field<GateStage>] = [
    .value("kind", \.kind, .choice, "The command that runs it.").required,
    .value("file", \.file, .planFile, "The scenario or plan, by its path from this file.")
      .required,
    .value(
      "set", \.replaced, .changes,
      "What is changed in it, key by key, as by --set; the replications are a stage's budget."),
    .value("gates", \.added, .addedGates, "Gates besides those of the file."),
  ]
}

extension ValueFormat where Value == String {
  /// The path of a file that can be read, as those know it who start the tool.
  fileprivate static var planFile: ValueFormat {
    let expects = "the path of a scenario or a plan"
    return ValueFormat(
      expects: expects, shape: { _ in .words(least: 1) }, encode: { .text($0) },
      read: { node, place, _ in
        guard case .scalar(let scalar) = node.content, !scalar.isNull else {
          place.refuse(node, expecting: expects)
          return nil
        }
        return place.load(scalar.text, namedBy: node)?.name
      })
  }
}

extension ValueFormat where Value == [ScenarioOverride] {
  /// A mapping from keys of another file to what they are to be there.
  fileprivate static var changes: ValueFormat {
    let expects = "a mapping from keys to values, such as length: 20s"
    return ValueFormat(
      expects: expects, shape: { _ in .table(.anything, names: nil) },
      encode: { .object($0.map { OrderedJSON.Member($0.key, .text($0.value)) }) },
      read: { node, place, _ in
        guard let entries = node.entries else {
          place.refuse(node, expecting: expects)
          return nil
        }
        return entries.map { ScenarioOverride($0.key, at: $0.keyRange, $0.value) }
      })
  }
}

extension ValueFormat where Value == ScenarioOverride? {
  /// A list of gates, which the file that they are for will read.
  fileprivate static var addedGates: ValueFormat {
    let expects = "a list of gates"
    return ValueFormat(
      expects: expects, shape: { _ in .list(.words(least: 1), counts: 0...1_000) },
      encode: { $0.map { .text($0.value) } ?? .array([]) },
      read: { node, place, _ in
        guard case .sequence = node.content else {
          place.refuse(node, expecting: expects, remedy: "write it as [ …, … ]")
          return nil
        }
        return ScenarioOverride("gates", at: node.range, node, isAddition: true)
      })
  }
}
