import Experiments
import Foundation
import FunnelStudies
import Funnels
package import GrowthModel
package import Terminal

/// A file of the funnel of a replication, as a calibration reads it.
package struct FunnelFile {
  private let path: String

  /// - Throws: `InputOutputError` for a path that cannot be written to.
  package init(_ path: String) throws {
    self.path = path
    if let obstacle = FileErrorText.toWritingFile(path) { throw error(obstacle) }
  }

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
    let file = URL(filePath: path)
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(table.csv.utf8).write(to: file, options: .atomic)
    } catch {
      throw self.error(FileErrorText.toWriting(path, error))
    }
    return true
  }

  private func error(_ obstacle: String) -> InputOutputError {
    InputOutputError(description: "cannot write the funnel to '\(path)': \(obstacle)")
  }
}
