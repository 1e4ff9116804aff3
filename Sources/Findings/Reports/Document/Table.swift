import GrowthloopFindings
import Statistics

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
