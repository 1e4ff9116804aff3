import GrowthloopDecisions
package import GrowthloopLoadGenerator
package import GrowthloopReports
package import GrowthloopFindings
package import GrowthloopPlans
import Statistics

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
      console.complain("growthloop: the mix is now \(scenario.shares)")
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
        // The plan of gates writes one junit.xml for all its stages.
        return StageOutput(findings, findings.files.filter { $0.name != "junit.xml" })
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
      isInRealTime: place.isInRealTime)
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
      .joined(separator: ", ") + "; a weight of 0 leaves a kind out"
  }
}
