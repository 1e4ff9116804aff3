import Vocabulary
import Foundation
import GrowthloopLinkService
import GrowthloopLinkStore
import Profiles
import GrowthloopTransport
import GrowthloopReports

/// A link service as a process of this tool over its own folder; after a kill it can be restarted.
final class KillableService: RehearsedService {
  private(set) var port: UInt16 = 0
  let token: String
  let identities: HMACIdentityHasher
  private let folder: String
  private let tool: String
  private let profile: Profile
  private let processors: [Int]
  private var process = Process()
  /// A pipe that closes with this process, which ends the service.
  private var lifeline = Pipe()

  /// Starts the service of `tool` with `profile`, in a folder below `parent` or the temporary one.
  init(
    of tool: String, following profile: Profile, in parent: String?, on processors: [Int]
  ) throws {
    let root = parent ?? NSTemporaryDirectory()
    folder = URL(filePath: root).appending(path: "growthloop-rehearsal-\(UUID())").path
    self.tool = tool
    self.profile = profile
    self.processors = processors
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let keys = ServiceKeys(try SecretFile("\(folder)/secret").readOrGenerate())
      identities = keys.identities
      token = keys.tokens.text(
        of: AccessToken(for: .backend, until: ServiceClock.real.now() + .days(14)))
      try restart()
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw InputOutputError(
        description: "the rehearsal's service cannot be started in '\(root)': "
          + FileErrorText.toBeginning(in: root, error))
    }
  }

  func restart() throws {
    process = Process()
    lifeline = Pipe()
    port = try OwnService.start(
      process, lifeline, tool,
      OwnService.serve(port: port, "\(folder)/data", secret: "\(folder)/secret")
        + ["--clock-by-request", "--behind-proxy", "--events", events]
        + OwnService.words(for: profile),
      on: processors)
  }

  private var events: String { "\(folder)/events.jsonl" }

  func readEvents() throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: events)))
  }

  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Ends the service and removes its folder.
  func stop() {
    if process.isRunning {
      process.terminate()
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(atPath: folder)
  }
}
