import GrowthloopFindings

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
      "What becomes of undecided gates: fail ends the run as a missed one does (exit code 1), skip marks them "
        + "as skipped in junit.xml; else they are errors there, and the exit code is 2."),
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
