package import GrowthloopFindings
import Vocabulary
import GrowthloopLoadGenerator
import Profiles
package import GrowthloopReports
import Statistics

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
        title: "\(NumberText.decimal(rate, 0))/s, trial \(number + 1) of \(trials): ")
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
