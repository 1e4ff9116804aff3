import Foundation
import GrowthloopTransport
import Testing

@Suite("Secrets · a secret is kept in a file of its owner's")
struct SecretTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func write(_ text: String, mode: Int = 0o600) throws -> SecretFile {
    let path = folder.appending(path: "secret").path
    let isMade = FileManager.default.createFile(
      atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
    try #require(isMade)
    return SecretFile(path)
  }

  @Test func `the first start makes one, and the next finds it again`() throws {
    let file = SecretFile(folder.appending(path: "secret").path)
    let made = try file.readOrGenerate()
    #expect(made.bytes.count == 64)
    #expect(try file.readOrGenerate().bytes == made.bytes)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["secret"])
  }

  @Test func `two secrets differ`() throws {
    let one = try SecretFile(folder.appending(path: "one").path).readOrGenerate()
    let two = try SecretFile(folder.appending(path: "two").path).readOrGenerate()
    #expect(one.bytes != two.bytes)
  }

  @Test func `the line break of an editor is not part of it`() throws {
    let secret = try write("0123456789abcdef\r\n").read()
    #expect(secret.bytes == Array("0123456789abcdef".utf8))
  }

  @Test func `a short one is refused, and not shown`() throws {
    let file = try write("0123456789abcde\n")
    #expect(throws: SecretProblem.tooShort(place: "'\(file.path)'", bytes: 15)) {
      try file.readOrGenerate()
    }
  }

  @Test func `one that others can read is refused, with the remedy`() throws {
    let file = try write("0123456789abcdef", mode: 0o640)
    let problem = SecretProblem.openToOthers(path: file.path, mode: 0o640)
    #expect(throws: problem) { try file.read() }
    #expect(problem.description.hasSuffix("(mode 640); run: chmod 600 '\(file.path)'"))
  }

  @Test func `a pipe or a folder is no secret, and holds up nobody`() throws {
    let pipe = folder.appending(path: "pipe").path
    let isMade = unsafe mkfifo(pipe, 0o600) == 0
    try #require(isMade)
    for path in [pipe, folder.path] {
      let problem = SecretProblem.noFile(path: path)
      #expect(throws: problem) { try SecretFile(path).readOrGenerate() }
      #expect(
        problem.description
          == "'\(path)' is not a regular file; name the file that has the secret")
    }
  }

  @Test func `a file that is not there is named`() {
    let file = SecretFile(folder.appending(path: "nowhere").path)
    #expect {
      try file.read()
    } throws: { error in
      "\(error)" == "open \(file.path): No such file or directory"
    }
  }

  @Test func `no text reveals the bytes`() throws {
    let secret = try write("0123456789abcdef").read()
    var dumped = ""
    dump(secret, to: &dumped)
    #expect("\(secret)" == "Secret(hidden)")
    #expect(!dumped.contains("48"))
  }

  @Test func `only the whole secret matches`() throws {
    let secret = try write("0123456789abcdef").read()
    #expect(secret.matches(Array("0123456789abcdef".utf8)))
    #expect(!secret.matches(Array("0123456789abcdeF".utf8)))
    #expect(!secret.matches(Array("0123456789abcde".utf8)))
    #expect(!secret.matches([]))
  }

  @Test func `it may come from the environment`() throws {
    unsafe setenv("GROWTHLOOP_TEST_SECRET", "0123456789abcdef", 1)
    #expect(
      try Secret.fromEnvironment("GROWTHLOOP_TEST_SECRET")?.bytes.count == 16)
    #expect(try Secret.fromEnvironment("GROWTHLOOP_TEST_NO_SECRET") == nil)
  }
}
