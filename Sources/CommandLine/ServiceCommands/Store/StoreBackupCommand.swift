import JSON
import LinkService
import LinkStore
import Terminal

/// Copies the data of a service, or its keys.
enum StoreBackupCommand: RunnableCommand {
  static let name = "backup"
  static let summary = "copies the data, or with --keys the keys, of a service that may be running"
  static let manual = Manual(
    "store backup TO [options]",
    about: """
      Copies the whole store, sealed as it is, and without the keys: the copy alone cannot be read. With
      '--keys' it copies the keys instead, into a file to be put elsewhere. A copy of keys is good for
      \(StoreBackup.daysOfKeys) days: delete it then, because it can still open the data of users deleted
      since. The service may go on working. Copy the file 'deletions' of DIR often: a restore needs the
      latest.
      """,
    words: [
      CommandWord(
        "TO", "a new folder for the data, or a new file for the keys", completion: .folder)
    ],
    options: [
      keys, DataFolder.option, RootSecret.option, .json.meaning("the outcome as one JSON document"),
    ],
    examples: "growthloop store backup /backups/monday --data /var/lib/growthloop",
    "growthloop store backup /vault/keys-monday --keys --data /var/lib/growthloop")

  private static let keys = CommandOption(flag: "--keys", "copies the keys")

  private struct Outcome: Encodable {
    let copied: String
    let to: String
    var turn: UInt64?
    var rows: Int?
    var deletions: Int?
    var keys: Int?
  }

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard let target = arguments.words.first else {
      throw UsageError(description: "missing TO: name a new folder, or a new file for keys")
    }
    let folder = try DataFolder.existing(try arguments.one(DataFolder.option), on: console)
    let outcome = try storing { () throws -> Outcome in
      guard arguments.has(keys) else {
        let report = try StoreBackup.copyData(of: folder.path, to: target)
        return Outcome(
          copied: "data", to: target, turn: report.turn, rows: report.rows,
          deletions: report.deletions)
      }
      let keys = try StoreBackup.copyKeys(
        of: folder.path, to: target, root: try RootSecret.read(arguments, folder: folder.path),
        at: ServiceClock.real.now())
      return Outcome(copied: "keys", to: target, keys: keys)
    }
    if arguments.has(.json) {
      try console.write(outcome.json())
    } else if let keys = outcome.keys {
      try console.write(
        """
        \(keys) keys are copied to '\(target)', which is good for \(StoreBackup.daysOfKeys) days: \
        delete it then

        """)
    } else {
      try console.write(
        """
        \(outcome.rows ?? 0) rows, up to turn \(outcome.turn ?? 0), are copied to '\(target)', with \
        \(outcome.deletions ?? 0) deletions; the keys are not

        """)
    }
    return .success
  }
}

/// Runs `body`, and converts a store's error into that of the command.
func storing<Answer>(_ body: () throws -> Answer) throws -> Answer {
  do {
    return try body()
  } catch let error as StoreError {
    throw error.asFailure
  }
}
