import Foundation
import LinuxIO
import LoadGenerator
import LoadTrials
import Profiles
import Vocabulary

/// A link service that a plan starts for itself: a process of this tool over a folder of its own, which
/// is seeded before and gone after.
final class OwnService {
  let target: LoadTarget
  let links: KnownLinks
  private let seeded: SeededLinks
  private let process = Process()
  /// Ends with this process, and the service with it.
  private let lifeline = Pipe()

  /// Seeds a store and starts the service of this build over it, on these processors.
  convenience init(
    for scenario: LoadScenario, in parent: String?, on processors: [Int], _ console: any Console,
    until interrupt: Interrupt
  ) throws {
    let root = parent ?? NSTemporaryDirectory()
    console.show(progress: "seeding \(scenario.links.count) links")
    let seeded: SeededLinks
    do {
      seeded = try SeededLinks(of: scenario, below: root, until: interrupt)
    } catch let error where error is UnfitInput || error is InterruptedEarly {
      throw error
    } catch {
      throw Self.failure(in: root, error)
    }
    try self.init(over: seeded, under: scenario.profile, on: processors, by: console.tool)
    console.show(progress: "")
  }

  /// Starts the service of that tool over a folder, which goes with the service.
  init(
    over seeded: SeededLinks, under profile: Profile, on processors: [Int], by tool: String
  ) throws {
    self.seeded = seeded
    links = seeded.links
    do {
      let port = try Self.start(
        process, lifeline, tool,
        ["serve", "--port", "0", "--host", "127.0.0.1", "--data", seeded.data]
          + ["--secret-file", seeded.secretFile, "--allow-guessing", ServeCommand.inputFlag]
          + ["--rate-per-address", "none", "--rate-per-user", "none"]
          + Self.words(for: profile),
        on: processors)
      var target = LoadTarget(host: "127.0.0.1", port: port)
      target.bearerToken = seeded.token
      self.target = target
    } catch {
      seeded.remove()
      throw Self.failure(in: URL(filePath: seeded.folder).deletingLastPathComponent().path, error)
    }
  }

  private static func failure(in root: String, _ error: any Error) -> InputOutputError {
    InputOutputError(
      description: "the plan's own service cannot be started in '\(root)': "
        + FileObstacle.toBeginning(in: root, error))
  }

  /// Starts the tool, waits until it listens, and returns its port.
  static func start(
    _ process: Process, _ lifeline: Pipe, _ tool: String, _ words: [String],
    on processors: [Int]
  ) throws -> UInt16 {
    let complaints = Pipe()
    process.standardInput = lifeline
    process.executableURL = URL(filePath: tool)
    process.arguments = words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = complaints
    // A process takes over the processors of the thread that starts it.
    let own = try ThisThread.processors()
    try ThisThread.bind(to: processors)
    defer { try? ThisThread.bind(to: own) }
    try process.run()
    var said = ""
    while !said.contains("\n") {
      let part = complaints.fileHandleForReading.availableData
      guard !part.isEmpty else { throw NotListening(said: said) }
      said += String(decoding: part, as: UTF8.self)
    }
    guard let colon = said.lastIndex(of: ":"),
      let port = UInt16(said[colon...].dropFirst().prefix { $0.isNumber })
    else { throw NotListening(said: said) }
    return port
  }

  private struct NotListening: Error, CustomStringConvertible {
    let said: String
    var description: String { "it said '\(said.trimmingCharacters(in: .whitespacesAndNewlines))'" }
  }

  /// The profile and whatever differs from it, as the command line says them.
  static func words(for profile: Profile) -> [String] {
    let usual = Profile(profile.id)
    return ["--profile", profile.id.rawValue]
      + Setting.all.filter { $0.value(in: profile) != $0.value(in: usual) }.flatMap { setting in
        [
          profile.deliberate.contains(setting.name) ? "--deliberately" : "--set",
          "\(setting.name)=\(setting.value(in: profile))",
        ]
      }
  }

  /// Ends the service and removes what it kept.
  func stop() {
    process.terminate()
    process.waitUntilExit()
    seeded.remove()
  }
}
