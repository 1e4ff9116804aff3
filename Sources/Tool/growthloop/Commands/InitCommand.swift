import Foundation
import GrowthloopFindings
import GrowthloopModel
import GrowthloopReports
import GrowthloopPlans
import GrowthloopStudies
import Statistics

/// Writes a first scenario with comments that teach, by a few questions or options.
enum InitCommand: RunnableCommand {
  static let name = "init"
  static let summary = "writes a first scenario of your own, from what you know"
  static let manual = Manual(
    "init [FILE] [options]",
    about: """
      Writes a scenario with the keys that differ from app to app, each with a comment, and prints what to
      run next. On a terminal it asks for what no option gives; elsewhere defaults hold. A file that
      exists stays as it is. With '--template' the scenario is in a team's own terms: what no option
      gives has the template's number, with its source or marked as assumed. Where taps, installs,
      retention or newcomers a day were counted, add the count, in quotes: --tap "35% of 41_200".
      '--funnel' takes a table of counts with the columns stage,count, and reads taps, installs and
      sign-ups from it.
      """,
    words: [CommandWord("FILE", "the scenario to write (default: \(defaultFile))")],
    options: Question.all.map(\.option) + ProductTemplate.options + [out],
    examples: "growthloop init my-app.yaml --people 50_000",
    "growthloop init mine.yaml --template photo --actives 20_000 --share 8% --retention 1:35%,7:15%",
    "growthloop init b2b.yaml --template saas --funnel last-month.csv --since 2025-03-01"
  )

  private static let defaultFile = "scenario.yaml"
  private static let out = CommandOption(
    "--out", "FILE", "the scenario to write, in place of FILE", completion: .file, short: "-o")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let file = try arguments.one(out) ?? arguments.words.first ?? defaultFile
    guard !FileManager.default.fileExists(atPath: file) else {
      throw UsageError(
        description: "'\(file)' exists and stays as it is; name another file: growthloop init FILE")
    }
    var lines = LineReader(limit: 1 << 10)
    let text: String
    if let template = try template(arguments, on: console, reading: &lines) {
      text = try product(template, arguments, called: file, on: console, reading: &lines)
    } else {
      var answers = Dictionary(uniqueKeysWithValues: Question.all.map { ($0.key, $0.usual) })
      for question in Question.all {
        let said = try question.said(
          arguments, on: console, reading: &lines, usually: question.usual
        ) { typed in
          let tried = answers.merging([question.key: typed]) { $1 }
          _ = try read(FirstScenario.text(tried), called: file)
        }
        if let said { answers[question.key] = said }
      }
      text = FirstScenario.text(answers)
    }
    let scenario = try read(text, called: file).value
    // Counts of days can say more than the numbers between the stages.
    let funnel = try arguments.one(ProductTemplate.funnel).flatMap { name in
      (try? FunnelPlan.table(in: name)).map { _ in
        "\n  growthloop calibrate \(file) \(name)    what these days say, and the next month brings"
      }
    }
    func taps(times factor: Double) -> String {
      let share = factor * scenario.behaviour.recipients.tap
      return share < 0.01 ? NumberText.percent(share) : "\(Int((100 * share).rounded()))%"
    }
    let (better, worse) = (taps(times: 1.1), taps(times: 0.75))
    let place = URL(filePath: file)
    try ResultFolder(path: place.deletingLastPathComponent().relativePath)
      .write([ResultFile(place.lastPathComponent, text)])
    try console.write(
      """
      \(file) is written. Next:

        growthloop check \(file) --parameters    what each number rests on
        growthloop simulate \(file)              what would happen; with '--replications 4 --no-ranking' at a glance
        growthloop compare \(file) prompts.lifetimeMax=1    what a change would do
        growthloop experiment \(file) recipients.tap=\(better)    how long a test of it takes, with how many
        growthloop rollout \(file) recipients.tap=\(worse)       which steps catch it, if taps fall so far\(funnel ?? "")

      """)
    return .success
  }

  /// Reads a text as the file will be, so that a wrong answer is an error now, with its place.
  private static func read(
    _ text: String, called file: String, with changes: [ScenarioOverride] = []
  ) throws(DiagnosticList) -> ScenarioOutcome<GrowthScenario> {
    try ScenarioReader(
      GrowthScenario.self,
      loader: SourceLoader { name, _ in
        SourceLoader.File(name: name, bytes: Array(text.utf8))
      }, metrics: Metric.names
    ).read(file: file, overrides: changes)
  }

  /// Returns the template of a product; `nil` for the rules of Rin alone.
  private static func template(
    _ arguments: Arguments, on console: any Console, reading lines: inout LineReader
  ) throws -> ProductTemplate? {
    var name = try arguments.one(ProductTemplate.kind.option)
    let isOfRin = Question.all.contains { rinsOwn.contains($0.key) && arguments.has($0.option) }
    if name == nil, !isOfRin {
      name = try ProductTemplate.kind.said(
        arguments, on: console, reading: &lines, usually: ProductTemplate.rin
      ) { _ = try template(named: $0, arguments) }
    }
    return try template(named: name ?? ProductTemplate.rin, arguments)
  }

  /// The questions that a template has no use for.
  private static let rinsOwn = ["profile", "members", "newcomers"]

  private static func template(
    named name: String, _ arguments: Arguments
  ) throws -> ProductTemplate? {
    guard name != ProductTemplate.rin else {
      let product = ProductTemplate.options.dropFirst()
      if let option = arguments.first(of: Array(product)) {
        throw UsageError(
          description: "'\(option)' needs a template: '--template photo', or another of "
            + ProductTemplate.names.joined(separator: ", "))
      }
      return nil
    }
    guard let template = ProductTemplate.all.first(where: { $0.name == name }) else {
      throw UsageError(
        description: "there is no template '\(name)'"
          + Suggestion.phrase(for: name, among: ProductTemplate.names)
          + "; there are \(ProductTemplate.names.joined(separator: ", "))")
    }
    return template
  }

  private static func product(
    _ template: ProductTemplate, _ arguments: Arguments, called file: String,
    on console: any Console, reading lines: inout LineReader
  ) throws -> String {
    func question(_ key: String) -> Question? { Question.all.first { $0.key == key } }
    for key in rinsOwn {
      if let option = question(key)?.option, arguments.has(option) {
        throw UsageError(description: "'\(option)' is not for a template of a product")
      }
    }
    let title = try question("title")?.said(
      arguments, on: console, reading: &lines, usually: Question.all[0].usual
    ) { _ in }
    var product = Product(title: FirstScenario.quoted(title ?? Question.all[0].usual))
    if let parts = try arguments.one(ProductTemplate.partsOption) {
      product.parts = try ProductTemplate.Part.list(parts)
    }
    product.since = try arguments.one(ProductTemplate.since.option).map(Product.day)
    product.people = try question("people").flatMap { try arguments.one($0.option) }
    if let people = product.people { try ProductTemplate.check(people, to: "people") }
    product.days = try question("days").flatMap { try arguments.one($0.option) } ?? "180"
    if let file = try arguments.one(ProductTemplate.funnel) { try product.take(funnel: file) }
    func text(_ product: Product) -> String { template.text(of: product, today: Product.today) }
    func check(_ product: Product) throws -> DiagnosticList {
      try read(text(product), called: file, with: inputs(of: product)).warnings
    }
    if console.inputIsTerminal {
      _ = try check(product)
      try console.write(
        "Where taps, installs, retention or newcomers a day were counted, add the count: "
          + "35% of 41_200.\n")
    }
    for known in ProductTemplate.known
    where product.said[known.key] == nil || arguments.has(known.option) {
      func with(_ said: String) throws -> Product {
        var product = product
        try product.take(said, to: known.key)
        if known.key == "actives" { try template.checkPeople(of: product) }
        return product
      }
      let said = try known.said(
        arguments, on: console, reading: &lines, usually: template.usual(known.key)
      ) { _ = try check(with($0)) }
      if let said { product = try with(said) }
    }
    if product.since == nil {
      product.since = try ProductTemplate.since.said(
        arguments, on: console, reading: &lines, usually: ProductTemplate.since.usual
      ) { said in
        var product = product
        product.since = try Product.day(said)
        _ = try check(product)
      }.map(Product.day)
    }
    try template.checkPeople(of: product)
    // In the file the numbers have a source, and what is unlikely would pass without a word.
    let warnings = try check(product)
    if !warnings.isEmpty { console.complain("\(warnings)") }
    return text(product)
  }

  /// Returns the inputs of a product as its options give them, which are the places of mistakes.
  private static func inputs(of product: Product) -> [ScenarioOverride] {
    [
      ("tap", "recipients.tap"), ("install", "recipients.install"),
      ("invites", "sharing.recipients"), ("organic-per-day", "arrivals.organicPerDay"),
    ].compactMap { known, key in
      product.said[known].map { ScenarioOverride(key, to: $0.value, option: "--\(known)") }
    }
  }
}
