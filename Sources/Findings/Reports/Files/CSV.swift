import GrowthloopFindings
import Statistics

/// Rows of comma-separated values under a header (RFC 4180).
public struct CSV: Sendable, CustomStringConvertible {
  public private(set) var description: String

  public init(_ header: [String]) {
    description = ""
    add(header)
  }

  public mutating func add(_ cells: [String]) {
    description += cells.map(Self.quoted).joined(separator: ",") + "\n"
  }

  /// Returns a number with all its digits; empty for `nil`.
  public static func cell(_ number: Double?) -> String {
    number.flatMap { $0.isFinite ? "\($0)" : nil } ?? ""
  }

  private static func quoted(_ cell: String) -> String {
    // By bytes, for a return with a line feed is one character.
    cell.utf8.contains { ",\"\n\r".utf8.contains($0) }
      ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
  }
}

extension CSV {
  /// Creates the columns of a table; a figure with intervals has two more for their ends.
  init(_ table: FigureTable) {
    let hasEnds = table.columns.map { column in
      table.figures(column.key).contains { $0.interval != nil }
    }
    self.init(
      zip(table.columns, hasEnds).flatMap { column, hasEnds in
        [column.key] + (hasEnds ? ["\(column.key)Low", "\(column.key)High"] : [])
      })
    for row in table.rows {
      add(
        zip(row, hasEnds).flatMap { cell, hasEnds in
          switch cell {
          case .words(let words): [words]
          case .figure(let figure):
            [figure.style == .whole ? figure.text : Self.cell(figure.value)]
              + (hasEnds ? [Self.cell(figure.low), Self.cell(figure.high)] : [])
          }
        })
    }
  }

  /// Creates the columns of a series with the ends of their intervals, where they have any.
  init(_ series: FigureSeries) {
    self.init(
      [series.scale]
        + series.columns.flatMap { column in
          [column.key] + (column.lows == nil ? [] : ["\(column.key).low", "\(column.key).high"])
        })
    for place in 0..<series.count {
      add(
        ["\(place)"]
          + series.columns.flatMap { column in
            [Self.number(column.values[place], column.style)]
              + [column.lows, column.highs].compactMap { $0.map { Self.cell($0[place]) } }
          })
    }
  }

  /// Returns a number for a file: whole quantities without decimals.
  private static func number(_ number: Double?, _ style: NumberStyle) -> String {
    style == .whole ? number.map { NumberText.decimal($0, 0) } ?? "" : cell(number)
  }
}
