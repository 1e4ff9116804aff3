import GrowthloopModel
import GrowthloopTransport
import Profiles
import GrowthloopPlans
import Synchronization
import GrowthloopReports

/// One rehearsal, with progress.
package struct RehearsalWork {
  private let choice: RehearsalChoice
  /// The settings of the service.
  private let profile: Profile
  private let service: RehearsalStage.Service
  private let console: any Console

  init(
    _ choice: RehearsalChoice, _ profile: Profile, of service: RehearsalStage.Service,
    _ console: any Console
  ) {
    self.choice = choice
    self.profile = profile
    self.service = service
    self.console = console
  }

  /// Whether an interrupt occurred.
  private final class InterruptFlag: Sendable {
    let isSet = Atomic(false)
  }

  /// The results of a rehearsal.
  package struct Result {
    let choice: RehearsalChoice
    let profileOfService: Profile
    let script: RehearsalScript
    let outcome: Rehearsal.Outcome
  }

  /// Writes the script and replays it; `nil` after an interrupt before the script was complete.
  func run() throws -> Result? {
    let flag = InterruptFlag()
    let watch = console.watchForInterrupts { flag.isSet.store(true, ordering: .relaxed) }
    defer { withExtendedLifetime(watch) {} }
    let goesOn = { !flag.isSet.load(ordering: .relaxed) }
    let plan = choice.plan
    let script = try RehearsalScript(of: choice.scenario.plan, seed: plan.seed) { progress in
      console.show(progress: "simulating: \(Int(progress.share * 100))%")
      return goesOn()
    }
    guard let script else { return nil }
    let processors = try ThisThread.processors()
    let running = try KillableService(
      of: service.tool ?? console.tool, following: profile, in: service.folder,
      on: processors)
    defer { running.stop() }
    let rehearsal = Rehearsal(
      of: script,
      at: Rehearsal.Pace(
        rate: Double(plan.rate), connections: plan.connections, kills: plan.kills),
      seed: plan.seed)
    let outcome = try rehearsal.run(against: running) { progress in
      console.show(progress: line(progress))
      return goesOn()
    }
    console.show(progress: "")
    return Result(
      choice: choice, profileOfService: profile, script: script, outcome: outcome)
  }

  private func line(_ progress: Rehearsal.Progress) -> String {
    switch progress {
    case .replaying(let finished, let count):
      let left = (count - finished) / choice.plan.rate
      return "replaying: \(finished) of \(count) requests answered, about \(left) s left"
    case .reconciling: return "comparing the results"
    }
  }
}
