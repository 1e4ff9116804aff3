import LoadTrials
import Scenarios

/// A run of a load plan, as `load` does it.
struct LoadStage: Stage {
  let scenario: LoadScenario
  let options: LoadPlace.Options
  let repetition: Repetition

  func run(on console: any Console) throws -> any StageReport {
    try Interrupt.watching(console) { interrupt in
      try LoadPlace.with(scenario, options, on: console, until: interrupt) { place in
        try measure(at: place, on: console, until: interrupt)
      }
    }
  }

  func measure(
    at place: LoadPlace, on console: any Console, until interrupt: Interrupt
  ) throws -> LoadReport {
    let work = LoadWork(
      console: console, interrupt: interrupt, processor: place.processor,
      isInRealTime: place.isInRealTime)
    let record = try work.run(scenario.plan(against: place.target, place.links))
    return LoadReport(LoadOutcome(scenario, record), at: place, repetition: repetition)
  }
}
