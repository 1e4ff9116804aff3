import Foundation
package import GrowthloopFindings
import GrowthloopModel
package import GrowthloopPlans
package import GrowthloopReports
package import GrowthloopStudies
import Vocabulary

/// The calibration of a command, with the scenario that its plan names.
package struct CalibrationChoice: Sendable {
  package private(set) var plan: CalibrationPlan
  package private(set) var base: ChosenScenario
  package private(set) var axes: [CalibratedAxis]
  package let warnings: DiagnosticList
  /// The plan as it was made for a scenario and a table; `nil` for one from a file.
  let made: FunnelPlan?

  /// Reads what the words of a command name: a plan, or a scenario and a table.
  ///
  /// - Throws: `UsageError` for words that are something else, and `DiagnosticList` with all mistakes
  ///   in what they name.
  package init(
    words: [String], of command: String, with changes: [ScenarioOverride],
    isRehearsal: Bool = false, on console: any Console
  ) throws {
    guard words.count > 1 else {
      do {
        try self.init(words[0], with: changes, isRehearsal: isRehearsal, on: console)
      } catch let error as DiagnosticList {
        guard error.contains(where: { $0.message.contains("not a plan of the kind") }) else {
          throw error
        }
        throw DiagnosticList([
          Diagnostic(
            .error, "a scenario alone is no calibration: name the funnel too",
            at: SourceText(argument: words[0]).range(0..<0),
            remedy: "growthloop \(command) \(words[0]) funnel.csv")
        ])
      }
      return
    }
    try self.init(words[0], words[1], of: command, with: changes, on: console)
  }

  /// Plans the calibration of a scenario to a table.
  private init(
    _ scenario: String, _ funnel: String, of command: String, with changes: [ScenarioOverride],
    on console: any Console
  ) throws {
    func isYAML(_ word: String) -> Bool { word.hasSuffix(".yaml") || word.hasSuffix(".yml") }
    if isYAML(funnel) {
      let order = isYAML(scenario) ? "mine.yaml funnel.csv" : "\(funnel) \(scenario)"
      throw UsageError(
        description: "'\(funnel)' is no table: write the scenario, then the table: growthloop "
          + "\(command) \(order)")
    }
    if let kind = SourceLoader.inputs.planKind(scenario) {
      throw UsageError(
        description: kind == "calibration"
          ? "'\(scenario)' is a plan, which names its own table: leave '\(funnel)' out, or write "
            + "--set observed=\(funnel)"
          : "'\(scenario)' is a plan and no scenario: growthloop \(command) mine.yaml \(funnel)")
    }
    func planned(
      _ base: ChosenScenario
    ) throws -> (made: FunnelPlan, read: ScenarioOutcome<CalibrationPlan>) {
      let made = try FunnelPlan(of: base, in: scenario, to: funnel)
      let reader = ScenarioReader(CalibrationPlan.self, loader: .inputs)
      return (
        made, try reader.read(SourceText(name: "plan.yaml", text: made.text()), overrides: changes)
      )
    }
    // A fit takes seconds: mistakes in the table and in the changes come before it.
    base = try ChosenScenario(named: scenario, changed: [], on: console) { _ = try planned($0) }
    let (made, read) = try planned(base)
    plan = PlanChoice.reported(read, on: console)
    warnings = DiagnosticList([])
    axes = try Self.axes(of: plan, in: base, "plan.yaml")
    self.made = made
    if let days = made.days, !changes.contains(where: { $0.key == "days" }) {
      console.complain(
        "growthloop: '\(funnel)' has no days: its counts are taken as those of the \(days) days of "
          + "'\(scenario)'; of a month write '--set days=28'")
    }
    dateFunnel()
  }

  /// Reads the plan of a file with these changes, and its scenario; prints the warnings of both.
  ///
  /// - Throws: `DiagnosticList` with all mistakes in one of them.
  private init(
    _ file: String, with changes: [ScenarioOverride], isRehearsal: Bool, on console: any Console
  ) throws {
    try self.init(file, with: changes)
    if !warnings.isEmpty { console.complain("\(warnings)") }
    if !base.scenario.observed.isEmpty {
      base = try ChosenScenario(named: plan.scenario, changed: [], on: console, quietly: true)
      axes = try Self.axes(of: plan, in: base, file)
    }
    guard plan.observed == nil, !isRehearsal else { return }
    throw DiagnosticList([
      Diagnostic(
        .error, "'observed' is missing: the funnel to calibrate to",
        at: SourceText(argument: file).range(0..<0),
        remedy: "write observed: funnel.csv, or rehearse: growthloop calibrate \(file) --rehearse")
    ])
  }

  /// Reads the plan of a file with these changes, and its scenario.
  package init(_ file: String, with changes: [ScenarioOverride]) throws(DiagnosticList) {
    let outcome = try PlanChoice.read(file, as: CalibrationPlan.self, with: changes)
    plan = outcome.value
    warnings = outcome.warnings
    made = nil
    base = try ChosenScenario(quietly: plan.scenario, changed: [], called: plan.scenario)
    axes = try Self.axes(of: plan, in: base, file)
    dateFunnel()
  }

  /// Dates a funnel that counts its days, where the scenario says when its first day is.
  private mutating func dateFunnel() {
    guard base.isDated, plan.observed?.table.firstDay == nil else { return }
    let first = base.scenario.start + .days(Int64(plan.starts))
    plan.observed?.table.firstDay = String(first.iso8601.prefix(10))
  }

  private static func axes(
    of plan: CalibrationPlan, in base: ChosenScenario, _ file: String
  ) throws(DiagnosticList) -> [CalibratedAxis] {
    var mistakes: [Diagnostic] = []
    let ranged = plan.parameters.filter { named in
      guard let mistake = mistake(in: named, base, file) else { return true }
      mistakes.append(mistake)
      return false
    }
    let changes = ranged.compactMap { named in
      named.place.flatMap { named.value.change(of: named.name, at: $0) }
    }
    var together: ChosenScenario?
    do throws(DiagnosticList) {
      together = try ChosenScenario(
        quietly: plan.scenario, changed: base.source.changes.overlaid(by: changes),
        called: plan.scenario)
    } catch {
      // Values at the ends of ranges may contradict each other: each range is then read alone.
      let own = error.filter { !$0.isContradiction }
      guard own.isEmpty else { throw DiagnosticList(mistakes + own) }
    }
    var axes: [CalibratedAxis] = []
    for named in ranged {
      guard let parameter = base.parameter(of: named) else { continue }
      let found = together?.parameter(of: named) ?? alone(named, in: base)
      if found == nil, let place = named.place, named.value.hasEnds {
        mistakes.append(
          Diagnostic(
            .error, "both ends of '\(named.name)' contradict the scenario", at: place,
            remedy: "give a range of which one end fits its other values"))
      }
      guard let range = (found ?? parameter).range?.axis else { continue }
      axes.append(
        CalibratedAxis(
          parameter, called: named.name, within: range, heedsSources: plan.priors == .sources))
    }
    guard mistakes.isEmpty else { throw DiagnosticList(mistakes) }
    return axes
  }

  /// Returns the parameter with its range of the plan, at the end that the scenario allows; `nil`
  /// where it allows neither, or the plan gives none.
  private static func alone(
    _ named: Named<CalibratedRange>, in base: ChosenScenario
  ) -> Parameter? {
    guard let place = named.place else { return nil }
    for isUpper in [false, true] {
      guard let change = named.value.change(of: named.name, at: place, toUpperEnd: isUpper),
        let chosen = try? ChosenScenario(
          quietly: base.source.file, changed: base.source.changes.overlaid(by: [change]),
          called: base.source.file)
      else { continue }
      return chosen.parameter(of: named)
    }
    return nil
  }

  private static func mistake(
    in named: Named<CalibratedRange>, _ base: ChosenScenario, _ file: String
  ) -> Diagnostic? {
    let place = named.place ?? SourceText(argument: file).range(0..<0)
    guard let parameter = base.parameter(of: named) else {
      let near = Suggestion.phrase(for: named.name, among: base.setup.parameters.map(\.name))
      return Diagnostic(
        .error, "unknown parameter '\(named.name)'\(near)", at: place,
        remedy: "'growthloop check --parameters \(base.setup.name)' lists them")
    }
    if parameter.range?.axis == nil {
      return Diagnostic(
        .error, "'\(named.name)' is \(parameter.value), which is no number with a range", at: place,
        remedy: "leave it out")
    }
    return nil
  }

  /// Returns the study: of the observed funnel, or of one that is simulated now.
  package func study(isRehearsal: Bool) throws -> CalibrationStudy {
    let table = try isRehearsal ? rehearsed() : plan.observed?.table ?? rehearsed()
    var study = CalibrationStudy(axes, to: table, heldOut: plan.heldOutDays) { [self] values in
      try plan(of: values)
    }
    study.discrepancy = plan.discrepancy
    study.runs = plan.budget.runs
    study.waves = plan.budget.waves
    if let people = plan.budget.people, base.setup.plan.behaviour.market.acquaintances == nil {
      study.standsFor = max(1, Double(base.people) / Double(people))
    }
    study.seed = plan.seed
    study.starts = plan.starts
    return study
  }

  /// Returns the scenario's plan with these values of the parameters, as files spell them; `nil` where
  /// they contradict each other.
  func plan(of values: [String]) throws -> GrowthPlan? {
    let changes = zip(axes, values).map {
      ScenarioOverride($0.parameter.name, to: $1, option: "calibrate \($0.parameter.name)")
    }
    do throws(DiagnosticList) {
      return try ChosenScenario(
        quietly: plan.scenario, changed: base.source.changes.overlaid(by: changes),
        called: plan.scenario
      ).setup.plan
    } catch {
      guard error.contradictions.isEmpty else { return nil }
      throw error
    }
  }

  /// The replication of a rehearsed funnel: no run of a calibration has its random numbers.
  private static let rehearsal = UInt32.max

  private func rehearsed() throws -> FunnelTable {
    let rehearsal = plan.rehearsal
    let shape =
      plan.observed?.table
      ?? FunnelTable(
        rehearsal.form == .totals ? .totals : .cohorts, days: rehearsal.days,
        stages: rehearsal.logged)
    return try FunnelTable.simulated(
      base.setup.plan, from: plan.starts, days: shape.days, seed: plan.seed,
      replication: Self.rehearsal
    ).counted(like: shape)
  }

  /// Returns the funnel in words.
  package func words(for table: FunnelTable, isRehearsal: Bool) -> String {
    let stages = table.stages.map(\.words).joined(separator: ", ")
    let name = isRehearsal ? "A simulated funnel" : plan.observed?.path ?? "A funnel"
    let held = plan.heldOutDays > 0 ? ", the last \(plan.heldOutDays) held out" : ""
    let form =
      table.form == .cohorts
      ? "by the day of sending" : table.periods.isEmpty ? "as totals by day" : "as totals"
    return "\(name): \(table.days) days of \(stages), \(form)\(held)"
  }
}

extension ChosenScenario {
  /// Returns the parameter that a range of a plan is for.
  fileprivate func parameter(of named: Named<CalibratedRange>) -> Parameter? {
    let name = CalibratedRange.parameter(of: named.name)
    return setup.parameters.first { $0.name == name }
  }
}

/// The plan of a command, from its words and options.
package enum PlanChoice {
  /// Reads the plan of a file from disk with these changes.
  ///
  /// - Throws: `DiagnosticList` with all mistakes in it.
  package static func read<Plan: ScenarioSection>(
    _ file: String, as plan: Plan.Type, with changes: [ScenarioOverride]
  ) throws(DiagnosticList) -> ScenarioOutcome<Plan> {
    try ScenarioReader(Plan.self, loader: .inputs).read(file: file, overrides: changes)
  }

  /// Reads the plan of a text with these changes, and prints its warnings on the console.
  package static func read<Plan: ScenarioSection>(
    _ text: SourceText, as plan: Plan.Type, with changes: [ScenarioOverride],
    on console: any Console
  ) throws(DiagnosticList) -> Plan {
    try reported(
      ScenarioReader(Plan.self, loader: .inputs).read(text, overrides: changes), on: console)
  }

  /// Reads the plan of a file with these changes, and prints its warnings on the console.
  package static func read<Plan: ScenarioSection>(
    _ file: String, as plan: Plan.Type, with changes: [ScenarioOverride], on console: any Console
  ) throws(DiagnosticList) -> Plan {
    try reported(read(file, as: plan, with: changes), on: console)
  }

  /// Prints the warnings of a plan on the console, and returns it.
  fileprivate static func reported<Plan: ScenarioSection>(
    _ outcome: ScenarioOutcome<Plan>, on console: any Console
  ) -> Plan {
    if !outcome.warnings.isEmpty { console.complain("\(outcome.warnings)") }
    return outcome.value
  }
}
