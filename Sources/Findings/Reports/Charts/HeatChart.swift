import GrowthloopFindings
import Statistics

/// The values of a metric over two settings, a cell for each pair of their values: a heat map.
public struct HeatChart: Hashable, Sendable {
  /// The metric, with the notation of its values.
  public let axis: Axis
  public let rows: Side
  public let columns: Side
  /// By row and column; `nil` where a pair has no value, or has none yet.
  public let cells: [[Double?]]

  /// One of the two settings.
  public struct Side: Hashable, Sendable {
    public let key: String
    public let values: [String]

    public init(_ key: String, _ values: [String]) {
      self.key = key
      self.values = values
    }
  }

  public init(_ axis: Axis, rows: Side, columns: Side, _ cells: [[Double?]]) {
    self.axis = axis
    self.rows = rows
    self.columns = columns
    self.cells = cells
  }

  var values: [Double] { cells.joined().compactMap(\.self) }

  var table: Table {
    Table(
      [Table.Column("\(rows.key) ↓ \(columns.key) →")] + columns.values.map { .number($0) },
      zip(rows.values, cells).map { value, row in
        [value] + row.map { $0.map(axis.style.text) ?? "–" }
      })
  }

  /// The number of shades.
  private static let shades = 7

  func draw(on canvas: inout Canvas) {
    guard let least = values.min(), let most = values.max() else { return }
    let left = (rows.values.map(Lettering.width).max() ?? 0) + 10
    let top = 24.0
    let wide = (canvas.width - left) / Double(max(1, columns.values.count))
    let high = 32.0
    canvas.words("\(rows.key), by row", x: 0, y: 12, class: "t axis")
    for (place, value) in rows.values.enumerated() {
      canvas.words(value, x: left - 8, y: top + (Double(place) + 0.5) * high + 4, .end)
    }
    for (row, line) in cells.enumerated() {
      for (column, cell) in line.enumerated() {
        let x = left + Double(column) * wide
        let y = top + Double(row) * high
        let shade = cell.map { value in
          most > least
            ? Int((value - least) / (most - least) * Double(Self.shades - 1) + 0.5)
            : Self.shades / 2
        }
        let words = cell.map(axis.style.text) ?? "–"
        canvas.box(
          x: x + 1, y: y + 1, width: wide - 2, height: high - 2,
          class: shade.map { "heat h\($0)" } ?? "heat",
          title:
            "\(rows.key) \(rows.values[row]), \(columns.key) \(columns.values[column]): \(words)")
        guard Lettering.width(words) < wide else { continue }
        canvas.words(words, x: x + wide / 2, y: y + high / 2 + 4, .middle, class: "t value")
      }
    }
    let bottom = top + Double(rows.values.count) * high
    let names = columns.values.map { Lettering.lines($0, to: wide) }
    for (place, lines) in names.enumerated() {
      canvas.words(lines, x: left + (Double(place) + 0.5) * wide, y: bottom + 16, .middle)
    }
    let more = Double((names.map(\.count).max() ?? 1) - 1) * Lettering.leading
    canvas.words(
      columns.key, x: (left + canvas.width) / 2, y: bottom + 34 + more, .middle, class: "t axis")
  }
}

extension SweepFindings {
  /// The metric over the two settings of a sweep of all combinations; `nil` for another sweep.
  ///
  /// `rows` and `columns` name the values of points that are still to run.
  func heat(rows: HeatChart.Side? = nil, columns: HeatChart.Side? = nil) -> HeatChart? {
    guard !isOneAtATime, !points.isEmpty else { return nil }
    var cells: [[String]: Double?] = [:]
    var sides: [(key: String, values: [String])] = []
    for point in points {
      let settings = point.point.split(separator: " ").map {
        $0.split(separator: "=", maxSplits: 1)
      }
      guard settings.count == 2, settings.allSatisfy({ $0.count == 2 }) else { return nil }
      let values = settings.map { String($0[1]) }
      if sides.isEmpty { sides = settings.map { (String($0[0]), []) } }
      for place in 0...1 where !sides[place].values.contains(values[place]) {
        sides[place].values.append(values[place])
      }
      cells[values] = point.mean
    }
    let rows = rows ?? HeatChart.Side(sides[0].key, sides[0].values)
    let columns = columns ?? HeatChart.Side(sides[1].key, sides[1].values)
    guard rows.values.count > 1, columns.values.count > 1 else { return nil }
    return HeatChart(
      Axis(metricName ?? metric, style), rows: rows, columns: columns,
      rows.values.map { row in columns.values.map { cells[[row, $0]] ?? nil } })
  }
}
