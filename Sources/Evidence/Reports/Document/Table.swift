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

  /// A column: words stand at its left, numbers at its right.
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
