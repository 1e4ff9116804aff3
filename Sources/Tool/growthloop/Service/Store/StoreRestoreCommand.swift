import GrowthloopFindings
import GrowthloopLinkService
import GrowthloopLinkStore
import GrowthloopReports

/// Creates a data folder from a copy of the data and a copy of the keys.
enum StoreRestoreCommand: RunnableCommand {
  static let name = "restore"
  static let summary = "makes a data folder from a copy, and repeats the deletions made since"
  static let manual = Manual(
    "store restore FROM --keys FILE --ledger FILE --data DIR [options]",
    about: """
      Puts a copy of the data and a copy of the keys together in a new folder. Before the folder can be
      served, users who were deleted after the copy was made are deleted again: the folder has what it would
      have, had they been deleted from the copy. The ledger of deletions says who they are. A copy of keys
      older than \(StoreBackup.daysOfKeys) days is refused.
      """,
    words: [
      CommandWord("FROM", "a copy that 'growthloop store backup' made", completion: .folder)
    ],
    options: [
      keys, ledger, withoutLedger, lateKeys,
      DataFolder.option.meaning("the new folder, in a folder that exists"),
      RootSecret.option.meaning(
        "the root secret of the data that was copied; or in the environment, as "
          + "\(RootSecret.variable); else the file 'DIR.root-secret' beside the new folder"),
      .json.meaning("the outcome as one JSON document"),
    ],
    examples: """
      growthloop store restore /backups/monday --keys /vault/keys-monday --ledger /ledgers/deletions \\
        --data /var/lib/growthloop --root-secret /etc/growthloop.root-secret
      """)

  private static let keys = CommandOption(
    "--keys", "FILE", "a copy that 'growthloop store backup --keys' made, before FROM",
    completion: .file)
  private static let ledger = CommandOption(
    "--ledger", "FILE",
    "the latest file 'deletions' of the folder that was lost", completion: .file)
  private static let withoutLedger = CommandOption(
    flag: "--without-ledger",
    "restores without it: users who were deleted after the copy was made come back")
  private static let lateKeys = CommandOption(
    flag: "--late-keys",
    "takes keys that were copied after deletions which FROM lacks: what others have under keys that were "
      + "destroyed then is lost")

  private struct Outcome: Encodable {
    let folder: String
    let invites: Int
    let people: Int
    let deletions: Int
    let deletedAgain: Int
    let rowsLeftOut: Int
  }

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard let source = arguments.words.first else {
      throw UsageError(
        description: "missing FROM: name the folder that 'growthloop store backup' made")
    }
    guard let keys = try arguments.one(self.keys) else {
      throw UsageError(description: "'--keys FILE' must name a copy of the keys")
    }
    guard let folder = try arguments.one(DataFolder.option) else {
      throw UsageError(description: "'\(DataFolder.option) DIR' must name the new folder")
    }
    let ledger = try arguments.one(self.ledger)
    guard (ledger == nil) == arguments.has(withoutLedger) else {
      throw UsageError(
        description: ledger == nil
          ? "'--ledger FILE' must name the latest file 'deletions' of the folder that was lost; "
            + "without one users who were deleted since come back, which '\(withoutLedger)' allows"
          : "'\(self.ledger)' and '\(withoutLedger)' contradict each other: give one")
    }
    let root = try RootSecret.readExisting(arguments, folder: folder)
    let report = try storing {
      try StoreRestore.restore(
        source, keys: keys, ledger: ledger, to: folder, root: root, at: ServiceClock.real.now(),
        lateKeys: arguments.has(lateKeys))
    }
    if arguments.has(.json) {
      try console.write(
        Outcome(
          folder: folder, invites: report.invites, people: report.people,
          deletions: report.deletions, deletedAgain: report.deletedAgain,
          rowsLeftOut: report.rowsLeftOut
        ).json())
    } else {
      try console.write(
        """
        '\(folder)' has \(report.invites) invites and \(report.people) people; of \(report.deletions) \
        deletions \(report.deletedAgain) were repeated, and \(report.rowsLeftOut) rows left out

        """)
    }
    return .success
  }
}
