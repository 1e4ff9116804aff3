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

/// Opens every row of a data folder, and names the damage.
enum StoreCheckCommand: RunnableCommand {
  static let name = "check"
  static let summary = "opens every row of a stopped service's data, and reports damage"
  static let manual = Manual(
    "store check [DIR] [options]",
    about: """
      Opens every row under its key, and checks the database against its own structure and its counts, and
      the journal against its checksums and lengths. It changes nothing, and ends with 65 if anything is
      damaged. The service must be stopped.
      """,
    words: [
      CommandWord(
        "DIR", "the data folder (default: that of 'growthloop serve' without '--data')",
        completion: .folder)
    ],
    options: [RootSecret.option, .json.meaning("the findings as one JSON document")],
    examples: "growthloop store check /var/lib/growthloop")

  private struct Findings: Encodable {
    let folder: String
    let isWhole: Bool
    let damages: [String]
    let remarks: [String]
    let invites: Int
    let people: Int
    let clicks: Int
    let deletions: Int
    let keys: Int
    let turnsInJournal: Int
  }

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let folder = try DataFolder.existing(arguments.words.first, on: console)
    let root = try RootSecret.readExisting(arguments, folder: folder.path)
    let report = try storing { try StoreCheck.check(folder.path, root: root) }
    let findings = Findings(
      folder: folder.path, isWhole: report.damages.isEmpty,
      damages: report.damages.map { "\($0)" }, remarks: report.remarks, invites: report.invites,
      people: report.people, clicks: report.clicks, deletions: report.deletions, keys: report.keys,
      turnsInJournal: report.turns)
    try console.write(arguments.has(.json) ? findings.json() : words(for: findings))
    return findings.isWhole ? .success : .badInput
  }

  private static func words(for findings: Findings) -> String {
    let verdict =
      findings.isWhole
      ? "'\(findings.folder)' is whole"
      : "'\(findings.folder)' is damaged in \(findings.damages.count) places, or more"
    let counts =
      "\(findings.invites) invites, \(findings.people) people, \(findings.clicks) clicks, "
      + "\(findings.deletions) deletions, \(findings.keys) keys; "
      + "\(findings.turnsInJournal) turns wait in the journal"
    return ([verdict] + findings.damages + findings.remarks + [counts]).joined(separator: "\n")
      + "\n"
  }
}

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

/// Seals the data folder of an earlier release.
enum StoreMigrateCommand: RunnableCommand {
  static let name = "migrate"
  static let summary = "seals the data of an earlier release, and removes its plain files"
  static let manual = Manual(
    "store migrate [DIR] [options]",
    about: """
      Earlier releases stored names, ids and clicks readable for anyone with the files. This command seals
      all of it under new keys, overwrites the plain files, and removes them: all, or nothing is changed.
      An interrupted migration starts again. It does not reach copies of the old files elsewhere: delete
      them.
      """,
    words: [
      CommandWord(
        "DIR", "the data folder (default: that of 'growthloop serve' without '--data')",
        completion: .folder)
    ],
    options: [RootSecret.option, .json.meaning("the outcome as one JSON document")],
    examples: "growthloop store migrate /var/lib/growthloop")

  private struct Outcome: Encodable {
    let folder: String
    let invites: Int
    let people: Int
    let clicks: Int
    let removed: [String]
  }

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let folder = try DataFolder.existing(arguments.words.first, on: console)
    guard StoreMigration.isNeeded(in: folder.path) else {
      if arguments.has(.json) {
        try console.write(
          Outcome(folder: folder.path, invites: 0, people: 0, clicks: 0, removed: []).json())
      } else {
        try console.write("'\(folder.path)' is sealed already\n")
      }
      return .success
    }
    let root = try RootSecret.read(arguments, folder: folder.path)
    let report = try storing { try StoreMigration.seal(folder.path, root: root) }
    if arguments.has(.json) {
      try console.write(
        Outcome(
          folder: folder.path, invites: report.invites, people: report.people,
          clicks: report.clicks, removed: report.removed
        ).json())
    } else {
      try console.write(
        """
        \(report.invites) invites, \(report.people) people and \(report.clicks) clicks are sealed; \
        \(report.removed.count) plain files are removed

        """)
    }
    return .success
  }
}

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
