public import Gates
import Statistics

/// What was measured against what is asked for, each as a share of its own limit.
public struct BulletChart: Hashable, Sendable {
  public let rows: [Row]

  public init(_ rows: [Row]) { self.rows = rows }

  public struct Row: Hashable, Sendable {
    public let name: String
    public let measure: Measure
    public let limit: Double
    public let side: GateRow.Side
    public let verdict: GateVerdict

    public init(
      _ name: String, _ measure: Measure, limit: Double, side: GateRow.Side, _ verdict: GateVerdict
    ) {
      self.name = name
      self.measure = measure
      self.limit = limit
      self.side = side
      self.verdict = verdict
    }
  }

  var table: Table {
    Table(
      ["", .number("measured"), .number("95% interval"), .number("limit"), "verdict"],
      rows.map { row in
        [
          row.name, row.measure.text, row.measure.interval,
          (row.side == .below ? "below " : "above ") + row.measure.style.text(row.limit),
          row.verdict.mark,
        ]
      })
  }
}
