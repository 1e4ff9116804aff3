public import Gates

/// What a run has to say: plain values that a page or a text is made of.
public struct Report: Hashable, Sendable {
  public var title: String
  /// What the run was to answer.
  public var question: String?
  /// What to type to come by the same again.
  public var command: String?
  /// What it was run with, such as the profile, the seed and the machine.
  public var facts: [Fact]
  public var verdict: Verdict?
  public var sections: [Section]

  public init(
    _ title: String, question: String? = nil, command: String? = nil, facts: [Fact] = [],
    verdict: Verdict? = nil, sections: [Section] = []
  ) {
    self.title = title
    self.question = question
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

  /// What became of all gates together.
  public struct Verdict: Hashable, Sendable {
    public let gates: GateVerdict
    /// One sentence that says why.
    public let words: String

    public init(_ gates: GateVerdict, _ words: String) {
      self.gates = gates
      self.words = words
    }
  }
}

/// A part of a report under a title of its own.
public struct Section: Hashable, Sendable {
  public var title: String
  /// Whose section it is, where a page holds the reports of several; empty for the page's own.
  public var owner: String
  /// What links within the page point at: lower-case letters, digits and dashes.
  public var anchor: String
  public var blocks: [Block]

  public init(_ title: String, of owner: String = "", anchor: String, _ blocks: [Block]) {
    self.title = title
    self.owner = owner
    self.anchor = anchor
    self.blocks = blocks
  }

  /// The title with its owner.
  var heading: String { owner.isEmpty ? title : "\(owner): \(title)" }
}

/// What sections are made of.
public indirect enum Block: Hashable, Sendable {
  case paragraph(String)
  case list([String])
  case chart(Chart)
  case table(Table)
  /// Measures in rows and columns.
  case grid(Grid)
  /// Numbers with their intervals and targets, drawn against these.
  case figures([Figure])
  /// The same as a table alone.
  case metrics([Figure])
  case gates([GateRow])
  /// What the run rests on, each with its source and grade.
  case settings([SettingRow])
  /// What is there for who opens it.
  case disclosure(String, [Block])
}
