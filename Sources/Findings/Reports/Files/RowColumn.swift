import GrowthloopFindings
import Statistics

/// A column of rows, declared once: its cells in files, its cells in tables, and how to read them.
struct RowColumn<Row> {
  /// The name in files with the cell for a row; `nil` for a column that stands in no file.
  let file: (name: String, cell: (Row) -> String)?
  /// The title in tables with the cell for a row; `nil` for a column that stands in no table.
  let table: (title: Table.Column, cell: (Row) -> String)?
  /// What its cells say, from a small letter to a full stop; `nil` where the title says it.
  var reading: String?

  /// A column of files alone.
  static func file(_ name: String, _ cell: @escaping (Row) -> String) -> RowColumn {
    RowColumn(file: (name, cell), table: nil)
  }

  /// A number of files alone, with all its digits.
  static func file(_ name: String, number: @escaping (Row) -> Double?) -> RowColumn {
    .file(name) { CSV.cell(number($0)) }
  }

  /// A column of tables alone.
  static func table(
    _ title: Table.Column, reading: String? = nil, _ cell: @escaping (Row) -> String
  ) -> RowColumn {
    RowColumn(file: nil, table: (title, cell), reading: reading)
  }

  /// Words that are the same in both.
  static func words(
    _ name: String, as title: String? = nil, _ cell: @escaping (Row) -> String
  ) -> RowColumn {
    RowColumn(file: (name, cell), table: (Table.Column(title ?? name), cell))
  }

  /// A number: with all its digits in files, as readers take it in tables.
  static func number(
    _ name: String, as title: String? = nil, reading: String? = nil,
    _ number: @escaping (Row) -> Double?, shown: @escaping (Row) -> String
  ) -> RowColumn {
    RowColumn(
      file: (name, { CSV.cell(number($0)) }), table: (.number(title ?? name), shown),
      reading: reading)
  }

  /// A measure, by default without its interval in tables.
  static func measure(
    _ name: String, as title: String? = nil, reading: String? = nil,
    _ measure: @escaping (Row) -> Measure, shown: ((Row) -> String)? = nil
  ) -> RowColumn {
    .number(
      name, as: title, reading: reading, { measure($0).value },
      shown: shown ?? { measure($0).text })
  }

  /// The ends of an interval, in files alone; `name` comes before theirs where a row has several.
  static func ends(of name: String = "", _ measure: @escaping (Row) -> Measure) -> [RowColumn] {
    [
      .file(name.isEmpty ? "low" : "\(name)Low", number: { measure($0).low }),
      .file(name.isEmpty ? "high" : "\(name)High", number: { measure($0).high }),
    ]
  }

  /// What an interval rests on, in files alone.
  static func basis(of measure: @escaping (Row) -> Measure) -> [RowColumn] {
    [
      .file("basis") { measure($0).interval?.basis.name ?? "" },
      .file("events", number: { measure($0).interval?.basis.evidence?.events }),
      .file("exposure", number: { measure($0).interval?.basis.evidence?.exposure }),
      .file("designEffect", number: { measure($0).interval?.basis.evidence?.designEffect }),
    ]
  }

  /// How to read the columns of a table that do not say it themselves.
  static func reading(of columns: [RowColumn]) -> String {
    columns.compactMap { column in
      column.table.flatMap { table in
        column.reading.map { "\(table.title.title.capitalizedAtStart): \($0)" }
      }
    }.joined(separator: " ")
  }
}

extension Table {
  /// Creates the table of rows.
  init<Row>(of rows: [Row], _ columns: [RowColumn<Row>]) {
    let shown = columns.compactMap(\.table)
    self.init(shown.map(\.title), rows.map { row in shown.map { $0.cell(row) } })
  }
}

extension CSV {
  /// Creates the file of rows.
  init<Row>(of rows: [Row], _ columns: [RowColumn<Row>]) {
    let written = columns.compactMap(\.file)
    self.init(written.map(\.name))
    for row in rows { add(written.map { $0.cell(row) }) }
  }
}
