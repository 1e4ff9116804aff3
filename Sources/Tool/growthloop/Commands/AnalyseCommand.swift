import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports
import Statistics
import Vocabulary

/// Analyses the rows of an experiment.
enum AnalyseCommand: RunnableCommand {
  static let name = "analyse"
  static let summary = "says what the data of an A/B test show, and whether they may be believed"
  static let manual = Manual(
    "analyse FILE [options]",
    about: """
      Reads the rows of an experiment, a CSV with a header, and compares its arms. It says first what the
      change does, with its interval, and whether the arms have the planned sizes; then what each
      estimator says. '-' reads the standard input.

      Columns: unit (who was assigned), arm, numerator. If there are: denominator (1 without), covariate
      (the numerator before the experiment), cluster (what was assigned together, as a sender of many
      invites), time (a date, or a number of days). Rows of one unit add up; its covariate counts once.
      '--column' names columns that are called otherwise, '--metric' several metrics.

      A file with days may be looked at while it grows: the answer then holds at any number of looks. If
      '--days' or '--planned' were fixed before the first look, the looks share the 5% of false
      positives. Without days the answer holds for one look. With several metrics or variants, all
      comparisons together err in 5% at most.

      The exit code is 1 if the arms do not have the planned sizes.
      """,
    words: [CommandWord("FILE", completion: .file)],
    options: [
      control, treatment, allocation, column, metric, days, planned, rule, looks, margin, cap,
      .json.meaning("the same as one JSON document"),
    ],
    examples: """
      growthloop analyse experiment.csv
      growthloop analyse experiment.csv --control standard --treatment condensed --allocation 10%
      growthloop analyse growing.csv --days 28 --column unit=user_id --metric taps=tapped/sent
      """)

  private static let control = CommandOption(
    "--control", "ARM", "the arm without the change (default: the one named 'control')")
  private static let treatment = CommandOption(
    "--treatment", "ARM", "the arm with the change (default: each other one)")
  private static let allocation = CommandOption(
    "--allocation", "SHARE",
    "the planned share of the treatment among it and the control (default: 50%)")
  private static let column = CommandOption(
    "--column", "NAME=COLUMN", "a column that the file calls otherwise: unit=user_id")
  private static let metric = CommandOption(
    "--metric", "NAME=COLUMNS",
    "a metric: taps=tapped/sent, a part of a whole; sends=sent:sessions, a ratio; sends=sent, a mean; each with a covariate as sent~sentBefore"
  )
  private static let days = CommandOption(
    "--days", "N", "the days that the test was planned to last: looks until then spend 5%")
  private static let planned = CommandOption(
    "--planned", "N", "the units of both arms that the test was planned to have, likewise")
  private static let rule = CommandOption(
    "--rule", "RULE",
    "how looks decide: \(rules.map(\.rawValue).joined(separator: ", ")) (default: pocock with a plan, else confidenceSequence)"
  )
  private static let rules = LookRule.Name.allCases.filter(\.isValid)
  private static let looks = CommandOption(
    "--looks", "N", "the number of looks, evenly over the plan (default: one each day)")
  private static let margin = CommandOption(
    "--margin", "D",
    "the change that would be too much, to see whether it is left out: -1pp, or 0.1pp where a rise harms"
  )
  private static let cap = CommandOption(
    "--cap", "N", "the most that one unit counts: 20, or 99% for what so many units do not exceed")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    guard let path = arguments.words.first else {
      throw UsageError(description: "name the file with the rows, or '-' for the standard input")
    }
    var question = ExperimentAnalysis.Question()
    question.looks = try plan(arguments)
    if let text = try arguments.one(allocation) {
      guard let share = ValueText.share(text), share > 0, share < 1 else {
        throw UsageError(
          description: "'\(allocation)' must be a share between 0 and 1, such as 10%, not '\(text)'"
        )
      }
      question.allocation = share
    }
    let cap = try limit(arguments)
    let columns = try ExperimentColumns(
      arguments.all(column).map(\.value), metrics: arguments.all(metric).map(\.value))
    var data = try ExperimentData(path, columns: columns, on: console)
    if !data.hasTime, let option = arguments.first(of: [rule, looks, days, planned]) {
      throw UsageError(description: "'\(option)' needs a column 'time' with the day of each row")
    }
    if let cap {
      if data.hasTime, case .quantile = cap {
        throw UsageError(
          description: "'\(self.cap)' in per cent moves while a file grows; name the number")
      }
      try data.limit(to: cap)
    }
    let arms = try arms(arguments, of: data)
    question.comparisons = data.outcomes.count * arms.treatments.count
    var analyses: [ExperimentAnalysis] = []
    for outcome in data.outcomes {
      question.margin = try margin(arguments, of: outcome)
      for treatment in arms.treatments {
        guard
          let analysis = ExperimentAnalysis(
            data, outcome, control: arms.control, treatment: treatment, question)
        else {
          throw UnfitInput(
            description: "'\(data.arms[arms.control])' and '\(data.arms[treatment])' cannot be "
              + "compared: each needs two units, a positive sum of denominators, and one a number that varies"
          )
        }
        analyses.append(analysis)
      }
    }
    try console.write(
      arguments.has(.json)
        ? analyses.count == 1 ? analyses[0].json() : analyses.json()
        : text(analyses, of: data, in: console))
    return analyses.contains(where: \.split.isAlarming) ? .gateMissed : .success
  }

  private static func text(
    _ analyses: [ExperimentAnalysis], of data: ExperimentData, in console: any Console
  ) -> String {
    let text =
      analyses.count == 1
      ? AnalysisText(analyses[0]).text(in: console.form)
      : FamilyText(analyses: analyses).text(in: console.form)
    return data.ignoredColumns.isEmpty
      ? text : "\(text)\nNot read: the columns \(data.ignoredColumns.joined(separator: ", ")).\n"
  }

  private static func plan(_ arguments: Arguments) throws -> ExperimentLooks.Plan {
    var plan = ExperimentLooks.Plan()
    plan.days = try arguments.number(days, in: 1...3_650)
    plan.units = try arguments.number(planned, in: 4...1_000_000_000_000)
    plan.count = try arguments.number(looks, in: 1...ExperimentLooks.mostLooks)
    guard plan.days == nil || plan.units == nil else {
      throw UsageError(
        description: "'\(days)' and '\(planned)' exclude each other: one ends the test")
    }
    plan.rule =
      try arguments.one(rule, among: rules) ?? (plan.hasEnd ? .pocock : .confidenceSequence)
    guard plan.hasEnd || plan.count == nil && plan.rule.needsNoPlan else {
      throw UsageError(
        description:
          "'\(plan.count == nil ? "\(rule) \(plan.rule)" : "\(looks)")' needs the end of the "
          + "plan: name it by '\(days)' or '\(planned)', as it was before the first look")
    }
    return plan
  }

  private static func limit(_ arguments: Arguments) throws -> ExperimentOutcome.Cap? {
    try arguments.one(cap).map { text in
      if text.hasSuffix("%"), let share = ValueText.share(text), share > 0, share < 1 {
        return .quantile(share)
      }
      guard let value = ValueText.real(text) else {
        throw UsageError(description: "'\(cap)' must be such as 20 or 99%, not '\(text)'")
      }
      return .at(value)
    }
  }

  /// Returns the margin in the unit of a metric: `1pp` or `1%` is a hundredth of a share.
  private static func margin(
    _ arguments: Arguments, of outcome: ExperimentOutcome
  ) throws -> Double? {
    try arguments.one(margin).map { text in
      let isNegative = text.hasPrefix("-")
      let size = isNegative || text.hasPrefix("+") ? String(text.dropFirst()) : text
      let points = size.hasSuffix("pp") ? "\(size.dropLast(2))%" : size
      guard let value = outcome.isShare ? ValueText.share(points) : ValueText.real(size),
        value > 0
      else {
        let metric = outcome.columns.name.isEmpty ? "" : " of '\(outcome.columns.name)'"
        throw UsageError(
          description:
            "'\(margin)'\(metric) must be a change such as \(outcome.isShare ? "-1pp" : "-0.2"), "
            + "not '\(text)'")
      }
      return isNegative ? -value : value
    }
  }

  private static func arms(
    _ arguments: Arguments, of data: ExperimentData
  ) throws -> (control: Int, treatments: [Int]) {
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
          ? "\(data.name): there are no rows below the header; write one for each unit, such as "
            + "anna,control,1"
          : "\(data.name): all rows have the arm '\(data.arms[0])'; there must be a second one to compare "
            + "with, also where its units did nothing (0)")
    }
    let named = (control: try place(control), treatment: try place(treatment))
    let base = named.control ?? data.arms.firstIndex { $0.lowercased() == "control" }
    let all = data.arms.map { "'\($0)'" }.joined(separator: ", ")
    guard let base else {
      throw UsageError(description: "name the arm without the change by '\(control)': \(all)")
    }
    guard named.treatment != base else {
      throw UsageError(description: "an arm is not compared with itself: \(all)")
    }
    return (base, named.treatment.map { [$0] } ?? data.arms.indices.filter { $0 != base })
  }
}
