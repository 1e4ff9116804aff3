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

/// Figures over a scale such as days: a list of numbers for each column.
public struct FigureSeries: Codable, Sendable {
  public struct Column: Codable, Sendable {
    /// The name in files.
    public let key: String
    public let style: NumberStyle
    public let values: [Double?]
    /// The ends of the intervals; `nil` where none are measured.
    public let lows: [Double?]?
    public let highs: [Double?]?

    public init(_ key: String, _ style: NumberStyle, _ values: [Double?]) {
      self.key = key
      self.style = style
      self.values = values
      lows = nil
      highs = nil
    }

    public init(_ key: String, _ style: NumberStyle, measured: [Measure]) {
      self.key = key
      self.style = style
      values = measured.map(\.value)
      lows = measured.map(\.low)
      highs = measured.map(\.high)
    }
  }

  /// The kind of the rows: `day`.
  public let scale: String
  public let columns: [Column]

  public init(over scale: String, _ columns: [Column]) {
    self.scale = scale
    self.columns = columns
  }

  public var count: Int { columns.first?.values.count ?? 0 }

  /// The first list that is not as long as the first one, in words.
  func misfit(at path: String) -> String? {
    for (place, column) in columns.enumerated() {
      let lists = [
        ("values", column.values.count), ("lows", column.lows?.count ?? count),
        ("highs", column.highs?.count ?? count),
      ]
      for (name, length) in lists where length != count {
        return "\(path).columns[\(place)].\(name) has \(length) values, and the first list has "
          + "\(count)"
      }
    }
    return nil
  }

  public subscript(key: String) -> Column? { columns.first { $0.key == key } }
}

extension Int {
  /// Returns the number with its noun: "1 replication", "2 replications".
  public func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

/// Findings over replications that differ in their random numbers alone.
public protocol ReplicatedFindings: RunFindings {
  var seed: UInt64 { get }
  var replicationsWanted: Int { get }
  /// The number of finished replications.
  var replications: Int { get }
  var ending: ReplicationsEnding { get }
}

/// The reason for the end of the replications.
public enum ReplicationsEnding: String, Codable, Sendable {
  /// All requested replications finished.
  case complete
  /// The interval was narrow enough.
  case precise
  /// Every gate was kept or missed.
  case decided
  /// The run was interrupted; the finished replications are here.
  case cancelled
}

extension ReplicatedFindings {
  public var note: String? {
    isPartial
      ? "interrupted after \(replications) of \(replicationsWanted) replications" : nil
  }
}

/// A setting or parameter in which two runs differ, with its values as files spell them.
public struct SettingChange: Codable, Sendable {
  public let setting: String
  /// The value of the base; `nil` where it has no such parameter.
  public let base: String?
  public let variant: String?

  public init(_ setting: String, base: String?, variant: String?) {
    self.setting = setting
    self.base = base
    self.variant = variant
  }
}

/// The same for a scenario: the value of the profile or the default, and that of the scenario.
public struct ScenarioChange: Codable, Sendable {
  public let setting: String
  public let profile: String?
  public let value: String?

  public init(_ setting: String, profile: String?, value: String?) {
    self.setting = setting
    self.profile = profile
    self.value = value
  }
}

/// A histogram of nanoseconds under the tag that it has in a histogram log.
public struct TaggedHistogram: Codable, Sendable {
  public let tag: String
  public let histogram: HDRHistogram

  public init(_ tag: String, _ histogram: HDRHistogram) {
    self.tag = tag
    self.histogram = histogram
  }
}
