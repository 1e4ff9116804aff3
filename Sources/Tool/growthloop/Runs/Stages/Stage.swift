import Foundation
import GrowthloopContacts
import GrowthloopDecisions
package import GrowthloopFindings
package import GrowthloopLoadGenerator
import GrowthloopModel
package import GrowthloopPlans
package import GrowthloopReports
package import GrowthloopStudies
import Profiles
package import SimulationKernel
import Statistics
import Vocabulary

/// A run of a load plan, as `load` runs it.
package struct LoadStage: Stage {
  package let scenario: LoadScenario
  package let options: LoadPlace.Options
  let repetition: Repetition
  /// The part of the plan that this generator sends; `nil` for the whole.
  package private(set) var agent: LoadAgent?
  /// The ranks that begin together with this one; `nil` for a process of its own.
  package var ranks: RankedLoad?

  /// Reads a plan with these changes, and reports its warnings.
  package init(
    _ file: String, with changes: [ScenarioOverride], options: LoadPlace.Options = .init(),
    repetition: Repetition, on console: any Console
  ) throws {
    try self.init(
      PlanChoice.read(file, as: LoadScenario.self, with: changes, on: console), with: changes,
      options: options, repetition: repetition, on: console)
  }

  /// Takes a plan that was read with these changes, and reports those without effect.
  package init(
    _ scenario: LoadScenario, with changes: [ScenarioOverride], options: LoadPlace.Options,
    repetition: Repetition, on console: any Console
  ) {
    self.scenario = scenario
    for note in SettingUse.notes(on: changes.map(\.key), in: "load") { console.complain(note) }
    if changes.contains(where: { $0.key.hasPrefix("mix.paths") }) {
      console.complain(
        "growthloop: the mix is now \(scenario.shares); a weight of 0 leaves a kind out")
    }
    self.options = options
    self.repetition = repetition
  }

  /// Makes this generator one of several; throws for a plan whose service would be this one's own.
  package mutating func become(_ agent: LoadAgent) throws(UsageError) {
    guard scenario.target != nil else {
      throw UsageError(
        description: "several agents load one service: give each of them '--target URL'")
    }
    self.agent = agent
  }

  /// Throws for a plan without gates or with a closed loop, which has no capacity.
  package func requireCapacity() throws(UsageError) {
    guard !scenario.gatesInForce.isEmpty, scenario.closedLoop == nil else {
      throw UsageError(
        description: "a capacity is the rate that keeps gates: the plan needs gates, and arrivals")
    }
  }

  /// Calls `body` with the place of the plan.
  package func place<Answer>(
    on console: any Console, until interrupt: Interrupt, _ body: (LoadPlace) throws -> Answer
  ) throws -> Answer {
    try LoadPlace.with(scenario, options, on: console, until: interrupt, body)
  }

  func run(on console: any Console) throws -> StageOutput {
    try Interrupt.watching(console) { interrupt in
      try place(on: console, until: interrupt) { place in
        let findings = try measure(at: place, on: console, until: interrupt)
        return StageOutput(findings, findings.files)
      }
    }
  }

  package func measure(
    at place: LoadPlace, on console: any Console, until interrupt: Interrupt
  ) throws -> LoadFindings {
    LoadFindings(
      LoadOutcome(scenario, try record(at: place, on: console, until: interrupt)), at: place,
      repetition)
  }

  /// Measures the part of one of several agents; returns its findings, and the file for `merge`.
  package func measure(
    as agent: LoadAgent, of run: [String], at place: LoadPlace, on console: any Console,
    until interrupt: Interrupt
  ) throws -> (LoadFindings, ResultFile) {
    let record = try record(at: place, on: console, until: interrupt)
    var findings = LoadFindings(LoadOutcome(scenario, record), at: place, repetition)
    findings.target += "; \(agent)"
    return (findings, try AgentFile(record, of: scenario, run: run).file())
  }

  /// Returns the findings on a plan that several agents have measured.
  package func findings(joining agents: AgentFiles) throws -> LoadFindings {
    guard let target = scenario.target else {
      throw UsageError(description: "a plan of agents has a target")
    }
    let record = try agents.record(of: scenario, against: target)
    let outcome = LoadOutcome(scenario, record)
    var findings = LoadFindings(outcome, at: LoadPlace(at: target), repetition)
    let (present, missing) = (record.generators, record.missing)
    let count = present.count + missing.count
    findings.target += "; \(missing.isEmpty ? "" : "\(present.count) of ")\(count) agents"
    let numbers = (1...count).filter { !missing.contains($0) }
    findings.agents = zip(numbers, present).map { number, health in
      let validity = outcome.validity(of: health)
      return AgentFound(
        number: number, GeneratorFound(health), valid: validity.isValid,
        because: validity.reasons)
    }
    return findings
  }

  private func record(
    at place: LoadPlace, on console: any Console, until interrupt: Interrupt
  ) throws -> LoadRecord {
    let work = LoadWork(
      console: console, interrupt: interrupt, processor: place.processor,
      isInRealTime: place.isInRealTime, isQuiet: options.isQuiet, isWatched: options.isWatched)
    let plan = scenario.plan(against: place.target, place.links)
    let earliest = try ranks?.start() ?? agent?.earliest
    var record = try work.run(agent?.part(of: plan) ?? plan, notBefore: earliest)
    if scenario.gatesInForce.contains(where: \.isOnExports) {
      record.exportLag = ExportLag.ask(place.target)
    }
    return record
  }
}

extension LoadScenario {
  /// The proportions of the kinds of request, and how to leave one out.
  fileprivate var shares: String {
    let sum = parts.reduce(0) { $0 + $1.weight }
    return parts.map { "\($0.kind.name) \(NumberText.percent($0.weight / sum))" }
      .joined(separator: ", ")
  }

  /// The arrivals and the shares of the requests: what else differs is the same question.
  package var asks: String {
    func rate(_ number: Double) -> String { "\(NumberText.significant(number))/s" }
    let arriving =
      closedLoop.map { "\($0.users) users" }
      ?? ([arrivals.course.rawValue]
      + (arrivals.rates.isEmpty ? [rate(arrivals.rate)] : arrivals.rates.map(rate))
      + [arrivals.peak.map { "to \(rate($0))" }].compactMap(\.self)).joined(separator: " ")
    return "\(arriving): \(shares)"
  }
}

/// A comparison of builds or of addresses, as `regress` runs it.
struct RegressStage: Stage {
  private let request: RegressRequest

  /// Takes a stage, and reports the mistakes in its file.
  init(_ stage: StageChoice, on console: any Console) throws {
    let section = stage.stage
    let warnings = try RunnableKind.regress.check(section.file, section.changes)
    if !warnings.isEmpty { console.complain("\(warnings)") }
    let options: [(String, String?)] = [
      ("--baseline", section.baseline), ("--metrics", section.metrics?.joined(separator: ",")),
      ("--tolerance", section.tolerance.map { "\($0)" }),
      ("--rounds", section.rounds.map { "\($0)" }),
    ]
    let command = ChangeableCommand(
      section.kind.rawValue, [section.file],
      changes: section.changesOfRun.map { .init($0.key, $0.value) },
      options: options.flatMap { name, value in value.map { [name, $0] } ?? [] })
    var request = RegressRequest(
      file: section.file, baseline: section.baseline ?? "", command: command.text())
    request.changes = section.changes
    request.metrics = section.metrics
    request.tolerance = section.tolerance
    if let rounds = section.rounds { request.rounds = rounds }
    self.request = request
  }

  func run(on console: any Console) throws -> StageOutput {
    let findings = try Interrupt.watching(console) { interrupt in
      try RegressWork(request: request, console: console, interrupt: interrupt).run()
    }
    guard let findings else { throw InterruptedEarly() }
    return StageOutput(findings, findings.files)
  }
}

/// A trial of the contact rules, as `contacts` runs it.
package struct ContactsStage: Stage {
  let plan: ContactPlan
  let repetition: Repetition

  init(plan: ContactPlan, repetition: Repetition) {
    self.plan = plan
    self.repetition = repetition
  }

  /// Reads a plan with these changes, and reports its warnings.
  package init(
    _ file: String, with changes: [ScenarioOverride], repetition: Repetition,
    on console: any Console
  ) throws {
    let plan = try PlanChoice.read(file, as: ContactPlan.self, with: changes, on: console)
    for note in SettingUse.notes(on: changes.map(\.key), in: "contacts") { console.complain(note) }
    self.init(
      plan: plan,
      repetition: repetition)
  }

  func run(on console: any Console) throws -> StageOutput {
    let findings = try measure(on: console)
    return StageOutput(findings, findings.files)
  }

  /// Measures book after book, with progress.
  package func measure(on console: any Console) throws -> ContactsFindings {
    let trial = try ContactTrial(plan)
    return Interrupt.watching(console) { interrupt in
      var books: [BookOutcome] = []
      for size in plan.sizesInForce {
        let book = trial.measure(size) { operation in
          console.show(progress: "\(size) contacts: \(operation?.title ?? "making the book")")
          return !interrupt.isSet
        }
        guard let book else { break }
        books.append(book)
      }
      return findings(books)
    }
  }

  func findings(_ books: [BookOutcome]) -> ContactsFindings {
    var findings = ContactsFindings(times: Self.times(books), memory: Self.memory(books))
    findings.command = repetition.alone.text()
    findings.title = plan.title
    findings.question = plan.question
    findings.seed = plan.seed
    findings.language = plan.language
    findings.home = plan.home
    findings.machine = Machine.description
    findings.build = Machine.build
    findings.partial = books.count < plan.sizesInForce.count
    findings.booksWanted = plan.sizesInForce.count
    findings.gates = books.flatMap { book in
      book.judged(by: plan).map { gate in
        var gate = gate
        gate.next = next(after: gate, at: book.size)
        return gate
      }
    }
    findings.histograms = books.flatMap { book in
      book.times.map { .init("\($0.operation.rawValue)-\(book.size)", $0.all) }
    }
    return findings
  }

  private func next(after gate: JudgedGate, at size: Int) -> String? {
    switch gate.verdict {
    case .kept: nil
    case .missed: repetition.alone.changing("sizes", to: "[\(size)]").text()
    case .undecided: repetition.here.changing("rounds", to: "\(plan.rounds * 4)").text()
    }
  }

  /// Returns typical and single times in milliseconds, a row for each book and operation.
  private static func times(_ books: [BookOutcome]) -> FigureTable {
    typealias Column = FigureTable.Declaration<(size: Int, times: OperationTimes)>
    func raw(_ key: String, _ title: String, _ percentile: Double) -> Column {
      .number(key, title, .milliseconds) {
        Double($0.times.all.value(atPercentile: percentile) ?? 0) / 1e6
      }
    }
    func typical(_ key: String, _ percentile: Double) -> Column {
      .number(key, nil, .milliseconds) { $0.times.measured(percentile).value }
    }
    return FigureTable(
      of: books.flatMap { book in book.times.map { (size: book.size, times: $0) } },
      [
        .count("contacts", isLabel: true) { $0.size },
        .words("operation") { $0.times.operation.rawValue },
        .words("title", "operation") { $0.times.operation.title },
        .count("steps") { $0.times.steps }, .count("rounds") { $0.times.roundCount },
        typical("p50", 50), .figure("p99", nil, .milliseconds) { $0.times.measured(99) },
        typical("max", 100), raw("rawP50", "raw p50", 50), raw("rawP99", "raw p99", 99),
        raw("rawMax", "raw max", 100),
      ])
  }

  private static func memory(_ books: [BookOutcome]) -> FigureTable {
    FigureTable(
      of: books,
      [
        .count("contacts", isLabel: true) { $0.size },
        .number("bytesPerContact", "bytes a contact", .whole) { $0.bytesPerContact },
        .number("savedBytesPerContact", "saved", .whole) { $0.savedBytesPerContact },
      ])
  }
}

/// A rehearsal, as `rehearse` runs it.
package struct RehearsalStage: Stage {
  /// The service of a rehearsal.
  package struct Service {
    /// The settings that differ from the scenario's, as KEY=VALUE.
    let changes: [String]
    /// The path of the growthloop whose service is used; `nil` for this one.
    var tool: String?
    /// The parent folder of the service's links; `nil` for the temporary folder.
    var folder: String?

    package init(changes: [String] = [], tool: String? = nil, folder: String? = nil) {
      self.changes = changes
      self.tool = tool
      self.folder = folder
    }
  }

  let choice: RehearsalChoice
  /// The settings of the service.
  let profile: Profile
  let service: Service
  let repetition: Repetition

  /// Reads a plan with these changes and the scenario that it names, and reports their warnings.
  package init(
    _ file: String, with changes: [ScenarioOverride], service: Service = .init(),
    repetition: Repetition, on console: any Console
  ) throws {
    var choice = try RehearsalChoice(file, with: changes)
    if let obstacle = choice.obstacle { throw UnfitInput(description: obstacle) }
    for warnings in choice.warnings { console.complain("\(warnings)") }
    try choice.fit(on: console)
    self.choice = choice
    profile = try choice.profileOfService(changed: service.changes)
    self.service = service
    self.repetition = repetition
  }

  /// Runs the rehearsal.
  ///
  /// - Throws: `InterruptedEarly` after an interrupt before the replay.
  func run(on console: any Console) throws -> StageOutput {
    let (findings, files) = try rehearse(on: console)
    return StageOutput(findings, files)
  }

  /// Rehearses, and returns the findings beside the files of the run.
  ///
  /// - Throws: `InterruptedEarly` after an interrupt before the replay.
  package func rehearse(on console: any Console) throws -> (RehearsalFindings, [ResultFile]) {
    guard let result = try RehearsalWork(choice, profile, of: service, console).run() else {
      throw InterruptedEarly()
    }
    let findings = RehearsalFindings(result, repetition)
    let differences = (result.outcome.reconciliation?.differences ?? []).map(DifferenceFound.init)
    return (
      findings,
      [
        ResultFile("script.jsonl", result.script.lines),
        ResultFile(
          "differences.jsonl", try differences.map { try $0.jsonLine() }.joined()),
      ] + findings.files(findings.summary)
    )
  }
}

extension RehearsalFindings {
  /// The report for a terminal, with the meanings of the rules.
  package var summary: Report {
    summary { id in RuleBook.rule(id).map { "\($0.id), \($0.place): \($0.meaning)" } }
  }
}

/// The rollout of a scenario, as `rollout` judges it.
package struct RolloutStudyStage: Stage {
  let base: ChosenScenario
  let section: RolloutSection
  let study: RolloutStudy
  let workers: Workers
  /// The command line, which identifies one run among many.
  let arguments: [String]
  let repetition: Repetition

  /// Reads the scenario without the defect and with it; `seed`, `replications` and `ramps` override
  /// its own.
  package init(
    _ file: String, with changes: [ScenarioOverride], seed: UInt64? = nil,
    replications: Int? = nil, ramps: Int? = nil, workers: Workers, arguments: [String],
    repetition: (RolloutStudy) -> Repetition, on console: any Console
  ) throws {
    try self.init(
      ChosenScenario(
        named: file, changed: changes, on: console, in: "rollout",
        beforeFit: { start in
          let defect = start.scenario.rollout?.defect ?? []
          _ = try ChosenScenario.read(file, start.source.changes.overlaid(by: defect))
        }), seed: seed, replications: replications, ramps: ramps, workers: workers,
      arguments: arguments,
      repetition: repetition)
  }

  /// Takes a scenario that was read, and reads it with the defect.
  init(
    _ base: ChosenScenario, seed: UInt64? = nil, replications: Int? = nil, ramps: Int? = nil,
    workers: Workers, arguments: [String], repetition: (RolloutStudy) -> Repetition
  ) throws {
    self.base = base
    let file = base.source.file
    guard let section = base.scenario.rollout else { throw SectionMissing.rollout(in: file) }
    let defective = try ChosenScenario(
      quietly: file, changed: base.source.changes.overlaid(by: section.defect),
      called: "with the defect")
    self.section = section
    study = RolloutStudy(
      section, of: base.scenario, defective: defective.setup.plan,
      seed: seed ?? base.scenario.seed, replications: replications ?? base.scenario.replications,
      ramps: ramps)
    self.workers = workers
    self.arguments = arguments
    self.repetition = repetition(study)
  }

  /// Reads the scenario of a stage.
  init(_ stage: StageChoice, on console: any Console) throws {
    try self.init(
      stage.stage.file, with: stage.stage.changes,
      workers: Workers(ProcessInfo.processInfo.activeProcessorCount),
      arguments: ["gate", stage.plan, "--only", stage.name], repetition: { _ in stage.repetition },
      on: console)
  }

  func run(on console: any Console) throws -> StageOutput {
    let (findings, about) = try judge(on: console)
    return StageOutput(findings, findings.files + [about])
  }

  /// Simulates, and returns the findings beside a file of facts about this run.
  package func judge(
    on console: any Console
  ) throws -> (RolloutFindings, about: ResultFile) {
    let (found, about) = try Work(console: console, total: study.simulations).timed(
      arguments, workers, simulating: [base.setup.plan]
    ) { [study, workers] meter in
      try await study.run(on: workers, meter: meter)
    }
    return (findings(found), about)
  }

  /// Returns the findings of the study, with its gates.
  func findings(_ found: RolloutStudy.Outcome) -> RolloutFindings {
    var findings = RolloutFindings(
      found, section, in: base.scenario, parameters: base.setup.parameters,
      command: repetition.alone.text())
    findings.fitted = base.fitted
    if !section.gates.isEmpty {
      findings.gates = findings.judged(by: section)
        .withNextCommands(repetition, growing: "rollout.ramps")
    }
    return findings
  }
}

/// Replications of a scenario, as `simulate` runs them.
package struct SimulationStage: Stage {
  let choice: ChosenScenario
  package var study: Study
  let workers: Workers
  /// The command line, which identifies one run among many.
  let arguments: [String]
  let repetition: Repetition
  /// Whether the inputs are ranked by how far they move the answer.
  package var ranksInputs = true
  /// The study's draws without a reward; empty where the inputs are certain.
  var drawsWithoutReward: [GrowthPlan] = []

  /// The root seed of all replications.
  package var seed: UInt64 { study.seed }

  package init(
    choice: ChosenScenario, study: Study, workers: Workers, arguments: [String],
    repetition: Repetition
  ) {
    self.choice = choice
    self.study = study
    self.workers = workers
    self.arguments = arguments
    self.repetition = repetition
  }

  func run(on console: any Console) throws -> StageOutput {
    let (findings, about) = try simulate(on: console, keepsDays: true)
    return StageOutput(findings, findings.files + [about])
  }

  /// Simulates, and returns the findings beside a file of facts about this run.
  ///
  /// The series of days with its intervals costs as much as a replication, and no text shows it.
  package func simulate(
    on console: any Console, keepsDays: Bool
  ) throws -> (SimulationFindings, about: ResultFile) {
    let work = Work(console: console, total: study.total)
    let (outcome, about) = try work.timed(
      arguments, workers, simulating: [choice.setup.plan]
    ) { [study, workers] meter in
      try await study.run(on: workers, meter: meter)
    }
    var findings = SimulationFindings(
      outcome, of: choice.scenario, choice.setup, changes: choice.changes,
      command: repetition.alone.text(), keepsDays: keepsDays)
    findings.fitted = choice.fitted
    findings.headline += (choice.fitted ?? []).map(\.metric).filter {
      !findings.headline.contains($0)
    }
    findings.gates = findings.gates?.withNextCommands(repetition, growing: "mostReplications") {
      // Related metrics have keys with the same prefix.
      repetition.alone.text(
        "--metrics", String(($0.metric ?? "").prefix { $0 != "." }), "--definitions")
    }
    if let twin = choice.twinWithoutReward, study.draws.count == drawsWithoutReward.count,
      !outcome.isPartial
    {
      let found = try simulate(twin, outcome.replicates.count, on: console)
      findings.isPartial = found.isPartial
      findings.money = MoneyFound(outcome, besides: found, parameters: choice.setup.parameters)
    }
    if ranksInputs, study.draws.isEmpty {
      try InputRanking(of: choice, seed: study.seed, on: workers).rank(&findings, on: console)
    }
    return (findings, about)
  }

  /// Simulates a twin of the scenario, with the same random numbers.
  private func simulate(
    _ twin: GrowthPlan, _ replications: Int, on console: any Console
  ) throws -> StudyOutcome {
    var study = Study(twin, seed: study.seed, replications: replications)
    study.draws = drawsWithoutReward
    return try Work(console: console, total: study.total).wait { [study, workers] meter in
      try await study.run(on: workers, meter: meter)
    }
  }
}

/// A unit of measurement with gates, run by a command of its own or as a stage of a plan of gates.
protocol Stage {
  /// Runs the stage to its end, or until an interrupt.
  func run(on console: any Console) throws -> StageOutput
}

/// The findings of a command or stage, with the files beside `run.json` and the page.
package struct StageOutput {
  let findings: any ReportedFindings
  var files: [ResultFile]

  package init(_ findings: any ReportedFindings, _ files: [ResultFile] = []) {
    self.findings = findings
    self.files = files
  }
}

extension ExitCode {
  /// Selects the exit code for the worst verdict on a gate.
  package init(of verdict: GateVerdict) {
    self =
      switch verdict {
      case .kept: .success
      case .missed: .gateMissed
      case .undecided: .gateUndecided
      }
  }

  /// Selects the exit code for a run with gates.
  package init(of findings: any RunFindings) {
    self = findings.isPartial ? .interrupted : ExitCode(of: findings.judged.map(\.verdict).worst)
  }
}
