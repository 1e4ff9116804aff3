import Foundation
import GrowthloopTransport
import TestSupport
import Testing

@testable import GrowthloopLoadGenerator

@Suite("TLS · the same over an encrypted connection", .timeLimit(.minutes(60)))
struct EncryptionTests {
  private static let openssl = "/usr/bin/openssl"
  private static var isThere: Bool { FileManager.default.isExecutableFile(atPath: openssl) }

  /// Runs OpenSSL's own server with a certificate of its own making.
  private func withServer(
    _ behaviour: String = "-www", _ body: (UInt16, Process) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let make = openSSL(
      "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout key.pem -out cert.pem",
      in: folder)
    try make.run(minutesAtMost: 10)
    make.waitUntilExit()
    let port = try ListeningSocket(on: SocketAddress(.loopbackV4, port: 0)).address.port
    let server = openSSL(
      "s_server -quiet \(behaviour) -key key.pem -cert cert.pem -port \(port)", in: folder)
    try server.run(minutesAtMost: 10)
    defer {
      // Threads of tests may block the signal that asks, and children inherit that.
      kill(server.processIdentifier, SIGKILL)
      server.waitUntilExit()
    }
    for _ in 0..<1_000 {
      let here = SocketAddress(.loopbackV4, port: port)
      if (try? OwnedDescriptor.connected(to: here)) != nil { break }
      try rest()
    }
    try body(port, server)
  }

  /// Leaves the processor to the server for a moment.
  private func rest() throws {
    var poller = try Poller()
    _ = try poller.wait(nanoseconds: 10_000_000)
  }

  private func openSSL(_ arguments: String, in folder: URL) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: Self.openssl)
    process.arguments = arguments.split(separator: " ").map(String.init)
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  private func plan(_ port: UInt16, verifies: Bool) -> LoadPlan {
    var target = LoadTarget(.https, host: "localhost", port: port)
    target.verifiesCertificate = verifies
    var plan = LoadPlan(
      target, .open(.constant(200, for: .milliseconds(100), spacing: .even)),
      TrafficMix(.get("/")))
    plan.limits.connections = 4
    return plan
  }

  @Test(.enabled(if: isThere, "needs the command 'openssl'"))
  func `requests are answered, and a certificate that nobody knows is refused`() throws {
    try withServer { port, _ in
      let record = try LoadRun(plan(port, verifies: false)).run()
      #expect(record.counts.answered(inClass: 2) == 20)
      #expect(record.counts.isBalanced)
      do throws(LoadRefusal) {
        _ = try LoadRun(plan(port, verifies: true)).run()
        Issue.record("nobody signed this certificate")
      } catch {
        #expect(
          error.description == "https://localhost:\(port) cannot be trusted "
            + "(self-signed certificate); use a certificate that this machine knows, "
            + "name the file of its issuer in SSL_CERT_FILE, or ask by http://")
      }
    }
  }

  @Test(.enabled(if: isThere, "needs the command 'openssl'"))
  func `an end without a farewell is an end like others, and cuts short what has no length`() throws
  {
    // It sends every line back, the last letter first.
    try withServer("-rev") { port, server in
      let client = try #require(TLSClient(host: "localhost", verifies: false))
      let socket = try OwnedDescriptor.connected(
        to: SocketAddress(.loopbackV4, port: port), patience: .seconds(30))
      let session = client.session(over: socket.number)
      #expect(try session.agree(over: socket.number, within: .seconds(60)) == nil)
      #expect(session.write(Array("olleh\n".utf8).span) == .moved(6))
      var room = [UInt8](repeating: 0, count: 64)
      #expect(try read(session, over: socket.number, into: &room) == .moved(6))
      #expect(room.starts(with: "hello".utf8) && !session.wasCutOff)
      kill(server.processIdentifier, SIGKILL)
      #expect(try read(session, over: socket.number, into: &room) == .moved(0))
      #expect(session.wasCutOff && !session.hasFailed)
    }
  }

  @Test(.enabled(if: isThere, "needs the command 'openssl'"))
  func `one request is answered, and a certificate that is not trusted is named`() throws {
    try withServer { port, _ in
      let here = SocketAddress(.loopbackV4, port: port)
      let request = RequestText("GET", "/", host: "localhost")
      let answer = try Fetch.response(
        to: request, from: here, over: TLSClient(host: "localhost", verifies: false),
        within: .seconds(60))
      #expect(answer.status == 200 && !answer.body.isEmpty)
      #expect(throws: Fetch.Failure.untrusted(reason: "self-signed certificate")) {
        _ = try Fetch.response(
          to: request, from: here, over: TLSClient(host: "localhost", verifies: true),
          within: .seconds(60))
      }
    }
  }

  /// Reads what comes next, however long that takes.
  private func read(
    _ session: TLSSession, over socket: Int32, into room: inout [UInt8]
  ) throws -> ClientSocket.Outcome {
    var poller = try Poller()
    try poller.add(socket, for: .reading, as: Poller.Token(0))
    while true {
      var span = room.mutableSpan
      let outcome = session.read(into: &span)
      guard outcome == .later else { return outcome }
      _ = try poller.wait(for: nil)
    }
  }

  @Test func `a target that says nothing is not waited for`() throws {
    let listener = try ListeningSocket(on: SocketAddress(.loopbackV4, port: 0))
    let client = try #require(TLSClient(host: "localhost", verifies: false))
    let socket = try OwnedDescriptor.connected(to: listener.address)
    let told = try client.session(over: socket.number).agree(
      over: socket.number, within: .milliseconds(10))
    #expect(told == "it does not agree about encryption in time")
  }

  @Test func `a target that says a little now and then is not waited for without end`() throws {
    // The beginning of a record of 16 KiB, whose bytes come one by one.
    let server = try EndlessServer(beginning: [0x16, 3, 3, 0x40, 0], [0], every: .milliseconds(1))
    defer { server.stop() }
    let client = try #require(TLSClient(host: "localhost", verifies: false))
    let socket = try OwnedDescriptor.connected(to: server.address)
    let told = try client.session(over: socket.number).agree(
      over: socket.number, within: .milliseconds(50))
    #expect(told == "it does not agree about encryption in time")
  }

  @Test func `a target that does not speak TLS is told before the run`() throws {
    let server = try ScriptedServer(.atOnce, answering: ScriptedAnswer(["hello"]))
    #expect(throws: LoadRefusal.self) {
      _ = try LoadRun(plan(server.address.port, verifies: false)).run()
    }
    server.stop()
  }
}
