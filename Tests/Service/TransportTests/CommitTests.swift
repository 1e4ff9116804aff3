import TestSockets
import Testing
import GrowthloopTransport

@Suite("WebServer · what is durable before it is answered", .timeLimit(.minutes(60)))
struct CommitTests {
  private static let keep = "POST /keep HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"

  @Test func `an answer waits for the commit of its turn`() throws {
    let controls = ApplicationControls()
    let server = try RunningServer(controls)
    #expect(try server.answer(to: Self.keep).status == 201)
    #expect(controls.commits == 1)
    try server.stop()
  }

  @Test func `all that comes during a commit shares the next`() throws {
    let controls = ApplicationControls()
    controls.hold(commit: 1)
    let server = try RunningServer(controls)
    var first = try server.connect()
    try first.send(Self.keep)
    try controls.waitForHeldCommit()
    var others: [Client] = []
    for _ in 0..<40 {
      let client = Client(try server.connect())
      try client.raw.send(Self.keep)
      others.append(client)
    }
    controls.letCommitGoOn()
    #expect(try first.receive().status == 201)
    for client in others { #expect(try client.raw.receive().status == 201) }
    #expect(controls.commits == 2)
    let report = try server.stop()
    #expect(report.requests == 41)
    #expect(report.commits == 3, "two for answers, and the last one")
  }

  @Test func `what needs no commit does not wait for one`() throws {
    let controls = ApplicationControls()
    let server = try RunningServer(controls)
    #expect(try server.answer(to: "GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
    #expect(controls.commits == 0)
    try server.stop()
  }

  @Test func `where the commit fails no client is told that it was done`() throws {
    let controls = ApplicationControls()
    let server = try RunningServer(controls)
    controls.failCommits(true)
    let answer = try server.answer(to: Self.keep)
    #expect(answer.status == 503)
    #expect(answer.field("retry-after") == "1")
    #expect(answer.field("content-type") == "application/problem+json")
    controls.failCommits(false)
    #expect(try server.answer(to: Self.keep).status == 201)
    #expect(try server.stop().failedCommits == 1)
  }

  @Test func `what a tick changed is committed without a waiting answer`() throws {
    let controls = ApplicationControls()
    controls.hold(commit: 1)
    let server = try RunningServer(controls)
    controls.changeSomething()
    try controls.waitForHeldCommit()
    controls.letCommitGoOn()
    #expect(try server.stop().commits == 2, "that one, and the last")
  }

  @Test func `a client that disconnects before the commit harms no other`() throws {
    let controls = ApplicationControls()
    controls.hold(commit: 1)
    let server = try RunningServer(controls)
    do {
      let client = try server.connect()
      try client.send(Self.keep)
      try controls.waitForHeldCommit()
    }
    controls.letCommitGoOn()
    #expect(try server.answer(to: Self.keep).status == 201)
    #expect(try server.stop().requests == 2)
  }
}
