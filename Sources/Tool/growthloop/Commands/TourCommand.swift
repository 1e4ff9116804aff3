import GrowthloopDecisions
import GrowthloopFindings
import GrowthloopReports

/// Takes one story through every kind of rule, under three profiles side by side.
enum TourCommand: RunnableCommand {
  static let name = "tour"
  static let summary = "takes one story through the rules, under three profiles side by side"
  static let manual = Manual(
    "tour [--json]",
    about: """
      Takes one story through the rules and prints what each profile decides, with the rule that was
      applied. Only the story is written down: every cell is decided by the rule modules.
      """,
    options: [.json.meaning("the same as one JSON document")], examples: "growthloop tour")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let tour = Tour()
    if arguments.has(.json) {
      try console.write(tour.json())
      return .success
    }
    try console.write(tour.description)
    try console.write(
      """

      'growthloop rules ID' prints a rule's meaning and where it is decided; 'growthloop decide' applies
      the same rules to your own cases; 'growthloop profiles' lists the settings.

      """)
    return .success
  }
}

/// Prints the manual page of the tool.
enum ManCommand: RunnableCommand {
  static let name = "man"
  static let summary = "prints the manual page of all commands"
  static let manual = Manual(
    "man",
    about: """
      Prints the manual page in the form of man(7), made of the same declarations as '--help'.
      'make install' puts it where 'man growthloop' finds it.
      """,
    examples: "growthloop man | man -l -")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    try console.write(ManualPage(of: Growthloop.tool).text)
    return .success
  }
}
