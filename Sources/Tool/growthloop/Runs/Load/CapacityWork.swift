package import GrowthloopFindings
import GrowthloopLoadGenerator
package import GrowthloopReports
import Profiles
import Statistics
import Vocabulary

/// A search for the highest rate that keeps the gates of a plan.
///
/// Each trial has a constant rate for the length of the plan.
package struct CapacityWork {
  let stage: LoadStage
  let place: LoadPlace
  /// The number of trials of each rate.
  let trials: Int
  let console: any Console
  let interrupt: Interrupt

  package init(
    stage: LoadStage, place: LoadPlace, trials: Int, console: any Console, interrupt: Interrupt
  ) {
    self.stage = stage
    self.place = place
    self.trials = trials
    self.console = console
    self.interrupt = interrupt
  }

  package func run() throws -> CapacityFindings {
    let scenario = stage.scenario
    var search = CapacitySearch(from: max(1, scenario.arrivals.rate))
    search.trials = trials
    var run = 0
    var because: [String] = []
    let outcome = try search.run { rate, number in
      let work = LoadWork(
        console: console, interrupt: interrupt, processor: place.processor,
        isInRealTime: place.isInRealTime,
        title: "\(NumberText.decimal(rate, 0))/s, trial \(number + 1) of \(trials): ",
        isQuiet: stage.options.isQuiet)
      let trial = scenario.at(rate: rate)
      var record = try work.run(trial.plan(against: place.target, place.links, run: run))
      if trial.gatesInForce.contains(where: \.isOnExports) {
        record.exportLag = ExportLag.ask(place.target)
      }
      run += 1
      guard !record.wasCancelled else { return nil }
      let outcome = LoadOutcome(trial, record)
      if outcome.validity.isDisturbed { because = outcome.validity.reasons }
      return outcome.asTrial
    }
    var findings = CapacityFindings(CapacityFindings.Capacity(outcome))
    findings.command = stage.repetition.alone.text()
    findings.title = scenario.title
    findings.question = scenario.question
    findings.profile = scenario.profile.id.rawValue
    findings.seed = scenario.seed
    findings.target = place.description
    findings.machine = Machine.description
    findings.build = Machine.build
    findings.gates = scenario.gatesInForce.map(\.description)
    findings.because = because
    findings.parameters = Parameter.all(of: scenario)
    return findings
  }
}

extension LoadScenario {
  /// Returns the plan with arrivals at a constant rate.
  fileprivate func at(rate: Double) -> LoadScenario {
    var trial = self
    trial.arrivals = ArrivalPlan()
    trial.arrivals.rate = rate
    trial.arrivals.spacing = arrivals.spacing
    return trial
  }
}

extension LoadOutcome {
  /// The result of the run as a trial of the capacity search.
  fileprivate var asTrial: CapacitySearch.Trial {
    switch verdict {
    case .kept: .kept
    case .missed: .missed
    case .undecided: validity.isValid ? .undecided : .invalid
    }
  }
}

extension CapacityFindings.Capacity {
  fileprivate init(_ outcome: CapacitySearch.Outcome) {
    self.init(
      steps: outcome.steps.map { step in
        CapacityFindings.Step(
          rate: step.rate,
          trials: step.trials.map { trial in
            switch trial {
            case .kept: .kept
            case .missed: .missed
            case .undecided: .undecided
            case .invalid: .invalid
            }
          })
      }, low: outcome.low, high: outcome.high, isPartial: outcome.isPartial)
  }
}

/// A check that measures servers with known response times, and compares both.
package enum SelfCheckWork {
  /// The limit of runs of one case.
  private static let mostRuns = 3

  /// Runs all cases, about twenty seconds each.
  package static func measure(on console: any Console) throws -> SelfCheckFindings {
    try Interrupt.watching(console) { interrupt in
      try measure(SelfCheck.cases, on: console, until: interrupt)
    }
  }

  /// Runs the cases in order until an interrupt, and repeats disturbed ones.
  static func measure(
    _ cases: [SelfCheck.Case], on console: any Console, until interrupt: Interrupt
  ) throws -> SelfCheckFindings {
    let check = SelfCheck()
    let stop = try LoadSwitch()
    interrupt.onInterrupt { stop.stop() }
    var findings = SelfCheckFindings()
    findings.machine = Machine.description
    findings.build = Machine.build
    findings.casesWanted = cases.count
    for one in cases where !interrupt.isSet {
      console.show(progress: "measuring: \(one.name)")
      var (outcome, runs) = (try check.run(one, stoppingOn: stop), 1)
      while runs < mostRuns, !interrupt.isSet, !outcome.isTrue, !one.isClosedLoop,
        outcome.record.validity.isDisturbed
      {
        console.show(progress: "measuring once more: \(one.name)")
        outcome = try check.run(one, stoppingOn: stop)
        runs += 1
      }
      // A partial case proves nothing.
      guard !outcome.record.wasCancelled else { break }
      findings.cases.append(SelfCheckFindings.Case(outcome, runs: runs))
    }
    if findings.cases.isEmpty { try interrupt.check() }
    findings.partial = findings.cases.count < cases.count
    return findings
  }

  /// Returns the exit code; closed loops do not count, because they demonstrate hidden delays.
  package static func exitCode(of findings: SelfCheckFindings) -> ExitCode {
    if findings.partial { return .interrupted }
    let wrong = findings.cases.filter { !$0.isTrue && !$0.isClosedLoop }
    if wrong.isEmpty { return .success }
    return wrong.allSatisfy { !$0.because.isEmpty } ? .gateUndecided : .gateMissed
  }
}

extension SelfCheckFindings.Case {
  fileprivate init(_ outcome: SelfCheck.Outcome, runs: Int) {
    self.init(
      outcome.name, isClosedLoop: outcome.isClosedLoop, isTrue: outcome.isTrue, runs: runs,
      because: outcome.record.validity.reasons,
      percentiles: outcome.comparisons.map {
        .init(
          percentile: $0.percentile, reported: $0.reported, truth: $0.truth, isTrue: $0.isTrue)
      })
  }
}
