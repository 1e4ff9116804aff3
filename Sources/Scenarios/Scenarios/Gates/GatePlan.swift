import Diagnostics

/// A plan of gates: stages that are run one after the other, and decided together.
public struct GatePlan: ScenarioSection {
  /// What kind of plan it is, so that its file is told from a scenario's.
  public enum Kind: String, CaseIterable, Sendable {
    case gate
  }

  /// What becomes of gates that are undecided, for those who know only kept and missed.
  public enum Undecided: String, CaseIterable, Sendable {
    /// They are missed.
    case fail
    /// They are passed over.
    case skip
  }

  public var kind = Kind.gate
  public var title = ""
  /// What somebody wants to know, in a sentence; `nil` if nobody said.
  public var question: String?
  /// `nil` for what they are: neither kept nor missed.
  public var undecided: Undecided?
  /// In the order in which they are run; names are those of their folders.
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
