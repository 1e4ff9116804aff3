import Foundation
import GrowthloopReports
import Testing

@testable import growthloop

@Suite("serve · what it refuses, and how it says so", .timeLimit(.minutes(60)))
struct ServeCommandTests {
  private static let folder =
    NSTemporaryDirectory() + "growthloop-cli-\(ProcessInfo.processInfo.processIdentifier)"

  @Test(arguments: [
    (["--port", "x"], "'--port x' must be a number from 0 to 65535"),
    (["--host", "example.com"], "must be an address"),
    (["--host", "0.0.0.0"], "other machines reach 0.0.0.0: give '--public'"),
    (["--host", "0.0.0.0", "--public", "--clock-speed", "2"], "'--clock-…' and '--public'"),
    (["--public", "--clock-start", "2026-03-01T09:00:00Z"], "'--clock-…' and '--public'"),
    (["--clock-start", "now"], "must be a moment"),
    (["--clock-speed", "0"], "must be above 0"),
    (["--rate-per-user", "0"], "must be from 1 to 1000000, or none"),
    (["--events-to", "http://a/b"], "'--events-to' needs '--events'"),
    (["--content-image", "http://a/b.png"], "must have {content} where the id belongs"),
    (["--events", "e", "--events-to", "ftp://a"], "needs a URL such as https://example.com/"),
    (["--memory", "--events", "e"], "needs a folder of data"),
    (["--tls-key", "k.pem"], "'--tls-key' needs '--tls-certificate'"),
    (["--prot", "1"], "unknown option '--prot'; did you mean '--port'?"),
  ])
  func `a command line that cannot be followed ends with 64`(words: [String], said: String) {
    let outcome = run(["serve", "--data", Self.folder] + words, [])
    #expect(outcome.code == .usage)
    #expect(outcome.complaints.contains(said))
  }

  @Test func `a secret that others can read ends with 65, a folder that cannot be made with 74`()
    throws
  {
    let path = Self.folder + "-open"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(
      FileManager.default.createFile(
        atPath: path, contents: Data("a secret for all to read".utf8),
        attributes: [.posixPermissions: 0o644]))
    defer { try? FileManager.default.removeItem(atPath: Self.folder) }
    let open = growthloop("token", "42", "--data", Self.folder, "--secret-file", path)
    #expect(open.code == .badInput)
    #expect(open.complaints.contains("chmod 600"))
    #expect(!open.complaints.contains("for all to read"))
    #expect(growthloop("serve", "--data", "\(path)/folder").code == .inputOutput)
  }

  @Test func `a token is made with the secret of the folder`() {
    let folder = Self.folder + "-token"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let user = growthloop("token", "42", "--data", folder)
    #expect(user.code == .success)
    #expect(user.output.hasPrefix("user.00000000-0000-8000-8000-00000000002a."))
    let backend = growthloop("token", "--backend", "--days", "30", "--data", folder)
    #expect(backend.output.hasPrefix("backend."))
    #expect(growthloop("token", "--data", folder).code == .usage)
    #expect(growthloop("token", "Ann", "--data", folder).code == .usage)
  }
}
