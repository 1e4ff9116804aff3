/// Measures of several things, a row for each thing and a column for each measure.
public struct Grid: Hashable, Sendable {
  /// What the things are, such as the kind of request.
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
