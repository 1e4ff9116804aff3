import Foundation
import GrowthloopFindings
import GrowthloopLinkService
import GrowthloopLinkStore
package import GrowthloopModel
import GrowthloopPlans
package import GrowthloopReports
package import GrowthloopStudies
import Invites
import Profiles
package import SimulationKernel

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

  /// Waits for `body`, which simulates `plans`, and returns its result with a file of facts about
  /// this run.
  ///
  /// - Throws: `UnfitInput` where the simulations that run at once need more memory than the process
  ///   may take.
  package func timed<Outcome: Sendable>(
    _ arguments: [String], _ workers: Workers, simulating plans: [GrowthPlan],
    _ body: @escaping @Sendable (ProgressMeter) async throws -> Outcome
  ) throws -> (Outcome, about: ResultFile) {
    try checkMemory(for: plans, atOnce: workers.count)
    let start = ContinuousClock.now
    let (outcome, events) = try wait { meter in (try await body(meter), meter.current.events) }
    let about = AboutRun(
      arguments: arguments, commit: console.variable("GROWTHLOOP_COMMIT"),
      workers: workers.count * (console.ranks?.transport.count ?? 1),
      seconds: (ContinuousClock.now - start) / .seconds(1),
      events: events)
    return (outcome, ResultFile("about.json", try about.json()))
  }

  /// Compares what the simulations need with what `room` leaves: without memory the process would
  /// end in the middle, with no result.
  package func checkMemory(
    for plans: [GrowthPlan], atOnce workers: Int, in room: Machine.MemoryRoom? = Machine.memoryRoom
  ) throws {
    guard let room, let least = plans.map(\.memory.lowerBound).max(),
      let most = plans.map(\.memory.upperBound).max()
    else { return }
    let count = total > 0 ? min(workers, total) : workers
    let leaves = "\(room.limit) leaves \(Self.megabytes(room.bytes)) MB"
    let fitting = least > 0 ? room.bytes / least : count
    if fitting < count {
      throw UnfitInput(
        description: "\(Self.simulations(count)) at least \(Self.megabytes(least * count)) MB, and "
          + leaves + (fitting > 0 ? ": write '--workers \(fitting)'" : "")
          + (fitting > 0 ? ", raise the limit, or " : ": raise the limit, or ")
          + "make 'market.people' smaller")
    }
    if most * count > room.bytes {
      console.complain(
        "warning: \(Self.simulations(count)) up to \(Self.megabytes(most * count)) MB if everybody "
          + "becomes a member, and \(leaves); without memory the run ends with no result")
    }
  }

  private static func simulations(_ count: Int) -> String {
    count == 1 ? "one simulation needs" : "\(count) simulations at once need"
  }

  private static func megabytes(_ bytes: Int) -> Int { (bytes + 999_999) / 1_000_000 }
}

/// A file of the events that a replication fires: a line of JSON each, in order of time.
///
/// A plain file receives its name when it is complete; a device or a pipe receives the lines at once.
package struct EventFile {
  private let output: OutputFile

  /// - Throws: `InputOutputError` for a path that may not be written to.
  package init(_ path: String) throws { output = try OutputFile(path, for: "the events") }

  /// Simulates the replication once more, and writes its events; `false` after an interrupt.
  package func write(_ replication: WatchedReplication, on console: any Console) throws -> Bool {
    try output.write { file in
      try Work(console: console, total: 1).wait { meter in
        try Self.write(replication, to: file, meter)
      }
    }
  }

  private static func write(
    _ replication: WatchedReplication, to file: FileHandle, _ meter: ProgressMeter
  ) throws -> Bool {
    let profile = replication.plan.profile
    let export = EventExport(
      policy: profile.events, share: profile.share, hasher: HMACIdentityHasher(simulatedPeople))
    var buffer = ""
    let isComplete = try replication.forEachEvent(meter: meter) { fired in
      guard let event = export.export(fired.event, by: fired.user, session: fired.visit) else {
        return
      }
      var line = EventLine(event, at: fired.at)
      line.others["person"] = .integer(Int64(fired.person))
      let text = line.text + "\n"
      for _ in 0..<event.occurrences { buffer += text }
      guard buffer.utf8.count > most else { return }
      try file.write(contentsOf: Data(buffer.utf8))
      buffer = ""
    }
    try file.write(contentsOf: Data(buffer.utf8))
    return isComplete
  }

  /// The bytes that wait for one call of the system.
  private static let most = 1 << 16

  /// A key that anybody may know: the people of a simulation are numbers, and stand beside it.
  private static let simulatedPeople: SigningKey = {
    guard let key = try? SigningKey(Array("growthloop: people of a simulation".utf8)) else {
      preconditionFailure("the key of simulated people is too short")
    }
    return key
  }()
}

/// A file of the funnel of a replication, as a calibration reads it.
package struct FunnelFile {
  private let output: OutputFile

  /// - Throws: `InputOutputError` for a path that may not be written to.
  package init(_ path: String) throws { output = try OutputFile(path, for: "the funnel") }

  /// Simulates the first replication once more, and writes its funnel; `false` after an interrupt.
  package func write(_ plan: GrowthPlan, seed: UInt64, on console: any Console) throws -> Bool {
    let table: FunnelTable
    do {
      table = try Work(console: console, total: 1).wait { meter in
        try FunnelTable.simulated(plan, days: plan.days, seed: seed, meter: meter)
      }
    } catch is InterruptedEarly {
      return false
    }
    try output.write(table.csv.utf8)
    return true
  }
}
