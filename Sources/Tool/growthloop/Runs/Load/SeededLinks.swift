import Vocabulary
import Foundation
import GrowthloopLinkService
import GrowthloopLoadGenerator
import GrowthloopTransport
import GrowthloopReports

/// A folder with the links of a plan and the secrets of its service, for one service at a time.
struct SeededLinks {
  let folder: String
  let links: KnownLinks
  /// A token that the service accepts.
  let token: String

  /// Fills a new folder below `parent`, and removes it again after an error.
  init(of scenario: LoadScenario, below parent: String, until interrupt: Interrupt) throws {
    folder = Self.newFolder(below: parent)
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let keys = ServiceKeys(try SecretFile(Self.secretFile(in: folder)).readOrGenerate())
      links = try LinkSeeding(scenario, until: interrupt).seed(
        Self.data(in: folder), hashing: keys.numbers)
      token = keys.tokens.text(
        of: AccessToken(for: .backend, until: ServiceClock.real.now() + .days(14)))
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  private init(_ folder: String, like other: SeededLinks) {
    self.folder = folder
    links = other.links
    token = other.token
  }

  /// Returns a copy in another folder beside it.
  func copy() throws -> SeededLinks {
    let parent = URL(filePath: folder).deletingLastPathComponent().path
    let other = SeededLinks(Self.newFolder(below: parent), like: self)
    try FileManager.default.copyItem(atPath: folder, toPath: other.folder)
    return other
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The data folder of the service; the root secret is beside it.
  var data: String { Self.data(in: folder) }

  private static func data(in folder: String) -> String { "\(folder)/data" }

  var secretFile: String { Self.secretFile(in: folder) }

  private static func secretFile(in folder: String) -> String { "\(folder)/secret" }

  private static func newFolder(below parent: String) -> String {
    URL(filePath: parent).appending(path: "growthloop-load-\(UUID())").path
  }
}
