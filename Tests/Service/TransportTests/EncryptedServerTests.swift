import Foundation
import GrowthloopTransport
import TestSockets
import TestSupport
import Testing

@Suite(
  "WebServer · TLS", .timeLimit(.minutes(60)),
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
struct EncryptedServerTests {
  private let path = NSTemporaryDirectory() + "growthloop-server-\(UUID()).pem"

  /// Makes a certificate with its key in one file, and a server that has it.
  private func serve(_ controls: ApplicationControls = .init()) throws -> RunningServer {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments =
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost"
      .split(separator: " ").map(String.init) + ["-keyout", path, "-out", path + ".c"]
    process.standardError = FileHandle.nullDevice
    try process.run(minutesAtMost: 1)
    process.waitUntilExit()
    let certificate = try ServerCertificate(certificate: path + ".c", key: path)
    return try RunningServer(encrypting: certificate) { SampleApplication($0, controls) }
  }

  private func removeFiles() {
    for file in [path, path + ".c"] { try? FileManager.default.removeItem(atPath: file) }
  }

  /// Sends bytes over TLS, and returns all that comes until the server closes.
  private func exchange(_ text: String, with server: RunningServer) throws -> String {
    let client = try #require(TLSClient(host: "localhost", verifies: false))
    let socket = try OwnedDescriptor.connected(to: server.addresses[0], patience: .seconds(30))
    let session = client.session(over: socket.number)
    #expect(try session.agree(over: socket.number, within: .seconds(30)) == nil)
    let bytes = Array(text.utf8)
    guard case .moved(bytes.count) = session.write(bytes.span) else { throw NotSent() }
    var poller = try Poller(eventsAtOnce: 1)
    try poller.add(socket.number, for: .reading, as: Poller.Token(0))
    var received: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16_384)
    while true {
      var span = part.mutableSpan
      switch session.read(into: &span) {
      case .moved(0):
        #expect(!session.wasCutOff, "the server says that it ends")
        return String(decoding: received, as: UTF8.self)
      case .moved(let count): received += part[..<count]
      case .later: _ = try poller.wait(for: .seconds(30))
      case .failed: return String(decoding: received, as: UTF8.self)
      }
    }
  }

  private struct NotSent: Error {}

  @Test func `an answer is encrypted, and one that waits for its commit`() throws {
    defer { removeFiles() }
    let server = try serve()
    let get = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    #expect(try exchange(get, with: server).hasSuffix("\r\n\r\nhello"))
    let keep = "POST /keep HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    #expect(try exchange(keep, with: server).hasSuffix("\r\n\r\nkept"))
    #expect(try server.stop().requests == 2)
  }

  @Test func `a large answer comes whole`() throws {
    defer { removeFiles() }
    let server = try serve()
    let request = "GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    #expect(try exchange(request, with: server).utf8.count > 64 << 20)
    try server.stop()
  }

  @Test(arguments: [
    ("GET /\(String(repeating: "a", count: 3_000)) HTTP/1.1\r\nHost: x\r\n\r\n", 414),
    ("GET / HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "a", count: 9_000))\r\n\r\n", 431),
    ("GET / HTTP/1.1\r\n\r\n", 400),
  ])
  func `a refusal is encrypted`(_ request: String, _ status: Int) throws {
    defer { removeFiles() }
    let server = try serve()
    #expect(try exchange(request, with: server).hasPrefix("HTTP/1.1 \(status) "))
    try server.stop()
  }

  @Test func `requests that wait for no answer are all answered, and a stream is refused`() throws {
    defer { removeFiles() }
    let server = try serve()
    let keep = "POST /keep HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
    let last = "GET /stream HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    let answers = try exchange(String(repeating: keep, count: 20) + last, with: server)
    #expect(answers.components(separatedBy: "HTTP/1.1 201 ").count == 21)
    #expect(answers.contains("HTTP/1.1 503 "))
    try server.stop()
  }
}
