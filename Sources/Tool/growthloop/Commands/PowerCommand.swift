import GrowthloopFindings
import GrowthloopReports

/// Answers how large an experiment must be, or what it can find.
enum PowerCommand: RunnableCommand {
  static let name = "power"
  static let summary = "says how large an A/B test must be, or what it can find"
  static let manual = Manual(
    "power --rate SHARE | --mean M --sd S [options]",
    about: """
      Answers in one line: given an effect, the units that an experiment with two groups needs; given the
      units, the smallest effect that it finds; given both, how often it finds it. A rate is what a share
      of the units do, a mean what they do on average; with '--per' it is a ratio of two means. With
      '--margin' it is to show that the change is not as bad as that.

      The answer holds for independent units. Where several belong to one person, as the invites of a
      sender do, '--cluster-size' and '--icc' say how alike they are. What units did before the experiment
      makes it smaller, by '--correlation-before' (CUPED). It holds for one look at the end,
      or for '--looks' by a rule: who looks every day and stops at the first success errs far more often.
      """,
    options: PowerQuestion.options + [.json.meaning("the same as one JSON document")],
    examples: """
      growthloop power --rate 40% --lift 10%
      growthloop power --rate 40% --units 5_000 --cluster-size 6.8 --icc 0.05 --unit invites
      growthloop power --mean 0.264 --sd 0.68 --lift 10% --per-day 100
      growthloop power --rate 75% --margin -2pp --allocation 10% --looks 5
      """)

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let answer = PowerAnswer(try PowerQuestion(arguments))
    try console.write(
      arguments.has(.json) ? answer.json() : "\(console.form.wrapped(answer.text))\n")
    return .success
  }
}
