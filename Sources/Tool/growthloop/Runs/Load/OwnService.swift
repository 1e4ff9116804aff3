import Vocabulary
import Foundation
import GrowthloopTransport
import GrowthloopLoadGenerator
import Profiles
import GrowthloopReports

/// A link service that a plan starts for itself: a process of this tool over its own folder.
///
/// The folder is seeded before and removed afterwards.
final class OwnService {
  let target: LoadTarget
  let links: KnownLinks
  private let seeded: SeededLinks
  private let process = Process()
  /// A pipe that closes with this process, which ends the service.
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
    try self.init(
      over: seeded, under: scenario.profile, on: processors, by: console.tool,
      exportsEvents: scenario.gatesInForce.contains(where: \.isOnExports))
    console.show(progress: "")
  }

  /// Returns the arguments of a service without rate limits, which ends with its parent.
  static func serve(port: UInt16, _ data: String, secret: String) -> [String] {
    [
      "serve", "--port", "\(port)", "--host", "127.0.0.1", "--data", data, "--secret-file", secret,
      "--allow-guessing", "--until-input-ends", "--rate-per-address", "none", "--rate-per-user",
      "none",
    ]
  }

  /// Starts the service of that tool over a folder, which is removed with the service.
  init(
    over seeded: SeededLinks, under profile: Profile, on processors: [Int], by tool: String,
    exportsEvents: Bool = false
  ) throws {
    self.seeded = seeded
    links = seeded.links
    do {
      let port = try Self.start(
        process, lifeline, tool,
        Self.serve(port: 0, seeded.data, secret: seeded.secretFile) + Self.words(for: profile)
          + (exportsEvents ? ["--events", "\(seeded.folder)/events.jsonl"] : []),
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
        + FileErrorText.toBeginning(in: root, error))
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
    // A process inherits the processors of the thread that starts it.
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
    // Notes on settings may follow in the same piece.
    let first = said.prefix { $0 != "\n" }
    guard let colon = first.lastIndex(of: ":"),
      let port = UInt16(first[colon...].dropFirst())
    else { throw NotListening(said: said) }
    return port
  }

  private struct NotListening: Error, CustomStringConvertible {
    let said: String
    var description: String {
      "it printed '\(said.trimmingCharacters(in: .whitespacesAndNewlines))'"
    }
  }

  /// Returns the profile and all differences from it as options.
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

  /// Ends the service and removes its folder.
  func stop() {
    process.terminate()
    process.waitUntilExit()
    seeded.remove()
  }
}
