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

  @Test func `a request over an idle connection gets its answer while the server stops`() throws {
    var limits = WebLimits()
    limits.drainTime = .seconds(20)
    limits.graceTime = .seconds(30)
    let server = try RunningServer(limits: limits)
    var client = try server.connect()
    try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try client.receive().field("connection") == nil)
    server.stopSwitch.stop()
    // It has stopped listening before it looks at its connections.
    while (try? server.connect()) != nil {}
    try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    let last = try client.receive()
    #expect(last.status == 200 && last.field("connection") == "close")
    #expect(client.receiveToEnd().isEmpty)
    let report = try server.report.value()
    #expect(report.requests == 2 && report.cutOff == 0)
  }

  @Test func `an idle connection without a request ends before the time of grace`() throws {
    var limits = WebLimits()
    limits.drainTime = .milliseconds(1)
    limits.graceTime = .seconds(3_600)
    let server = try RunningServer(limits: limits)
    var idle = try server.connect()
    try idle.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try idle.receive().status == 200)
    #expect(try server.stop().cutOff == 0)
    #expect(idle.receiveToEnd().isEmpty)
  }

  @Test(arguments: ["@", "/tmp/"])
  func `the service manager hears when it is ready, and when it stops`(place: String) throws {
    let name = "\(place)growthloop-\(UInt64.random(in: 0 ... .max))"
    defer { unsafe unlink(name) }
    let socket = try ManagerSocket(name)
    let manager = try #require(ServiceManager { $0 == "NOTIFY_SOCKET" ? name : nil })
    let server = try RunningServer(manager: manager)
    #expect(try socket.receive() == ["READY=1"])
    try server.stop()
    #expect(try socket.receive() == ["STOPPING=1"])
    #expect(manager.notify(.reloading))
    let reloading = try socket.receive()
    #expect(reloading.first == "RELOADING=1" && reloading[1].hasPrefix("MONOTONIC_USEC="))
  }

  @Test func `without a manager, or with one that is gone, it goes on`() throws {
    #expect(ServiceManager { _ in nil } == nil)
    #expect(ServiceManager { _ in "notify" } == nil)
    #expect(ServiceManager { _ in "/" + String(repeating: "a", count: 108) } == nil)
    let gone = try #require(ServiceManager { _ in "/nowhere/notify" })
    #expect(!gone.notify(.ready))
    let server = try RunningServer(manager: gone)
    #expect(try server.answer(to: "GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
    try server.stop()
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
