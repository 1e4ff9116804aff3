public import GrowthloopFindings
public import Statistics

/// Rows of words and numbers under a header.
public struct Table: Hashable, Sendable {
  public let columns: [Column]
  public var rows: [[String]]

  public init(_ columns: [Column], _ rows: [[String]] = []) {
    self.columns = columns
    self.rows = rows
    precondition(
      rows.allSatisfy { $0.count == columns.count }, "a row has not \(columns.count) cells")
  }

  /// Creates a table of figures without their intervals; times are in milliseconds if units are
  /// left out.
  init(_ table: FigureTable, withUnits: Bool = true) {
    self.init(
      table.columns.map { Column($0.title, isNumeric: $0.style != nil) },
      table.rows.map { row in
        row.map { cell in
          guard case .figure(let figure) = cell, figure.style == .milliseconds, !withUnits else {
            return cell.text
          }
          return figure.value.map { NumberText.significant($0) } ?? "–"
        }
      })
  }

  /// A column: words are aligned left, numbers right.
  public struct Column: Hashable, Sendable, ExpressibleByStringLiteral {
    public let title: String
    public let isNumeric: Bool

    public init(_ title: String, isNumeric: Bool = false) {
      self.title = title
      self.isNumeric = isNumeric
    }

    public init(stringLiteral title: String) { self.init(title) }

    public static func number(_ title: String) -> Column { Column(title, isNumeric: true) }
  }
}

extension FigureTable.Cell {
  /// The words, or the figure without its interval.
  var text: String {
    switch self {
    case .words(let words): words
    case .figure(let figure): figure.text
    }
  }
}

extension Table {
  /// Creates a table of gates with their measurements.
  ///
  /// `marking` adds signs to verdicts, for readers who do not see the colour.
  public init(gates: [JudgedGate], marking: Bool = false, of subject: String = "of") {
    let hasSubjects = gates.contains { $0.subject != nil }
    self.init(
      (hasSubjects ? [Column(subject)] : []) + [
        "gate", .number("measured"), .number("95% interval"), "",
      ],
      gates.map { gate in
        (hasSubjects ? [gate.subject ?? ""] : []) + [
          gate.gate, gate.measured.value == nil ? "nothing" : gate.measured.text,
          gate.measured.ends, marking ? gate.verdict.mark : gate.verdict.rawValue,
        ]
      })
  }

  /// Creates a table of parameters, each with its source and grade where any has one.
  init(_ parameters: [Parameter]) {
    guard parameters.contains(where: { $0.grade != nil || $0.source != nil }) else {
      self.init(
        ["parameter", "value", "meaning"], parameters.map { [$0.name, $0.value, $0.meaning] })
      return
    }
    self.init(
      ["parameter", "value", "range", "grade", "source", "meaning"],
      parameters.map {
        [
          $0.name, $0.value, $0.range?.description ?? "–", $0.grade?.rawValue ?? "none",
          $0.source ?? "", $0.meaning,
        ]
      })
  }
}

extension [JudgedGate] {
  /// The remarks on the gates that are not kept, a line each.
  var remarks: [String] {
    filter { $0.verdict != .kept }.map { gate in
      "\(gate.verdict.mark) \(gate.title): \(gate.why)" + (gate.next.map { ". Next: \($0)" } ?? "")
    }
  }
}

extension GateVerdict {
  /// The verdict with its sign, which does not depend on colour.
  var mark: String { "\(sign) \(rawValue)" }

  /// The sign alone.
  var sign: String {
    switch self {
    case .kept: "✓"
    case .missed: "✗"
    case .undecided: "?"
    }
  }
}

/// A number of a run, with its interval and target.
public struct Figure: Hashable, Sendable {
  /// Dotted and permanent: two runs of a kind are compared by it.
  public let key: String
  /// The name for readers; `nil` where the key is one.
  public let label: String?
  public let measured: Measure
  public let unit: String
  public let target: GateLimit?
  /// The definition, in one sentence.
  public let meaning: String?

  public init(
    _ key: String, called label: String? = nil, _ measured: Measure, unit: String,
    target: GateLimit? = nil, meaning: String? = nil
  ) {
    self.key = key
    self.label = label
    self.measured = measured
    self.unit = unit
    self.target = target
    self.meaning = meaning
  }

  /// Whether the target is met; `nil` without one.
  var verdict: GateVerdict? {
    target.map { target in
      measured.interval.map { target.verdict(from: $0.low, to: $0.high) } ?? .undecided
    }
  }

  /// The target in its printed form: `≥ 15.0%`.
  var targetText: String {
    target.map { "\($0.comparison.sign) \(measured.style.text($0.value))" } ?? ""
  }

  /// The word for the target's verdict: met or missed.
  var targetVerdict: String {
    verdict.map { $0 == .kept ? "met" : $0.rawValue } ?? ""
  }
}

extension Figure {
  /// Returns the figures that have a target, against it.
  static func bullets(_ figures: [Figure]) -> BulletChart {
    BulletChart(
      figures.compactMap { figure in
        figure.target.flatMap { target in
          figure.verdict.map { JudgedGate(figure.label ?? figure.key, figure.measured, target, $0) }
        }
      })
  }

  /// Returns a table of the figures, with the columns that they fill; `value` names the mean's
  /// column.
  static func table(_ figures: [Figure], called value: String = "value") -> Table {
    let hasLabels = figures.contains { $0.label != nil }
    let hasTargets = figures.contains { $0.target != nil }
    let hasIntervals = figures.contains { $0.measured.interval != nil }
    let hasUnits = figures.contains { !$0.unit.isEmpty }
    return Table(
      ["metric"] + (hasLabels ? ["id"] : []) + [.number(value)]
        + (hasIntervals ? [.number("± 95%")] : [])
        + (hasTargets ? [.number("target"), ""] : []) + (hasUnits ? ["unit"] : []),
      figures.map { figure in
        [figure.label ?? figure.key] + (hasLabels ? [figure.key] : []) + [figure.measured.text]
          + (hasIntervals ? [figure.measured.spread] : [])
          + (hasTargets ? [figure.targetText, figure.targetVerdict] : [])
          + (hasUnits ? [figure.unit] : [])
      })
  }
}

/// Measures of several subjects, a row for each subject and a column for each measure.
public struct Grid: Hashable, Sendable {
  /// The kind of the subjects, such as the kind of request.
  public let labels: String
  public let columns: [String]
  public let rows: [Row]

  public init(_ labels: String, _ columns: [String], _ rows: [Row]) {
    self.labels = labels
    self.columns = columns
    self.rows = rows
    precondition(
      rows.allSatisfy { $0.measures.count == columns.count }, "a measure for each column")
  }

  public struct Row: Hashable, Sendable {
    public let label: String
    public let measures: [Measure]

    public init(_ label: String, _ measures: [Measure]) {
      self.label = label
      self.measures = measures
    }
  }

  /// Creates a grid from the figures of a table, under its first words.
  init(_ table: FigureTable) {
    let labels = table.columns.indices.filter { table.columns[$0].isLabel }
    let figures = table.columns.indices.filter { !table.columns[$0].isLabel }
    self.init(
      labels.map { table.columns[$0].title }.joined(separator: " and "),
      figures.map { table.columns[$0].title },
      table.rows.map { row in
        Row(
          labels.map { row[$0].text }.joined(separator: ": "),
          figures.compactMap { if case .figure(let figure) = row[$0] { figure } else { nil } })
      })
  }

  var table: Table {
    Table(
      [Table.Column(labels)] + columns.map { .number($0) },
      rows.map { [$0.label] + $0.measures.map(\.textWithInterval) })
  }

  /// Every measure under the names of its row and column.
  var figures: [Figure] {
    rows.flatMap { row in
      zip(columns, row.measures).map { Figure("\(row.label): \($0)", $1, unit: "") }
    }
  }
}

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
