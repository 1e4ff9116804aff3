import Diagnostics
import JSON
import Scenarios
import Terminal

/// Analyses the rows of an experiment.
enum AnalyseCommand: RunnableCommand {
  static let name = "analyse"
  static let summary = "says what the data of an A/B test show, and whether they may be believed"
  static let manual = Manual(
    "analyse FILE [options]",
    about: """
      Reads the rows of an experiment, a CSV with a header, and compares two arms. It says first what the
      change does, with its interval, and whether the arms have the planned sizes; then what each
      estimator says. '-' reads the standard input.

      Columns: unit (who was assigned), arm, numerator; and where there are such: denominator (1 without),
      covariate (the numerator of the time before the experiment), cluster (what was assigned together,
      as a sender of many invites), time (a date, or a number of days: it also says what looks on the way
      would have concluded). Rows of one unit add up; its covariate counts once. Other columns are not read.

      The exit code is 1 where the arms do not have the planned sizes.
      """,
    words: [CommandWord("FILE", completion: .file)],
    options: [
      control, treatment, allocation, rule, looks, .json.meaning("the same as one JSON document"),
    ],
    examples: """
      growthloop analyse experiment.csv
      growthloop analyse experiment.csv --control standard --treatment condensed --allocation 10%
      """)

  private static let control = CommandOption(
    "--control", "ARM", "the arm without the change (default: the one named 'control')")
  private static let treatment = CommandOption(
    "--treatment", "ARM", "the arm with the change (default: the other one)")
  private static let allocation = CommandOption(
    "--allocation", "SHARE", "the planned share of the treatment among the two (default: 50%)")
  private static let rule = CommandOption(
    "--rule", "RULE",
    "how looks on the way decide: \(ExperimentLooks.rules.joined(separator: ", ")) (default: pocock)"
  )
  private static let looks = CommandOption(
    "--looks", "N", "the number of looks, evenly over the days (default: one each day)")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard let path = arguments.words.first else {
      throw UsageError(description: "name the file with the rows, or '-' for the standard input")
    }
    var planned = 0.5
    if let text = try arguments.one(allocation) {
      guard let share = NumberParser.share(text), share > 0, share < 1 else {
        throw UsageError(
          description: "'\(allocation)' must be a share between 0 and 1, such as 10%, not '\(text)'"
        )
      }
      planned = share
    }
    let ruleName = try arguments.one(rule) ?? "pocock"
    guard ExperimentLooks.rule(ruleName) != nil else {
      throw UsageError(
        description: "'\(rule)' must be one of \(ExperimentLooks.rules.joined(separator: ", ")), "
          + "not '\(ruleName)'")
    }
    let lookCount = try arguments.number(looks, in: 1...ExperimentLooks.mostLooks)
    let data = try ExperimentData(path, on: console)
    guard data.hasTime || !(arguments.has(rule) || arguments.has(looks)) else {
      throw UsageError(
        description: "'\(rule)' and '\(looks)' need a column 'time' with the day of each row")
    }
    let arms = try arms(arguments, of: data)
    guard
      let analysis = ExperimentAnalysis(
        data, control: arms.control, treatment: arms.treatment, allocation: planned,
        rule: ruleName, looks: lookCount)
    else {
      throw UnfitInput(
        description: "'\(data.arms[arms.control])' and '\(data.arms[arms.treatment])' cannot be "
          + "compared: each needs two units, a positive sum of denominators, and one a number that varies"
      )
    }
    try console.write(
      arguments.has(.json) ? analysis.json() : AnalysisText(analysis).text(in: console.form))
    return analysis.split.isAlarming ? .gateMissed : .success
  }

  private static func arms(
    _ arguments: Arguments, of data: ExperimentData
  ) throws -> (control: Int, treatment: Int) {
    func place(_ option: CommandOption) throws -> Int? {
      try arguments.one(option).map { name in
        guard let place = data.arms.firstIndex(of: name) else {
          throw UsageError(
            description:
              "no row has the arm '\(name)'\(Suggestion.phrase(for: name, among: data.arms))")
        }
        return place
      }
    }
    guard data.arms.count >= 2 else {
      throw UnfitInput(
        description: data.arms.isEmpty
          ? "there are no rows after the header" : "all rows have the arm '\(data.arms[0])'")
    }
    let named = (control: try place(control), treatment: try place(treatment))
    let base = named.control ?? data.arms.firstIndex { $0.lowercased() == "control" }
    guard let base else {
      throw UsageError(description: "name the arm without the change by '\(control)': \(all(data))")
    }
    let others = data.arms.indices.filter { $0 != base }
    guard let other = named.treatment ?? (others.count == 1 ? others[0] : nil) else {
      throw UsageError(description: "name the arm with the change by '\(treatment)': \(all(data))")
    }
    guard other != base else {
      throw UsageError(description: "an arm is not compared with itself: \(all(data))")
    }
    return (base, other)
  }

  private static func all(_ data: ExperimentData) -> String {
    data.arms.map { "'\($0)'" }.joined(separator: ", ")
  }
}
