package import Experiments
import Foundation
import GrowthModel
import Invites
import JSON
import LinkSigning
import Profiles
import ServiceCalls
package import Terminal

/// A file of the events that a replication fires: a line of JSON each, in order of time.
///
/// It receives its name when it is complete; until then the lines go to a file beside it.
package struct EventFile {
  private let path: String

  /// - Throws: `InputOutputError` for a path that cannot be written to.
  package init(_ path: String) throws {
    self.path = path
    if let obstacle = FileErrorText.toWritingFile(path) { throw Self.error(path, obstacle) }
  }

  /// Simulates the replication once more, and writes its events; `false` after an interrupt.
  package func write(_ replication: WatchedReplication, on console: any Console) throws -> Bool {
    let target = URL(filePath: path).standardizedFileURL
    let unfinished = target.deletingLastPathComponent().appending(path: UnfinishedName.of(target))
    defer { try? FileManager.default.removeItem(at: unfinished) }
    let isComplete = try Work(console: console, total: 1).wait { meter in
      try Self.write(replication, to: unfinished, called: path, meter)
    }
    guard isComplete else { return false }
    guard unsafe rename(unfinished.path, target.path) == 0 else {
      throw Self.error(
        path, FileErrorText.toWriting(path, NSError(domain: NSPOSIXErrorDomain, code: Int(errno))))
    }
    return true
  }

  private static func write(
    _ replication: WatchedReplication, to file: URL, called path: String, _ meter: ProgressMeter
  ) throws -> Bool {
    let profile = replication.plan.profile
    let export = EventExport(
      policy: profile.events, share: profile.share, hasher: HMACIdentityHasher(simulatedPeople))
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
      let handle = try FileHandle(forWritingTo: file)
      defer { try? handle.close() }
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
        try handle.write(contentsOf: Data(buffer.utf8))
        buffer = ""
      }
      try handle.write(contentsOf: Data(buffer.utf8))
      return isComplete
    } catch let error as CocoaError {
      throw Self.error(path, FileErrorText.toWriting(path, error))
    }
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

  private static func error(_ path: String, _ obstacle: String) -> InputOutputError {
    InputOutputError(description: "cannot write the events to '\(path)': \(obstacle)")
  }
}
