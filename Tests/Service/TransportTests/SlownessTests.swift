import TestSockets
import Testing
import GrowthloopTransport

@Suite("WebServer · who is too slow", .timeLimit(.minutes(60)))
struct SlownessTests {
  /// Limits that end soon; nothing here waits for a clock but the server.
  private static var impatient: WebLimits {
    var limits = WebLimits()
    limits.headTime = .milliseconds(40)
    limits.bodyTime = .milliseconds(40)
    limits.answerTime = .milliseconds(40)
    limits.idleTime = .milliseconds(40)
    limits.tickInterval = .milliseconds(5)
    return limits
  }

  @Test func `a head that is not finished is refused`() throws {
    let server = try RunningServer(limits: Self.impatient)
    let answer = try server.answer(to: "GET / HTTP/1.1\r\nHost: x\r\nA: b")
    #expect(answer.status == 408)
    #expect(answer.field("content-type") == "application/problem+json")
    try server.stop()
  }

  @Test func `a head that trickles on is refused all the same`() throws {
    let server = try RunningServer(limits: Self.impatient)
    var client = try server.connect()
    try client.send("GET / HTTP/1.1\r\nHost: x\r\n")
    // Every byte counts as activity; only the time for the whole head ends this.
    var sent = 0
    while (try? client.send("A: b\r\n")) != nil, sent < 100_000_000 { sent += 1 }
    let text = String(decoding: client.receiveToEnd(), as: UTF8.self)
    #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 408 ") || text.hasPrefix("HTTP/1.1 431 "))
    #expect(try server.stop().requests == 0)
  }

  @Test func `a body that is not finished is refused`() throws {
    let server = try RunningServer(limits: Self.impatient)
    let answer = try server.answer(
      to: "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf")
    #expect(answer.status == 408)
    try server.stop()
  }

  @Test func `a connection on which nothing comes is closed without a word`() throws {
    let server = try RunningServer(limits: Self.impatient)
    var client = try server.connect()
    #expect(client.receiveToEnd().isEmpty)
    try server.stop()
  }

  @Test func `a connection that rests too long after an answer is closed`() throws {
    let server = try RunningServer(limits: Self.impatient)
    var client = try server.connect()
    try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try client.receive().status == 200)
    #expect(client.receiveToEnd().isEmpty)
    try server.stop()
  }

  @Test func `who does not take an answer is cut off`() throws {
    let controls = ApplicationControls()
    let server = try RunningServer(limits: Self.impatient, controls)
    var client = try server.connect()
    try client.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
    try controls.waitForMetrics(with: "http_slow_readers_total 1\n")
    let count = client.receiveToEnd().count
    #expect(count < 64 << 20)
    try server.stop()
  }

  @Test func `who sends no more gets its answers, and then the connection ends`() throws {
    var limits = WebLimits()
    limits.lingeringTime = .milliseconds(20)
    limits.tickInterval = .milliseconds(5)
    limits.idleTime = .seconds(3_600)
    let server = try RunningServer(limits: limits)
    for path in ["/", "/keep", "/"] {
      var client = try server.connect()
      try client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
      client.finishSending()
      #expect(try client.receive().status == (path == "/" ? 200 : 201))
      #expect(try client.receive().status == 200)
      #expect(client.receiveToEnd().isEmpty)
    }
    try server.stop()
  }

  @Test func `who goes away in the middle of a request leaves nothing behind`() throws {
    let controls = ApplicationControls()
    var limits = WebLimits()
    limits.lingeringTime = .milliseconds(20)
    limits.tickInterval = .milliseconds(5)
    let server = try RunningServer(limits: limits, controls)
    for _ in 0..<20 {
      let client = try server.connect()
      try client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf")
    }
    #expect(try server.answer(to: "GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
    try controls.waitForMetrics(with: "http_open_connections 0\n")
    #expect(try server.stop().requests == 1)
  }
}
