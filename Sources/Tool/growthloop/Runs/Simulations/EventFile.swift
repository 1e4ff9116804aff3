package import GrowthloopStudies
import Foundation
import GrowthloopModel
import Invites
import GrowthloopFindings
import GrowthloopLinkStore
import Profiles
import GrowthloopLinkService
package import GrowthloopReports

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
