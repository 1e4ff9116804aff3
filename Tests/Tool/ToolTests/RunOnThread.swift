import Foundation
import GrowthloopReports
import GrowthloopFindings
import TestConsole

@testable import growthloop

/// Runs the tool on a thread of its own, as the process does: it waits for work on all cores, and must
/// not hold one of the threads that do the work.
func growthloopOnThread(
  _ arguments: [String], interrupted: Bool = false, width: Int? = nil, inColour: Bool = false
) async -> Outcome {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      let form = TextForm(width: width, hasColour: inColour)
      let console = interrupted ? InterruptedConsole(form: form) : MemoryConsole(form: form)
      let code = Growthloop.run(arguments, on: console)
      continuation.resume(
        returning: Outcome(code: code, output: console.output, complaints: console.complaints))
    }
  }
}

/// Runs blocking work, such as a fit, on a thread of its own, not on one of those that all tests share.
func onThread<Outcome: Sendable>(
  _ work: @escaping @Sendable () throws -> Outcome
) async throws -> Outcome {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
  }
}

/// A market in which a run takes a moment.
let smallMarket = [
  "--set", "market.people=2_000", "--set", "days=20", "--set", "arrivals.seeds=100",
  "--set", "arrivals.organicPerDay=5", "--set", "sharing.visit=10%",
]
