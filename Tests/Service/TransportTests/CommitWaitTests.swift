import TestSockets
import Testing
import GrowthloopTransport

@Suite("WebServer · what is answered while a commit is under way", .timeLimit(.minutes(60)))
struct CommitWaitTests {
  private static let keep = "POST /keep HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
  private static let read = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
  let script = CommitScript()

  /// A server with a client whose commit is under way, and another who waits for the next.
  private func twoTurns() throws -> (server: RunningServer, first: Client, second: Client) {
    // Nothing may end a commit but the script.
    var limits = WebLimits()
    limits.tickInterval = .seconds(3_600)
    let server = try RunningServer(limits: limits) { [script] in ScriptedApplication($0, script) }
    let (first, second) = (Client(try server.connect()), Client(try server.connect()))
    try first.raw.send(Self.keep)
    try script.waitForAnswer()
    try script.waitForBegin()
    try second.raw.send(Self.keep)
    try script.waitForAnswer()
    return (server, first, second)
  }

  @Test func `each answer is sent when its own commit has ended, and no other`() throws {
    let (server, first, second) = try twoTurns()
    // The server goes on meanwhile; what it would send to others, it would have sent by then.
    #expect(try server.answer(to: Self.read).status == 200)
    #expect(first.hasNothing)
    script.endCommit(fails: false)
    #expect(try first.raw.receive().status == 201)
    try script.waitForBegin()
    #expect(try server.answer(to: Self.read).status == 200)
    #expect(second.hasNothing)
    script.endCommit(fails: false)
    #expect(try second.raw.receive().status == 201)
    script.endCommit(fails: false)
    #expect(try server.stop().commits == 3)
  }

  @Test func `a commit that fails fails those that were answered since`() throws {
    let (server, first, second) = try twoTurns()
    script.endCommit(fails: true)
    #expect(try first.raw.receive().status == 503)
    #expect(try second.raw.receive().status == 503)
    try first.raw.send(Self.keep)
    try script.waitForAnswer()
    try script.waitForBegin()
    script.endCommit(fails: false)
    #expect(try first.raw.receive().status == 201)
    script.endCommit(fails: false)
    let report = try server.stop()
    #expect(report.failedCommits == 1)
    #expect(report.commits == 3, "what was answered since the failed one was never begun")
  }

  @Test func `a server that is stopped waits for both`() throws {
    let (server, first, second) = try twoTurns()
    server.stopSwitch.stop()
    for _ in 0..<3 { script.endCommit(fails: false) }
    #expect(try first.raw.receive().status == 201)
    #expect(try second.raw.receive().status == 201)
    #expect(try server.report.value().cutOff == 0)
  }
}
