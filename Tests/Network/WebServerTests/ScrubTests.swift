import TestSockets
import Testing
import WebServer

@Suite("WebServer · what is gone from the files before it is answered", .timeLimit(.minutes(60)))
struct ScrubTests {
  private static let delete = "DELETE / HTTP/1.1\r\nHost: x\r\n\r\n"
  private static let keep = "POST /keep HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
  private static let read = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
  let script = CommitScript()

  private func server() throws -> RunningServer {
    // Nothing may end a commit but the script.
    var limits = WebLimits()
    limits.tickInterval = .seconds(3_600)
    return try RunningServer(limits: limits) { [script] in ScriptedApplication($0, script) }
  }

  /// A client who asked for something, and whose commit has ended.
  private func ask(_ request: String, of server: RunningServer) throws -> Client {
    let client = Client(try server.connect())
    try client.raw.send(request)
    try script.waitForAnswer()
    try script.waitForBegin()
    script.endCommit(fails: false)
    return client
  }

  private func stop(_ server: RunningServer) throws {
    script.endCommit(fails: false)
    #expect(try server.stop().cutOff == 0)
  }

  @Test func `a deletion is answered after its scrub, and everything else goes on`() throws {
    let server = try server()
    let client = try ask(Self.delete, of: server)
    try script.scrub.waitForBegin()
    #expect(try server.answer(to: Self.read).status == 200)
    #expect(try ask(Self.keep, of: server).raw.receive().status == 201)
    try script.scrub.goOn()
    #expect(try server.answer(to: Self.read).status == 200)
    #expect(client.hasNothing)
    script.scrub.end(fails: false)
    #expect(try client.raw.receive().status == 204)
    try stop(server)
  }

  @Test func `a scrub that fails fails whoever waits for it, and nobody else`() throws {
    let server = try server()
    let client = try ask(Self.delete, of: server)
    try script.scrub.waitForBegin()
    #expect(try ask(Self.keep, of: server).raw.receive().status == 201)
    script.scrub.end(fails: true)
    let answer = try client.raw.receive()
    #expect(answer.status == 503)
    #expect(answer.field("retry-after") == "1")
    #expect(answer.text.contains("It is done, but"))
    try stop(server)
  }

  @Test func `a deletion whose commit fails waits for no scrub`() throws {
    let server = try server()
    let client = Client(try server.connect())
    try client.raw.send(Self.delete)
    try script.waitForAnswer()
    try script.waitForBegin()
    script.endCommit(fails: true)
    #expect(try client.raw.receive().status == 503)
    try stop(server)
  }

  @Test func `what is deleted during a scrub waits for the next`() throws {
    let server = try server()
    let first = try ask(Self.delete, of: server)
    try script.scrub.waitForBegin()
    let second = try ask(Self.delete, of: server)
    try script.scrub.goOn()
    script.scrub.end(fails: false)
    #expect(try first.raw.receive().status == 204)
    try script.scrub.waitForBegin()
    #expect(second.hasNothing)
    script.scrub.end(fails: false)
    #expect(try second.raw.receive().status == 204)
    try stop(server)
  }

  @Test func `who is told to stop waits for the scrub`() throws {
    let server = try server()
    let client = try ask(Self.delete, of: server)
    try script.scrub.waitForBegin()
    server.stopSwitch.stop()
    script.scrub.end(fails: false)
    #expect(try client.raw.receive().status == 204)
    try stop(server)
  }
}
