package import Experiments
import JSON
import Ranks
package import Reports
import Runs
package import SimulationKernel
package import Terminal

/// Replications that the caller waits for, with progress on the console.
package struct Work {
  let console: any Console
  /// The limit of replications.
  let total: Int

  package init(console: any Console, total: Int) {
    self.console = console
    self.total = total
  }

  /// Waits for `body`, which an interrupt cancels.
  package func wait<Outcome: Sendable>(
    for body: @escaping @Sendable (ProgressMeter) async throws -> Outcome
  ) throws -> Outcome {
    let meter = ProgressMeter()
    defer { reportRanks() }
    return try console.wait { elapsed in
      reportRanks()
      return meter.current.line(of: total, after: elapsed)
    } for: {
      try await body(meter)
    }
  }

  /// Prints what happened to ranks.
  private func reportRanks() {
    for notice in console.ranks?.takeNotices() ?? [] {
      console.show(progress: "")
      console.complain("growthloop: \(notice)")
    }
  }

  /// Waits for `body`, and returns its result with a file of facts about this run.
  package func timed<Outcome: Sendable>(
    _ arguments: [String], _ workers: Workers,
    _ body: @escaping @Sendable (ProgressMeter) async throws -> Outcome
  ) throws -> (Outcome, about: ResultFile) {
    let start = ContinuousClock.now
    let (outcome, events) = try wait { meter in (try await body(meter), meter.current.events) }
    let about = AboutRun(
      arguments: arguments, commit: console.variable("GROWTHLOOP_COMMIT"),
      workers: workers.count * (console.ranks?.transport.count ?? 1),
      seconds: (ContinuousClock.now - start) / .seconds(1),
      events: events)
    return (outcome, ResultFile("about.json", try about.json()))
  }
}
