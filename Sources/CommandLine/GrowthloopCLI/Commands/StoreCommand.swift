import Diagnostics

/// Looks after the data folder of a service; each part stands in a file of its own.
enum StoreCommand: Command {
  static let name = "store"
  static let summary = "looks after a service's data: check, backup, restore, migrate, clock"

  static let parts: [any Command.Type] = [
    StoreCheckCommand.self, StoreBackupCommand.self, StoreRestoreCommand.self,
    StoreMigrateCommand.self, StoreClockCommand.self,
  ]

  static var help: String {
    let width = parts.map { $0.name.count }.max() ?? 0
    let lines = parts.map { "  \($0.name.padded(to: width))  \($0.summary)" }
    return """
      growthloop store PART [options]     growthloop store PART --help

      Looks after the folder in which 'growthloop serve' keeps everything.

      \(lines.joined(separator: "\n"))

      Example:
        growthloop store check
      """
  }

  static func help(for words: ArraySlice<String>) -> String {
    let rest = words.dropFirst()
    return parts.first { $0.name == words.first }?.help(for: rest) ?? help
  }

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let names = parts.map { $0.name }
    guard let name = arguments.first, !name.hasPrefix("-") else {
      throw UsageError(
        description: "store what? One of: \(names.joined(separator: ", "))")
    }
    guard let part = parts.first(where: { $0.name == name }) else {
      throw UsageError(
        description: "unknown part '\(name)'\(Suggestion.phrase(for: name, among: names))")
    }
    return try part.run(arguments.dropFirst(), on: console)
  }
}
