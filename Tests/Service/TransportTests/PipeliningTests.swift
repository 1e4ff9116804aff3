import GrowthloopTransport
import TestSockets
import Testing

@Suite("WebServer · requests that are sent without waiting for answers", .timeLimit(.minutes(60)))
struct PipeliningTests {
  private static let keep = "POST /keep HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
  private static let read = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  /// Sends so many requests on a thread of their own, since answers must be taken meanwhile.
  private func send(_ text: String, times: Int, over client: Client) -> Promise<Bool> {
    client.raw.sendAside(text, times: times)
  }

  /// A server with a client of whose requests the first two are answered, and so many more are sent.
  ///
  /// Only after the first two is it known that the client does not wait.
  private func afterTwo(
    _ more: Int, _ script: CommitScript, request: String = Self.keep
  ) throws -> (server: RunningServer, client: Client) {
    // Nothing may end a commit but the script.
    var limits = WebLimits()
    limits.tickInterval = .seconds(3_600)
    let server = try RunningServer(limits: limits) { ScriptedApplication($0, script) }
    let client = Client(try server.connect())
    try client.raw.send(String(repeating: request, count: 2 + more))
    for _ in 0..<2 {
      try script.waitForAnswer()
      try script.waitForBegin()
      #expect(client.hasNothing)
      script.endCommit(fails: false)
      #expect(try client.raw.receive().status == 201)
    }
    return (server, client)
  }

  @Test func `answers during a commit share the next, and none is sent before`() throws {
    let script = CommitScript()
    let (server, client) = try afterTwo(101, script)
    try script.waitForAnswer()
    try script.waitForBegin()
    // One is being committed, and a hundred are answered meanwhile.
    for _ in 0..<100 { try script.waitForAnswer() }
    #expect(try server.answer(to: Self.read).status == 200)
    #expect(client.hasNothing)
    script.endCommit(fails: false)
    #expect(try client.raw.receive().status == 201)
    try script.waitForBegin()
    #expect(try server.answer(to: Self.read).status == 200)
    #expect(client.hasNothing)
    script.endCommit(fails: false)
    for _ in 0..<100 { #expect(try client.raw.receive().status == 201) }
    script.endCommit(fails: false)
    let report = try server.stop()
    #expect(report.requests == 105)
    #expect(report.commits == 5, "two, one with one answer, one with a hundred, and the last")
  }

  @Test func `if a commit fails, neither its answers nor those since are sent`() throws {
    let script = CommitScript()
    let (server, client) = try afterTwo(20, script)
    for _ in 0..<20 { try script.waitForAnswer() }
    try script.waitForBegin()
    script.endCommit(fails: true)
    #expect(try client.raw.receive().status == 503)
    #expect(client.raw.receiveToEnd().isEmpty)
    for _ in 0..<4 { script.endCommit(fails: false) }
    #expect(try server.stop().failedCommits == 1)
  }

  @Test func `twenty thousand are answered one in a turn`() throws {
    let server = try RunningServer()
    let client = Client(try server.connect())
    let sent = send(Self.keep, times: 20_000, over: client)
    for _ in 0..<20_000 { #expect(try client.raw.receive().status == 201) }
    #expect(try sent.value())
    let report = try server.stop()
    #expect(report.requests == 20_000)
    #expect(report.turns <= 20_000)
  }

  @Test func `all keep their order, whatever they wait for and however large they are`() throws {
    let server = try RunningServer()
    let client = Client(try server.connect())
    let body = String(repeating: "b", count: 40_000)
    let texts = ["kept", "kept", "hello", "kept", body, "kept", body, "hello"]
    let requests = texts.map { text in
      switch text {
      case "kept": Self.keep
      case "hello": Self.read
      default: "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 40000\r\n\r\n" + text
      }
    }
    let sent = send(requests.joined(), times: 100, over: client)
    for _ in 0..<100 {
      for text in texts { #expect(try client.raw.receive().text == text) }
    }
    #expect(try sent.value())
    try server.stop()
  }

  @Test func `who sends no more gets every answer, and then the connection ends`() throws {
    let server = try RunningServer()
    for ending in ["", "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"] {
      var client = try server.connect()
      try client.send(String(repeating: Self.keep, count: 500) + ending)
      if ending.isEmpty { client.finishSending() }
      for _ in 0..<500 { #expect(try client.receive().status == 201) }
      if !ending.isEmpty { #expect(try client.receive().status == 200) }
      #expect(client.receiveToEnd().isEmpty)
    }
    try server.stop()
  }

  @Test func `a commit that fails acknowledges nothing`() throws {
    let controls = ApplicationControls()
    let server = try RunningServer(controls)
    var client = try server.connect()
    try client.send(String(repeating: Self.keep, count: 3))
    for _ in 0..<3 { #expect(try client.receive().status == 201) }
    controls.failCommits(true)
    try client.send(String(repeating: Self.keep, count: 50))
    let text = String(decoding: client.receiveToEnd(), as: UTF8.self)
    #expect(!text.contains(" 201 "))
    controls.failCommits(false)
    #expect(try server.answer(to: Self.keep).status == 201)
    try server.stop()
  }

  @Test func `a client that sends without end delays no other`() throws {
    let controls = ApplicationControls()
    let server = try RunningServer(controls)
    let greedy = Client(try server.connect())
    let sent = send(Self.keep, times: 20_000, over: greedy)
    for _ in 0..<10 { #expect(try greedy.raw.receive().status == 201) }
    let before = controls.commits
    for _ in 0..<20 { #expect(try server.answer(to: Self.keep).status == 201) }
    #expect(controls.commits - before < 10_000, "twenty need not wait for the rest of the flood")
    for _ in 10..<20_000 { #expect(try greedy.raw.receive().status == 201) }
    #expect(try sent.value())
    try server.stop()
  }

  @Test func `who takes no answers is cut off`() throws {
    let controls = ApplicationControls()
    var limits = WebLimits()
    limits.answerTime = .milliseconds(40)
    limits.tickInterval = .milliseconds(5)
    let server = try RunningServer(limits: limits, controls)
    let client = Client(try server.connect())
    let sent = send(Self.keep, times: 1_000_000, over: client)
    try controls.waitForMetrics(with: "http_slow_readers_total 1\n")
    #expect(try !sent.value())
    try controls.waitForMetrics(with: "http_open_connections 0\n")
    try server.stop()
  }

  @Test func `a client that disconnects in the middle harms no other`() throws {
    let controls = ApplicationControls()
    let server = try RunningServer(controls)
    for _ in 0..<20 {
      let client = try server.connect()
      try client.send(String(repeating: Self.keep, count: 200))
    }
    #expect(try server.answer(to: Self.keep).status == 201)
    try controls.waitForMetrics(with: "http_open_connections 0\n")
    try server.stop()
  }

  @Test func `a server that stops sends what has been answered`() throws {
    let server = try RunningServer()
    let client = Client(try server.connect())
    let sent = send(Self.keep, times: 20_000, over: client)
    for _ in 0..<100 { #expect(try client.raw.receive().status == 201) }
    server.stopSwitch.stop()
    var answers = 100
    while (try? client.raw.receive().status) == 201 { answers += 1 }
    _ = try sent.value()
    let report = try server.report.value()
    #expect(report.cutOff == 0)
    #expect(answers <= report.requests)
  }

  @Test func `more of them than there may be are served all the same`() throws {
    var limits = WebLimits()
    limits.pipelines = 2
    let server = try RunningServer(limits: limits)
    let clients = try (0..<6).map { _ in Client(try server.connect()) }
    for client in clients { try client.raw.send(String(repeating: Self.keep, count: 50)) }
    for client in clients {
      for _ in 0..<50 { #expect(try client.raw.receive().status == 201) }
    }
    try server.stop()
  }
}
