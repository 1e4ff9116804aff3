import GrowthloopFindings
public import Statistics

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
