import Glibc
import GrowthloopTransport
import TestSockets
import Testing

@Suite("WebServer · stopping", .timeLimit(.minutes(60)))
struct StopTests {
  @Test func `a request that runs gets its answer, and then its connection ends`() throws {
    let controls = ApplicationControls()
    controls.hold(commit: 1)
    let server = try RunningServer(controls)
    var client = try server.connect()
    try client.send("POST /keep HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
    try controls.waitForHeldCommit()
    server.stopSwitch.stop()
    controls.letCommitGoOn()
    #expect(try client.receive().status == 201)
    #expect(client.receiveToEnd().isEmpty)
    let report = try server.stop()
    #expect(report.requests == 1)
    #expect(report.cutOff == 0)
    #expect(report.ending == .stopSwitch)
    #expect(controls.commits == 2, "one for the answer, and the last one")
  }

  @Test func `a body that has begun may come to its end`() throws {
    let server = try RunningServer()
    var client = try server.connect()
    var idle = try server.connect()
    try client.send(
      "POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(try client.receive().status == 100)
    server.stopSwitch.stop()
    // The server ends this one first: then it has stopped listening too.
    #expect(idle.receiveToEnd().isEmpty)
    #expect(throws: SystemCallError.self) { _ = try server.connect() }
    try client.send("ok")
    #expect(try client.receive().text == "ok")
    let report = try server.stop()
    #expect(report.requests == 1)
    #expect(report.cutOff == 0)
  }

  @Test func `who does not finish in the time of grace is cut off`() throws {
    var limits = WebLimits()
    limits.graceTime = .milliseconds(20)
    limits.tickInterval = .milliseconds(5)
    let server = try RunningServer(limits: limits)
    var client = try server.connect()
    try client.send(
      "POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(try client.receive().status == 100)
    let report = try server.stop()
    #expect(report.cutOff == 1)
    #expect(client.receiveToEnd().isEmpty)
  }

  @Test func `the last commit can fail, and the report says so`() throws {
    let controls = ApplicationControls()
    controls.failCommits(true)
    let report = try RunningServer(controls).stop()
    #expect(report.lastFailure is SampleApplication.DiskFull)
    #expect(report.failedCommits == 1)
    #expect(report.description.contains("the last commit failed"))
  }
}

@Suite("WebServer · signals", .timeLimit(.minutes(60)))
struct SignalTests {
  private final class Suicidal: WebApplication {
    private let meter: RouteMeter

    init(_ metrics: WebMetrics) {
      meter = metrics.meter("any")
    }

    func answer(_ request: borrowing WebRequest) -> WebAnswer {
      // To this thread, which has it blocked; the others of the test have not.
      raise(SIGUSR1)
      return WebAnswer(WebResponse(204), .afterCommit, countedBy: meter)
    }

    func endCommit() {}
  }

  @Test func `a signal stops it as the switch does`() throws {
    let server = try RunningServer(stoppingOn: [SIGUSR1]) { Suicidal($0) }
    var client = try server.connect()
    try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try client.receive().status == 204)
    #expect(client.receiveToEnd().isEmpty)
    let report = try server.report.value()
    #expect(report.ending == .signal(SIGUSR1))
    #expect(report.description.hasPrefix("stopped by signal \(SIGUSR1): 1 requests in 1 turns"))
  }
}
