public import Statistics

/// Rows of figures under described columns: the one source of a table in every form.
public struct FigureTable: Sendable {
  public struct Column: Codable, Sendable, Hashable {
    /// The name in files.
    public let key: String
    /// The name in tables.
    public let title: String
    /// The notation of numbers; `nil` for a column of words.
    public let style: NumberStyle?
    /// Whether the column names the row.
    public let isLabel: Bool
  }

  public enum Cell: Sendable, Hashable {
    case words(String)
    case figure(Measure)
  }

  public let columns: [Column]
  public let rows: [[Cell]]

  /// Creates a table with a row for each of `rows`.
  public init<Row>(of rows: [Row], _ columns: [Declaration<Row>]) {
    self.columns = columns.map(\.column)
    self.rows = rows.map { row in columns.map { $0.cell(row) } }
  }

  /// A column with its cell for a row.
  public struct Declaration<Row>: Sendable {
    let column: Column
    let cell: @Sendable (Row) -> Cell

    public static func words(
      _ key: String, _ title: String? = nil, _ words: @escaping @Sendable (Row) -> String
    ) -> Declaration {
      Declaration(
        column: Column(key: key, title: title ?? key, style: nil, isLabel: true),
        cell: { .words(words($0)) })
    }

    public static func figure(
      _ key: String, _ title: String? = nil, _ style: NumberStyle, isLabel: Bool = false,
      _ measured: @escaping @Sendable (Row) -> Measure
    ) -> Declaration {
      Declaration(
        column: Column(key: key, title: title ?? key, style: style, isLabel: isLabel),
        cell: { .figure(measured($0)) })
    }

    public static func number(
      _ key: String, _ title: String? = nil, _ style: NumberStyle,
      _ number: @escaping @Sendable (Row) -> Double?
    ) -> Declaration {
      figure(key, title, style) { Measure(number($0), in: style) }
    }

    public static func count(
      _ key: String, _ title: String? = nil, isLabel: Bool = false,
      _ count: @escaping @Sendable (Row) -> Int
    ) -> Declaration {
      figure(key, title, .whole, isLabel: isLabel) {
        Measure(Double(count($0)), in: .whole)
      }
    }
  }
}

extension FigureTable {
  private init(_ columns: [Column], _ rows: [[Cell]]) {
    self.columns = columns
    self.rows = rows
  }

  /// Returns the table without one column.
  public func without(_ key: String) -> FigureTable {
    let places = columns.indices.filter { columns[$0].key != key }
    return FigureTable(places.map { columns[$0] }, rows.map { row in places.map { row[$0] } })
  }

  /// Returns the cells of a column, row by row; `nil` if there is no such column.
  public func cells(_ key: String) -> [Cell]? {
    columns.firstIndex { $0.key == key }.map { place in rows.map { $0[place] } }
  }

  public func words(_ key: String) -> [String] {
    (cells(key) ?? []).map { if case .words(let words) = $0 { words } else { "" } }
  }

  public func figures(_ key: String) -> [Measure] {
    (cells(key) ?? []).compactMap { if case .figure(let figure) = $0 { figure } else { nil } }
  }
}

// MARK: As JSON · the columns, and each row as an object

extension FigureTable: Codable {
  private enum Key: String, CodingKey { case columns, rows }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(columns, forKey: .columns)
    var list = fields.nestedUnkeyedContainer(forKey: .rows)
    for row in rows {
      var object = list.nestedContainer(keyedBy: Name.self)
      for (column, cell) in zip(columns, row) {
        switch cell {
        case .words(let words): try object.encode(words, forKey: Name(column.key))
        case .figure(let figure):
          try object.encodeIfPresent(figure.value, forKey: Name(column.key))
          try object.encodeIfPresent(figure.low, forKey: Name(column.key, "Low"))
          try object.encodeIfPresent(figure.high, forKey: Name(column.key, "High"))
        }
      }
    }
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    let columns = try fields.decode([Column].self, forKey: .columns)
    var list = try fields.nestedUnkeyedContainer(forKey: .rows)
    var rows: [[Cell]] = []
    while !list.isAtEnd {
      let object = try list.nestedContainer(keyedBy: Name.self)
      func number(_ column: Column, _ end: String = "") throws -> Double? {
        try object.decodeIfPresent(Double.self, forKey: Name(column.key, end))
      }
      rows.append(
        try columns.map { column in
          guard let style = column.style else {
            return .words(try object.decode(String.self, forKey: Name(column.key)))
          }
          return .figure(
            Measure(
              try number(column), from: try number(column, "Low"), to: try number(column, "High"),
              in: style))
        })
    }
    self.columns = columns
    self.rows = rows
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ key: String, _ end: String = "") { stringValue = key + end }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }
}
