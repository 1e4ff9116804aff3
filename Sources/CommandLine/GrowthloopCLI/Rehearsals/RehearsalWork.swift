import GrowthModel
import LinuxIO
import Profiles
import Rehearsals
import Scenarios
import Synchronization

/// One rehearsal, shown while it lasts.
struct RehearsalWork {
  private let choice: RehearsalChoice
  private let service: RehearsalStage.Service
  private let console: any Console

  init(
    _ choice: RehearsalChoice, of service: RehearsalStage.Service, _ console: any Console
  ) {
    self.choice = choice
    self.service = service
    self.console = console
  }

  /// Whether somebody wants no more.
  private final class Wish: Sendable {
    let isOver = Atomic(false)
  }

  /// What a rehearsal came to.
  struct Result {
    let choice: RehearsalChoice
    let profileOfService: Profile
    let script: Script
    let outcome: Rehearsal.Outcome
  }

  /// Writes the script and replays it; `nil` if somebody wanted no more before there was one.
  func run() throws -> Result? {
    let wish = Wish()
    let watch = console.watchForInterrupts { wish.isOver.store(true, ordering: .relaxed) }
    defer { withExtendedLifetime(watch) {} }
    let goesOn = { !wish.isOver.load(ordering: .relaxed) }
    let plan = choice.plan
    let script = try Script(of: choice.scenario.plan, seed: plan.seed) { progress in
      console.show(progress: "simulating: \(Int(progress.share * 100))%")
      return goesOn()
    }
    guard let script else { return nil }
    let processors = try ThisThread.processors()
    let running = try KillableService(
      of: service.tool ?? console.tool, following: service.profile, in: service.folder,
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
      choice: choice, profileOfService: service.profile, script: script, outcome: outcome)
  }

  private func line(_ progress: Rehearsal.Progress) -> String {
    switch progress {
    case .replaying(let finished, let count):
      let left = (count - finished) / choice.plan.rate
      return "replaying: \(finished) of \(count) requests answered, about \(left) s left"
    case .reconciling: return "comparing what came of it"
    }
  }
}
