import GrowthloopContacts
import GrowthloopFindings
import GrowthloopLoadGenerator

/// A kind of file that the tool runs: a scenario of an invite loop, or a plan.
///
/// A new kind of plan needs four lines outside its own files: one in `FileKind.stages`, one in
/// `RunnableKind.all`, one in the list of commands, and one in `RunKinds.all` for its
/// page.
public struct FileKind: Sendable {
  /// The word under the key `plan`; a scenario file has no such key.
  public let word: String
  /// The command that runs such files, and that names a stage of a gate plan.
  public let command: String
  /// The commands that run a section of such files, each called like its section.
  public let sections: [String]
  /// The JSON Schema of such files.
  public let schema: @Sendable () -> OrderedJSON
  /// A file of all keys, with their meanings and defaults.
  public let reference: @Sendable () -> String
  /// The keys that `--set` changes, joined by dots.
  public let assignableKeys: @Sendable () -> [String]
  /// The keys at the top of such files.
  let keys: Set<String>
  private let root: ObjectIdentifier

  /// Creates the kind of files that are read as `root`; `title` and `meaning` stand in their
  /// schema.
  public init<Root: ScenarioSection>(
    _ root: Root.Type, _ word: String, runBy command: String, sections: [String] = [],
    titled title: String, meaning: String
  ) {
    self.word = word
    self.command = command
    self.sections = sections
    schema = { JSONSchema.document(root, titled: title, meaning: meaning) }
    reference = { ReferencePage.text(of: root) }
    assignableKeys = { root.init().fieldDescriptions.flatMap(\.assignableKeys) }
    keys = Set(Root.fields.flatMap(\.keys))
    self.root = ObjectIdentifier(root)
  }

  public static let scenario = FileKind(
    GrowthScenario.self, "scenario", runBy: "simulate", sections: ["experiment", "rollout"],
    titled: "growthloop scenario",
    meaning: "A scenario of an invite loop: its question, its rules, and how people behave.")
  public static let load = FileKind(
    LoadScenario.self, "load", runBy: "load", titled: "growthloop plan of load",
    meaning: "What is asked of a link service, when, and what is to be kept.")
  public static let contacts = FileKind(
    ContactPlan.self, "contacts", runBy: "contacts", titled: "growthloop plan of contacts",
    meaning: "What the contact rules cost in large address books, and what is to be kept.")
  public static let rehearsal = FileKind(
    RehearsalPlan.self, "rehearsal", runBy: "rehearse", titled: "growthloop plan of a rehearsal",
    meaning: "Which simulation is replayed against a link service, and how fast.")
  public static let calibration = FileKind(
    CalibrationPlan.self, "calibration", runBy: "calibrate",
    titled: "growthloop plan of a calibration",
    meaning: "Which parameters of a scenario are calibrated to which observed funnel.")
  public static let gate = FileKind(
    GatePlan.self, "gate", runBy: "gate", titled: "growthloop plan of gates",
    meaning: "Stages that are run one after the other, and whose gates are decided together.")

  /// The kinds of which a gate plan may have stages.
  public static let stages = [scenario, load, contacts, rehearsal]
  public static let all = stages + [calibration, gate]
}

extension FileKind: Equatable {
  public static func == (left: Self, right: Self) -> Bool { left.root == right.root }

  /// Whether a file of the kind is identified by its key `plan`.
  public var isPlan: Bool { self != .scenario }

  /// Every kind that is identified by the key `plan`.
  public static var plans: [FileKind] { all.filter(\.isPlan) }

  /// Creates the kind that is read as `root`; any other type reads as a scenario.
  init<Root: ScenarioSection>(readAs root: Root.Type) {
    self = Self.all.first { $0.root == ObjectIdentifier(root) } ?? .scenario
  }
}

extension FileKind {
  /// Returns the error for a file of one kind that is read as another; `nil` where it is not.
  ///
  /// It is reported alone, since the mismatch implies all other errors of the file.
  static func mistake<Root: ScenarioSection>(
    in document: YAMLNode, readAs root: Root.Type
  ) -> Diagnostic? {
    let wanted = FileKind(readAs: root)
    guard let node = document["plan"] else {
      // Only a root of ours can be taken for another.
      return Root.self == GrowthScenario.self || wanted != .scenario
        ? wanted.mistakeOfUnnamed(document) : nil
    }
    let text = if case .scalar(let scalar) = node.content { scalar.text } else { "" }
    guard let found = plans.first(where: { $0.word == text }) else {
      return wanted == .scenario ? unknownPlan(text, at: node) : nil
    }
    guard found != wanted else { return nil }
    return Diagnostic(
      .error, "this is a plan of the kind \(text.quoted), \(wanted.asWanted)", at: node.range,
      remedy: "growthloop \(found.command) runs it")
  }

  private static func unknownPlan(_ text: String, at node: YAMLNode) -> Diagnostic {
    let known = plans.map(\.word)
    let near = Suggestion.nearest(to: text, among: known).map { "write \($0)" }
    return Diagnostic(
      .error, "'plan' must be one of \(known.joined(separator: ", ")), not \(node.brief)",
      at: node.range, remedy: near ?? "a scenario has no such key")
  }

  /// Returns the error for a file without the key `plan` whose keys belong to another kind.
  private func mistakeOfUnnamed(_ document: YAMLNode) -> Diagnostic? {
    let written = (document.entries ?? []).map(\.key)
    func fitting(_ kind: FileKind) -> Int { Set(written).intersection(kind.keys).count }
    let others = Self.all.filter { $0 != self }
    guard let found = others.max(by: { fitting($0) < fitting($1) }), fitting(found) > fitting(self)
    else { return nil }
    let start = document.range.offsets.lowerBound
    let place = document.range.source.range(start..<start)
    if found == .scenario {
      return Diagnostic(
        .error, "this is a scenario, \(asWanted)", at: place,
        remedy: "growthloop \(found.command) runs it")
    }
    // A key that does not fit may be mistyped.
    guard fitting(found) == written.count else { return nil }
    return Diagnostic(
      .error, "this is a plan of the kind \(found.word.quoted) without the key 'plan'",
      at: place, remedy: "write plan: \(found.word), and growthloop \(found.command) runs it")
  }

  private var asWanted: String {
    self == .scenario ? "no scenario" : "not a plan of the kind \(word.quoted)"
  }
}
