import GrowthloopReports
import GrowthloopFindings

/// Maintains the data folder of a service; each part has its own file.
package enum StoreCommand: CommandGroup {
  static let name = "store"
  static let summary = "maintains a service's data: check, backup, restore, migrate, clock"

  static let parts: [any Command.Type] = [
    StoreCheckCommand.self, StoreBackupCommand.self, StoreRestoreCommand.self,
    StoreMigrateCommand.self, StoreClockCommand.self,
  ]

  static let manual = Manual(
    "store PART [options]", "store PART --help",
    about: "Maintains the folder in which 'growthloop serve' keeps its data.",
    words: [CommandWord("PART", completion: .words { parts.map { $0.name } })],
    notes: Manual.columns(parts.map { ($0.name, $0.summary) }, in: .plain),
    examples: "growthloop store check")
}
