import Foundation
import GrowthloopTransport
import TestSupport
import Testing

@testable import GrowthloopLoadGenerator

@Suite("TLS · the same over an encrypted connection", .timeLimit(.minutes(60)))
struct EncryptionTests {
  private static var isThere: Bool { TLSServer.isThere }

  private func withServer(
    _ behaviour: String = "-www", _ body: (UInt16, Process) throws -> Void
  ) throws {
    let server = try TLSServer(behaviour)
    defer { server.stop() }
    try body(server.port, server.process)
  }

  private func plan(_ port: UInt16, verifies: Bool) -> LoadPlan {
    var target = LoadTarget(.https, host: "localhost", port: port)
    target.tls.verifies = verifies
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
            + "name the file of its issuer in SSL_CERT_FILE, take any by --insecure, or ask by "
            + "http://")
      }
    }
  }

  /// Runs a plan of twenty new connections against a server of that behaviour.
  private func connect(
    _ behaviour: String, _ change: (inout TLSSettings, URL) -> Void = { _, _ in }
  ) throws -> LoadRecord {
    let server = try TLSServer(behaviour)
    defer { server.stop() }
    var plan = plan(server.port, verifies: false)
    plan.mix = TrafficMix(.get("/", connection: .new))
    change(&plan.target.tls, server.folder)
    return try LoadRun(plan).run()
  }

  @Test(.enabled(if: isThere, "needs the command 'openssl'"))
  func `what was agreed stands in the record, and HTTP 1 is offered by ALPN`() throws {
    let agreed = try #require(try connect("-www -alpn h2,http/1.1").encryption)
    #expect(agreed.version == "TLSv1.3" && agreed.cipher.hasPrefix("TLS_"))
    #expect(agreed.applicationProtocol == "http/1.1")
    #expect(agreed.handshakes == 20 && agreed.resumed == 0)
    let older = try #require(try connect("-www -tls1_2").encryption)
    #expect(older.version == "TLSv1.2" && older.applicationProtocol == nil)
  }

  @Test(.enabled(if: isThere, "needs the command 'openssl'"), arguments: ["-tls1_3", "-tls1_2"])
  func `sessions are taken up where the plan says so`(version: String) throws {
    let record = try connect("-www \(version)") { tls, _ in tls.resumes = true }
    let agreed = try #require(record.encryption)
    #expect(record.counts.answered(inClass: 2) == 20)
    #expect(agreed.handshakes == 20 && agreed.resumed >= 10, "\(agreed)")
  }

  @Test(.enabled(if: isThere, "needs the command 'openssl'"))
  func `a certificate of the client is shown, and its lack fails each request`() throws {
    let asking = "-www -Verify 1 -CAfile cert.pem"
    let shown = try connect(asking) { tls, folder in
      tls.certificate = folder.appending(path: "cert.pem").path
      tls.key = folder.appending(path: "key.pem").path
    }
    #expect(shown.counts.answered(inClass: 2) == 20 && shown.counts.errors == 0)
    let lacking = try connect(asking)
    #expect(lacking.counts.errors == 20 && lacking.counts[.tls] + lacking.counts[.reset] == 20)
    do throws(LoadRefusal) {
      var plan = LoadPlan(
        LoadTarget(.https, host: "localhost", port: 1), .open(.recorded([0])),
        TrafficMix(.get("/")))
      plan.target.tls.certificate = "/etc/hostname"
      let route = ClientSocket.Route(to: SocketAddress(.loopbackV4, port: 1))
      _ = try Preflight.trust(plan.target, over: route)
      Issue.record("a name is no certificate")
    } catch {
      #expect(error.description.hasPrefix("'/etc/hostname' is no certificate or key in PEM: "))
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
