import LinkService
import LinkStore

/// Copies the data of a service, or its keys.
enum StoreBackupCommand: Command {
  static let name = "backup"
  static let summary = "copies the data, or with --keys the keys, of a service that may be running"
  static let help = """
    growthloop store backup TO [options]

    Copies everything that is kept, sealed as it is, and without the keys: the copy alone cannot
    be read. With '--keys' it copies the keys instead, into a file to be put elsewhere. A copy of keys is
    good for \(StoreBackup.daysOfKeys) days: delete it then, for it can still read whoever was deleted since.
    The service may go on working. Copy the file 'deletions' of DIR often: a restore wants the latest.

      TO                    a new folder for the data, or a new file for the keys
      --keys                copies the keys
    \(DataFolder.help)
    \(RootSecret.help)
      --json                the outcome as one JSON document

    Example:
      growthloop store backup /backups/monday --data /var/lib/growthloop
      growthloop store backup /vault/keys-monday --keys --data /var/lib/growthloop
    """

  private struct Outcome: Encodable {
    let copied: String
    let to: String
    var turn: UInt64?
    var rows: Int?
    var deletions: Int?
    var keys: Int?
  }

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments,
      declared: .init(
        flags: ["--keys", "--json"], options: [DataFolder.option, RootSecret.option], mostWords: 1))
    guard let target = arguments.words.first else {
      throw UsageError(description: "backup to where? Name a new folder, or a new file for keys")
    }
    let folder = try DataFolder.existing(try arguments.one(DataFolder.option), on: console)
    let outcome = try storing { () throws -> Outcome in
      guard arguments.has("--keys") else {
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
    if arguments.has("--json") {
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

/// Does something to a store, and ends with what the command ends with if it fails.
func storing<Answer>(_ body: () throws -> Answer) throws -> Answer {
  do {
    return try body()
  } catch let error as StoreError {
    throw error.asFailure
  }
}
