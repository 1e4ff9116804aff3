import GrowthloopFindings
import GrowthloopLinkService
import GrowthloopLinkStore
import GrowthloopReports

/// Copies the data of a service, or its keys.
enum StoreBackupCommand: RunnableCommand {
  static let name = "backup"
  static let summary = "copies the data, or with --keys the keys, of a service that may be running"
  static let manual = Manual(
    "store backup TO [options]",
    about: """
      Copies the whole store, sealed as it is, and without the keys: the copy alone cannot be read.
      '--with-keys' copies the keys before it, into a file to be put elsewhere; '--keys' copies them alone.
      Keys must be copied before the data: later ones lack what was destroyed for users deleted in between.
      A copy of keys is good for \(StoreBackup.daysOfKeys) days: delete it then, because it can still open
      the data of users deleted since. The service may go on working. Copy the file 'deletions' of DIR often:
      a restore needs the latest.
      """,
    words: [
      CommandWord(
        "TO", "a new folder for the data, or a new file for the keys", completion: .folder)
    ],
    options: [
      withKeys, keys, DataFolder.option, RootSecret.option,
      .json.meaning("the outcome as one JSON document"),
    ],
    examples: """
      growthloop store backup /backups/monday --with-keys /vault/keys-monday --data /var/lib/growthloop
      """)

  private static let withKeys = CommandOption(
    "--with-keys", "FILE", "copies the keys too, into FILE, in the order that a restore needs",
    completion: .file)
  private static let keys = CommandOption(flag: "--keys", "copies the keys alone")

  private struct Outcome: Encodable {
    let copied: String
    let to: String
    var turn: UInt64?
    var rows: Int?
    var deletions: Int?
    var keys: Int?
    var keysTo: String?
  }

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard let target = arguments.words.first else {
      throw UsageError(description: "missing TO: name a new folder, or a new file for keys")
    }
    let file = try arguments.one(withKeys)
    guard file == nil || !arguments.has(keys) else {
      throw UsageError(
        description: "'\(withKeys)' and '\(keys)' contradict each other: give one")
    }
    let folder = try DataFolder.existing(try arguments.one(DataFolder.option), on: console)
    let outcome = try storing { () throws -> Outcome in
      if let file {
        let (data, keys) = try StoreBackup.copy(
          of: folder.path, to: target, keys: file,
          root: try RootSecret.read(arguments, folder: folder.path), at: ServiceClock.real.now())
        return Outcome(
          copied: "data and keys", to: target, turn: data.turn, rows: data.rows,
          deletions: data.deletions, keys: keys, keysTo: file)
      }
      guard arguments.has(keys) else {
        let report = try StoreBackup.copyData(of: folder.path, to: target)
        return Outcome(
          copied: "data", to: target, turn: report.turn, rows: report.rows,
          deletions: report.deletions)
      }
      let keys = try StoreBackup.copyKeys(
        of: folder.path, to: target, root: try RootSecret.read(arguments, folder: folder.path),
        at: ServiceClock.real.now())
      return Outcome(copied: "keys", to: target, keys: keys, keysTo: target)
    }
    try console.write(arguments.has(.json) ? outcome.json() : words(for: outcome))
    return .success
  }

  private static func words(for outcome: Outcome) -> String {
    var lines: [String] = []
    if let rows = outcome.rows, let turn = outcome.turn, let deletions = outcome.deletions {
      lines.append(
        "\(rows) rows, up to turn \(turn), are copied to '\(outcome.to)', with \(deletions) deletions"
          + (outcome.keys == nil ? "; the keys are not" : ""))
    }
    if let keys = outcome.keys, let file = outcome.keysTo {
      lines.append(
        "\(keys) keys are copied to '\(file)', which is good for \(StoreBackup.daysOfKeys) days: "
          + "delete it then")
    }
    return lines.joined(separator: "\n") + "\n"
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
