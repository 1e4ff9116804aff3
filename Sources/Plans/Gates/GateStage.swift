import GrowthloopFindings
import Vocabulary

/// One stage of a gate plan: the file to run, the changes to it, and additional gates.
public struct GateStage: ScenarioSection {
  /// The command that runs such a stage by itself.
  public struct Kind: RawRepresentable, CaseIterable, Hashable, Sendable {
    public let rawValue: String

    public init?(rawValue: String) {
      guard Self.commands.contains(rawValue) else { return nil }
      self.rawValue = rawValue
    }

    init(_ kind: FileKind) { rawValue = kind.command }
    private init(command: String) { rawValue = command }

    /// A comparison of builds, or of addresses, under a file of another kind.
    public static let regress = Kind(command: "regress")

    // Not `FileKind.all`: the fields of a gate plan are read while that list is created.
    private static let sections = FileKind.stages.flatMap(\.sections)
    private static let commands = FileKind.stages.map(\.command) + sections + [regress.rawValue]
    public static var allCases: [Kind] { commands.map(Kind.init(command:)) }

    /// The key of the gates in the file of such a stage.
    var keyOfGates: String {
      Self.sections.contains(rawValue) ? "\(rawValue).gates" : "gates"
    }
  }

  public var kind = Kind(.scenario)
  /// The path of the scenario or plan.
  public var file = ""
  /// Of a comparison: another executable, a result, a revision, or an address.
  public var baseline: String?
  /// Of a comparison: the figures that are judged; `nil` for the median.
  public var metrics: [String]?
  /// Of a comparison: the share by which a figure may worsen; `nil` for the command's own.
  public var tolerance: Double?
  /// Of a comparison: how often each side runs; `nil` for the command's own.
  public var rounds: Int?
  /// The changes key by key.
  var replaced: [ScenarioOverride] = []
  /// The gates in addition to those of the file.
  var added: ScenarioOverride?

  public init() {}

  /// All changes of the stage to its file.
  public var changes: [ScenarioOverride] {
    replaced + [added?.about(kind.keyOfGates)].compactMap(\.self)
  }

  /// Returns the stage with one more change.
  public func replacing(_ change: ScenarioOverride) -> GateStage {
    var stage = self
    stage.replaced.removeAll { $0.key == change.key }
    stage.replaced.append(change)
    return stage
  }

  /// The changes that affect the run itself, and not only its gates.
  public var changesOfRun: [(key: String, value: String)] {
    replaced.filter { $0.key != kind.keyOfGates }.map { ($0.key, $0.value) }
  }

  public static let fields: [Field<GateStage>] = [
    .value("kind", \.kind, .choice, "The command that runs it.").required,
    .value("file", \.file, .planFile, "The scenario or plan, by its path from this file.")
      .required,
    .value(
      "set", \.replaced, .changes,
      "What is changed in it, key by key, as by --set; the replications are a stage's budget."),
    .value("gates", \.added, .addedGates, "Gates besides those of the file."),
    .value(
      "baseline", \.baseline, .none(or: .text(1...500)),
      "Of a stage of the kind regress: another executable, the folder of a result, a git revision, or "
        + "the address of a service beside the target of the file."),
    .value(
      "metrics", \.metrics, .none(or: .list(of: .text(1...200), 1...50)),
      "Of regress: the figures that are judged, such as p99; none for p50, or k.cohort of a scenario."
    ),
    .value(
      "tolerance", \.tolerance, .none(or: .share()),
      "Of regress: the tolerated deterioration; none for 5%, and 1% of a metric of a scenario."),
    .value(
      "rounds", \.rounds, .none(or: .integer(1...10_000)),
      "Of regress: how often each side runs; none for 12."),
  ]

  public func check(_ reading: SectionReading<GateStage>) {
    guard kind != .regress else {
      if baseline == nil {
        reading.refuse(
          \.kind, "needs a baseline beside it", remedy: "write baseline: main, or an address")
      }
      if added != nil {
        reading.refuse(\.added, "is not for regress", remedy: "write metrics and tolerance")
      }
      return
    }
    let ofRegress: [(PartialKeyPath<GateStage>, Bool)] = [
      (\.baseline, baseline != nil), (\.metrics, metrics != nil),
      (\.tolerance, tolerance != nil), (\.rounds, rounds != nil),
    ]
    for (key, isWritten) in ofRegress where isWritten {
      reading.refuse(key, "is for stages of the kind regress", remedy: "leave it out")
    }
  }
}

extension ValueFormat where Value == String {
  /// The format of the path of a readable file, as the user of the tool writes it.
  static var planFile: ValueFormat { path(to: "the path of a scenario or a plan") }

  /// The same of any file.
  static var pathOfFile: ValueFormat { path(to: "the path of a file") }

  private static func path(to expects: String) -> ValueFormat {
    ValueFormat(
      expects: expects, shape: { _ in .scalar(.words(least: 1)) }, encode: { .text($0) },
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
  /// The format of a mapping from keys of a scenario to their new values.
  static var changes: ValueFormat {
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
  /// The format of a list of gates, which the file of the stage will read.
  fileprivate static var addedGates: ValueFormat {
    let expects = "a list of gates"
    return ValueFormat(
      expects: expects, shape: { _ in .list(.scalar(.words(least: 1)), counts: 0...1_000) },
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

/// A gate plan: stages that run one after the other, with one verdict.
public struct GatePlan: ScenarioSection {
  /// The kind of plan, which distinguishes its file from a scenario's.
  public enum Kind: String, CaseIterable, Sendable {
    case gate
  }

  /// The treatment of undecided gates, for callers that accept only kept and missed.
  public enum Undecided: String, CaseIterable, Sendable {
    /// They count as missed.
    case fail
    /// Those that ask about errors count as missed; a time may be undecided on a busy machine.
    case failErrors
    /// They are skipped.
    case skip
  }

  public var kind = Kind.gate
  public var title = ""
  /// The question of the plan, in a sentence; `nil` without one.
  public var question: String?
  /// The treatment of undecided gates; `nil` keeps them undecided.
  public var undecided: Undecided?
  /// The stages in the order in which they run; names are those of their folders.
  public var stages: [Named<GateStage>] = []

  public init() {}

  public static let fields: [Field<GatePlan>] = [
    .value("plan", \.kind, .choice, "What is done: stages are run, and their gates decided.")
      .required,
    .value("title", \.title, .text(1...100), "What the plan is called in reports.").required,
    .value(
      "question", \.question, .none(or: .text(1...500)), "What it answers, in a sentence."),
    .value(
      "undecided", \.undecided, .none(or: .choice),
      "What becomes of undecided gates: fail ends the run as a missed one does (exit code 1), failErrors "
        + "does so for gates on errors alone, skip marks them as skipped in junit.xml; else they are errors "
        + "there, and the exit code is 2."),
    .value(
      "stages", \.stages, .table(of: .section(GateStage.self)),
      "What is run, in this order, each stage under a name that its folder gets."
    ).required,
  ]

  public func check(_ reading: SectionReading<GatePlan>) {
    if stages.isEmpty {
      reading.refuse(\.stages, "must name at least one stage")
    }
    for stage in stages where !Self.isFolderName(stage.name) {
      reading.findings.add(
        Diagnostic(
          .error, "a stage cannot be called \(stage.name.quoted): its folder gets that name",
          at: stage.place ?? reading.range(of: \.stages),
          remedy: "write letters, digits, '-' and '_'"), afterReading: true)
    }
  }

  private static func isFolderName(_ name: String) -> Bool {
    (1...60).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }
}
