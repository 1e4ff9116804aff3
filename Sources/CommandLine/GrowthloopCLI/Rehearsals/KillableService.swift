import Foundation
import LinkService
import Profiles
import Rehearsals
import Secrets
import Vocabulary

/// A link service as a process of this tool over a folder of its own, which may be killed and comes back
/// over what it kept.
final class KillableService: RehearsedService {
  private(set) var port: UInt16 = 0
  let token: String
  private let folder: String
  private let tool: String
  private let profile: Profile
  private let processors: [Int]
  private var process = Process()
  /// Ends with this process, and the service with it.
  private var lifeline = Pipe()

  /// Starts the service of `tool`, which follows `profile`, in a folder below `parent` or the temporary
  /// one.
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
      token = keys.tokens.text(
        of: AccessToken(for: .backend, until: ServiceClock.real.now() + .days(14)))
      try restart()
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw InputOutputError(
        description: "the rehearsal's service cannot be started in '\(root)': "
          + FileObstacle.toBeginning(in: root, error))
    }
  }

  func restart() throws {
    process = Process()
    lifeline = Pipe()
    port = try OwnService.start(
      process, lifeline, tool,
      ["serve", "--port", "\(port)", "--host", "127.0.0.1", "--data", "\(folder)/data"]
        + ["--secret-file", "\(folder)/secret", "--allow-guessing", ServeCommand.inputFlag]
        + ["--rate-per-address", "none", "--rate-per-user", "none"]
        + [ClockChoice.flag, "--behind-proxy"] + OwnService.words(for: profile),
      on: processors)
  }

  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Ends the service and removes what it kept.
  func stop() {
    if process.isRunning {
      process.terminate()
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(atPath: folder)
  }
}
