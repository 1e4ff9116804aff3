import GrowthloopFindings
import GrowthloopLinkStore
import GrowthloopReports

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
