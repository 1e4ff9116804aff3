import GrowthloopFindings
import GrowthloopLinkStore
import GrowthloopReports

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
