import LoadTrials
import Scenarios

/// A run of a load plan, as `load` does it.
struct LoadStage: Stage {
  let scenario: LoadScenario
  let options: LoadPlace.Options
  let repetition: Repetition

  func run(on console: any Console) throws -> any StageReport {
    try LoadPlace.with(scenario, options, on: console) { try measure(at: $0, on: console) }
  }

  func measure(at place: LoadPlace, on console: any Console) throws -> LoadReport {
    let work = LoadWork(
      console: console, processor: place.processor, isInRealTime: place.isInRealTime)
    let record = try work.run(scenario.plan(against: place.target, place.links))
    return LoadReport(LoadOutcome(scenario, record), at: place, repetition: repetition)
  }
}
