import LinkStore

/// Seals the data folder of an earlier release.
enum StoreMigrateCommand: Command {
  static let name = "migrate"
  static let summary = "seals the data of an earlier release, and removes its plain files"
  static let help = """
    growthloop store migrate [DIR] [options]

    Earlier releases kept names, ids and clicks so that whoever had the files could read them. This seals
    all of it under new keys, overwrites the plain files, and removes them: all, or nothing is changed.
    What was cut off is done again. Copies of the old files elsewhere stay what they are: delete them.

      DIR                   the data folder; by default that of 'growthloop serve' without '--data'
    \(RootSecret.help)
      --json                the outcome as one JSON document

    Example:
      growthloop store migrate /var/lib/growthloop
    """

  private struct Outcome: Encodable {
    let folder: String
    let invites: Int
    let people: Int
    let clicks: Int
    let removed: [String]
  }

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments, declared: .init(flags: ["--json"], options: [RootSecret.option], mostWords: 1))
    let folder = try DataFolder.existing(arguments.words.first, on: console)
    guard StoreMigration.isNeeded(in: folder.path) else {
      if arguments.has("--json") {
        try console.write(
          Outcome(folder: folder.path, invites: 0, people: 0, clicks: 0, removed: []).json())
      } else {
        try console.write("'\(folder.path)' is sealed already\n")
      }
      return .success
    }
    let root = try RootSecret.read(arguments, folder: folder.path)
    let report = try storing { try StoreMigration.seal(folder.path, root: root) }
    if arguments.has("--json") {
      try console.write(
        Outcome(
          folder: folder.path, invites: report.invites, people: report.people,
          clicks: report.clicks, removed: report.removed
        ).json())
    } else {
      try console.write(
        """
        \(report.invites) invites, \(report.people) people and \(report.clicks) clicks are sealed; \
        \(report.removed.count) plain files are gone

        """)
    }
    return .success
  }
}
