/// Takes one story through every kind of rule, under three profiles side by side.
enum TourCommand: Command {
  static let name = "tour"
  static let summary = "takes one story through the rules, under three profiles side by side"
  static let help = """
    growthloop tour [--json]

    Takes one story through the rules and prints what each profile decides, with the rule that spoke.
    Nothing is written down but the story: every cell is asked of the rule modules.

    Example:
      growthloop tour
    """

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(arguments, declared: .init(flags: ["--json"]))
    let tour = Tour()
    if arguments.has("--json") {
      try console.write(tour.json())
      return .success
    }
    try console.write(tour.description)
    try console.write(
      """

      'growthloop rules ID' tells what a rule means and where it is decided; 'growthloop decide' asks
      the same rules about cases of yours; 'growthloop profiles' lists what can be set.

      """)
    return .success
  }
}
