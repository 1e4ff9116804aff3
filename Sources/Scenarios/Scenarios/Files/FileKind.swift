import ContactTrials
import Diagnostics
import LoadTrials

/// What a file is: a scenario of an invite loop, or a plan of one of the kinds.
enum FileKind: String, CaseIterable {
  case scenario
  case load
  case contacts
  case gate
  case rehearsal

  /// What is read as `root`; anything but a plan is a scenario.
  init<Root: ScenarioSection>(readAs root: Root.Type) {
    let expected = Root().fieldDescriptions.first { $0.key == "plan" }?.expects
    self = expected.flatMap(FileKind.init) ?? .scenario
  }

  /// Every kind that a file says by its key `plan`.
  private static let plans = allCases.filter { $0 != .scenario }

  private var command: String {
    switch self {
    case .scenario: "growthloop simulate"
    case .load: "growthloop load"
    case .contacts: "growthloop contacts"
    case .gate: "growthloop gate"
    case .rehearsal: "growthloop rehearse"
    }
  }

  /// The keys that stand at its top.
  private var keys: [String] {
    switch self {
    case .scenario: GrowthScenario.fields.flatMap(\.keys)
    case .load: LoadScenario.fields.flatMap(\.keys)
    case .contacts: ContactPlan.fields.flatMap(\.keys)
    case .gate: GatePlan.fields.flatMap(\.keys)
    case .rehearsal: RehearsalPlan.fields.flatMap(\.keys)
    }
  }
}

extension FileKind {
  /// What to tell where a file of one kind is read as another; `nil` where it is not.
  ///
  /// It is told alone: that nothing else of the file fits is a matter of course.
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
    guard let found = plans.first(where: { $0.rawValue == text }) else {
      return wanted == .scenario ? unknownPlan(text, at: node) : nil
    }
    guard found != wanted else { return nil }
    return Diagnostic(
      .error, "this is a plan of the kind \(text.quoted), \(wanted.asWanted)", at: node.range,
      remedy: "\(found.command) runs it")
  }

  private static func unknownPlan(_ text: String, at node: YAMLNode) -> Diagnostic {
    let known = plans.map(\.rawValue)
    let near = Suggestion.nearest(to: text, among: known).map { "write \($0)" }
    return Diagnostic(
      .error, "'plan' must be one of \(known.joined(separator: ", ")), not \(node.brief)",
      at: node.range, remedy: near ?? "a scenario has no such key")
  }

  /// What to tell where a file without the key `plan` is rather of another kind, by its keys.
  private func mistakeOfUnnamed(_ document: YAMLNode) -> Diagnostic? {
    let written = (document.entries ?? []).map(\.key)
    func fitting(_ kind: FileKind) -> Int { Set(written).intersection(kind.keys).count }
    let others = Self.allCases.filter { $0 != self }
    guard let found = others.max(by: { fitting($0) < fitting($1) }), fitting(found) > fitting(self)
    else { return nil }
    let start = document.range.offsets.lowerBound
    let place = document.range.source.range(start..<start)
    if found == .scenario {
      return Diagnostic(
        .error, "this is a scenario, \(asWanted)", at: place, remedy: "\(found.command) runs it")
    }
    // Where one key does not fit, somebody may have mistyped it.
    guard fitting(found) == written.count else { return nil }
    return Diagnostic(
      .error, "this is a plan of the kind \(found.rawValue.quoted) without the key 'plan'",
      at: place, remedy: "write plan: \(found.rawValue), and \(found.command) runs it")
  }

  private var asWanted: String {
    self == .scenario ? "no scenario" : "not a plan of the kind \(rawValue.quoted)"
  }
}
