import GrowthloopStudies
import GrowthloopPlans
package import GrowthloopModel
package import GrowthloopReports

/// A file of the funnel of a replication, as a calibration reads it.
package struct FunnelFile {
  private let output: OutputFile

  /// - Throws: `InputOutputError` for a path that may not be written to.
  package init(_ path: String) throws { output = try OutputFile(path, for: "the funnel") }

  /// Simulates the first replication once more, and writes its funnel; `false` after an interrupt.
  package func write(_ plan: GrowthPlan, seed: UInt64, on console: any Console) throws -> Bool {
    let table: FunnelTable
    do {
      table = try Work(console: console, total: 1).wait { meter in
        try FunnelTable.simulated(plan, days: plan.days, seed: seed, meter: meter)
      }
    } catch is InterruptedEarly {
      return false
    }
    try output.write(table.csv.utf8)
    return true
  }
}
