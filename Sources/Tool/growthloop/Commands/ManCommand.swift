import GrowthloopReports

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
