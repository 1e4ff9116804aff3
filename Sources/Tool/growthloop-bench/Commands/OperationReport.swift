import GrowthloopReports
import GrowthloopFindings

/// The table of the operations' costs on this machine.
struct OperationReport: Encodable, CustomStringConvertible {
  let machine = Machine.description
  let build = Machine.build
  let unit: String
  let measurements: [DecisionCost]

  var description: String {
    let rows = measurements.map { row in
      [
        row.title, row.median.text(decimals: 1), row.tenth.text(decimals: 1),
        row.ninetieth.text(decimals: 1), row.promised.map { "< \($0.text(decimals: 1))" } ?? "",
        row.isKept.map { $0 ? "kept" : "not kept" } ?? "",
      ]
    }
    let table = TextTable(
      header: [unit, "median", "p10", "p90", "promised", ""], rows: rows, widest: 60)
    return "\(machine), \(build) build\n\n\(table)"
  }
}
