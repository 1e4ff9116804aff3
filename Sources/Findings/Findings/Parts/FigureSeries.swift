public import Statistics

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
