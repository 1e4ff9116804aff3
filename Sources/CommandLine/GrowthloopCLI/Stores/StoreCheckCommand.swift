import LinkStore

/// Opens every row of a data folder, and names what is damaged.
enum StoreCheckCommand: Command {
  static let name = "check"
  static let summary = "opens every row of a stopped service's data, and names what is damaged"
  static let help = """
    growthloop store check [DIR] [options]

    Opens every row under its key, holds the database to its own structure and to its counts, and the
    journal to its checksums and lengths. It changes nothing, and ends with \(ExitCode.badInput.rawValue) if anything is damaged.
    The service must be stopped.

      DIR                   the data folder; by default that of 'growthloop serve' without '--data'
    \(RootSecret.help)
      --json                the findings as one JSON document

    Example:
      growthloop store check /var/lib/growthloop
    """

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

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments, declared: .init(flags: ["--json"], options: [RootSecret.option], mostWords: 1))
    let folder = try DataFolder.existing(arguments.words.first, on: console)
    let root = try RootSecret.readExisting(arguments, folder: folder.path)
    let report = try storing { try StoreCheck.check(folder.path, root: root) }
    let findings = Findings(
      folder: folder.path, isWhole: report.damages.isEmpty,
      damages: report.damages.map { "\($0)" }, remarks: report.remarks, invites: report.invites,
      people: report.people, clicks: report.clicks, deletions: report.deletions, keys: report.keys,
      turnsInJournal: report.turns)
    try console.write(arguments.has("--json") ? findings.json() : words(for: findings))
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
