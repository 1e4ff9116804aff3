import LinkService
import LinkStore

/// Makes a data folder of a copy of the data and a copy of the keys.
enum StoreRestoreCommand: Command {
  static let name = "restore"
  static let summary = "makes a data folder of a copy, and deletes again whoever was deleted since"
  static let help = """
    growthloop store restore FROM --keys FILE --data DIR [options]

    Puts a copy of the data and a copy of the keys together in a new folder. Before the folder can be
    served, the ledger of deletions is replayed: whoever was deleted after the copy was made is deleted
    again, and their keys are destroyed. A copy of keys older than \(StoreBackup.daysOfKeys) days is refused.

      FROM                  what 'growthloop store backup' made
      --keys FILE           what 'growthloop store backup --keys' made, no earlier than FROM
      --ledger FILE         the latest file 'deletions' of the folder that was lost; else that of FROM
      --data DIR            the new folder
    \(RootSecret.help)
      --json                the outcome as one JSON document

    Example:
      growthloop store restore /backups/monday --keys /vault/keys-monday --ledger /ledgers/deletions \\
        --data /var/lib/growthloop --root-secret /etc/growthloop.root-secret
    """

  private struct Outcome: Encodable {
    let folder: String
    let invites: Int
    let people: Int
    let deletions: Int
    let rowsLeftOut: Int
  }

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments,
      declared: .init(
        flags: ["--json"],
        options: ["--keys", "--ledger", DataFolder.option, RootSecret.option], mostWords: 1))
    guard let source = arguments.words.first else {
      throw UsageError(description: "restore what? Name what 'growthloop store backup' made")
    }
    guard let keys = try arguments.one("--keys") else {
      throw UsageError(description: "'--keys FILE' must name a copy of the keys")
    }
    guard let folder = try arguments.one(DataFolder.option) else {
      throw UsageError(description: "'\(DataFolder.option) DIR' must name the new folder")
    }
    let root = try RootSecret.readExisting(arguments, folder: folder)
    let ledger = try arguments.one("--ledger")
    let report = try storing {
      try StoreRestore.restore(
        source, keys: keys, ledger: ledger, to: folder, root: root, at: ServiceClock.real.now())
    }
    if arguments.has("--json") {
      try console.write(
        Outcome(
          folder: folder, invites: report.invites, people: report.people,
          deletions: report.deletions, rowsLeftOut: report.rowsLeftOut
        ).json())
    } else {
      try console.write(
        """
        '\(folder)' has \(report.invites) invites and \(report.people) people; \(report.deletions) \
        deletions were replayed, and \(report.rowsLeftOut) rows left out

        """)
    }
    return .success
  }
}
