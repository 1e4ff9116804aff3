public import GrowthloopFindings

/// The contents of a report, as plain values that a page or a text is made of.
public struct Report: Sendable {
  public var title: String
  /// The question of the run.
  public var question: String?
  /// The answer to it, before everything else.
  public var answer: ReportAnswer?
  /// The command that reproduces the run.
  public var command: String?
  /// The circumstances of the run, such as the profile, the seed and the machine.
  public var facts: [Fact]
  public var verdict: Verdict?
  public var sections: [Section]

  public init(
    _ title: String, question: String? = nil, answer: ReportAnswer? = nil, command: String? = nil,
    facts: [Fact] = [],
    verdict: Verdict? = nil, sections: [Section] = []
  ) {
    self.title = title
    self.question = question
    self.answer = answer
    self.command = command
    self.facts = facts
    self.verdict = verdict
    self.sections = sections
  }

  /// A name with a value in words.
  public struct Fact: Hashable, Sendable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The verdict on all gates together.
  public struct Verdict: Hashable, Sendable {
    public let gates: GateVerdict
    /// The reason, in one sentence.
    public let words: String

    public init(_ gates: GateVerdict, _ words: String) {
      self.gates = gates
      self.words = words
    }
  }
}

/// A part of a report under a title of its own.
public struct Section: Sendable {
  public var title: String
  /// The owner of the section, where a page contains several reports; empty for the page's own.
  public var owner: String
  /// The target of links within the page: lower-case letters, digits and dashes.
  public var anchor: String
  public var blocks: [Block]

  public init(_ title: String, of owner: String = "", anchor: String, _ blocks: [Block]) {
    self.title = title
    self.owner = owner
    self.anchor = anchor
    self.blocks = blocks
  }

  /// Creates a part without a title.
  public init(_ blocks: [Block]) { self.init("", anchor: "", blocks) }

  /// The title with its owner.
  var heading: String { owner.isEmpty ? title : "\(owner): \(title)" }
}

/// An element of a section.
public indirect enum Block: Sendable {
  case paragraph(String)
  case list([String])
  case chart(Chart)
  case table(Table)
  /// Measures in rows and columns.
  case grid(Grid)
  /// Numbers with their intervals and targets, drawn against the targets.
  case figures([Figure])
  /// The same numbers as a table alone.
  case metrics([Figure])
  case gates([JudgedGate])
  /// The parameters of the run, each with its source and grade.
  case settings([Parameter])
  /// Blocks that are collapsed at first.
  case disclosure(String, [Block])
}

extension Report.Verdict {
  /// Creates the verdict on gates, in words; `nil` without gates.
  init?(_ gates: [JudgedGate]) {
    guard !gates.isEmpty else { return nil }
    func list(_ verdict: GateVerdict) -> String {
      gates.filter { $0.verdict == verdict }.map(\.title).joined(separator: ", ")
    }
    let worst = gates.map(\.verdict).worst
    let words =
      switch worst {
      case .kept: gates.count == 1 ? "The gate is kept." : "All \(gates.count) gates are kept."
      case .missed: "Missed: \(list(.missed))."
      case .undecided: "Not decided: \(list(.undecided))."
      }
    self.init(worst, words)
  }
}
