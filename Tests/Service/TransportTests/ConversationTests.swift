import GrowthloopTransport
import TestSockets
import Testing

@Suite("WebServer · requests and answers", .timeLimit(.minutes(60)))
struct ConversationTests {
  private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test func `an answer has a date, a length and no name of the server`() throws {
    let server = try RunningServer()
    let answer = try server.answer(to: Self.get)
    #expect(answer.status == 200)
    #expect(answer.text == "hello")
    #expect(answer.field("content-length") == "5")
    #expect(answer.field("date")?.hasSuffix(" GMT") == true)
    #expect(answer.field("server") == nil)
    try server.stop()
  }

  @Test func `it listens for this machine over IPv4 and IPv6 at the same port`() throws {
    let server = try RunningServer()
    #expect(Set(server.addresses.map(\.port)).count == 1)
    #expect(server.addresses.allSatisfy { $0.address.isLoopback && $0.port != 0 })
    for address in server.addresses {
      var client = try RawClient(address)
      try client.send(Self.get)
      #expect(try client.receive().status == 200)
    }
    try server.stop()
  }

  @Test func `HEAD is answered with the length of the body, and without it`() throws {
    let server = try RunningServer()
    var client = try server.connect()
    try client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n" + Self.get)
    #expect(try client.receive(toHead: true).field("content-length") == "5")
    #expect(try client.receive().text == "hello")
    try server.stop()
  }

  @Test func `one connection carries one request after the other`() throws {
    let server = try RunningServer()
    var client = try server.connect()
    for number in 0..<50 {
      try client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n\(number + 10)")
      #expect(try client.receive().text == "\(number + 10)")
    }
    #expect(try server.stop().requests == 50)
  }

  @Test func `requests that come at once are answered in their order`() throws {
    let server = try RunningServer()
    var client = try server.connect()
    let requests = (10..<60).map { number in
      number.isMultiple(of: 5)
        ? "POST /keep HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n\(number)"
        : "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n\(number)"
    }
    try client.send(requests.joined())
    for number in 10..<60 {
      let answer = try client.receive()
      #expect(answer.text == (number.isMultiple(of: 5) ? "kept" : "\(number)"))
    }
    try server.stop()
  }

  @Test func `a request in single bytes is one request`() throws {
    let server = try RunningServer()
    var client = try server.connect()
    for byte in "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc".utf8 {
      try client.send([byte])
    }
    #expect(try client.receive().text == "abc")
    try server.stop()
  }

  @Test func `chunks become one body`() throws {
    let server = try RunningServer()
    let answer = try server.answer(
      to: "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\nTrailer: z\r\n\r\n")
    #expect(answer.text == "abcdefg")
    try server.stop()
  }

  @Test func `the largest body that is allowed arrives whole`() throws {
    let server = try RunningServer()
    let body = String(repeating: "growth", count: 10_922) + "abcd"
    let answer = try server.answer(
      to: "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 65536\r\n\r\n" + body)
    #expect(answer.text == body)
    try server.stop()
  }

  @Test func `a client that asks first is told to continue`() throws {
    let server = try RunningServer()
    var client = try server.connect()
    try client.send(
      "POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(try client.receive().status == 100)
    try client.send("ok")
    #expect(try client.receive().text == "ok")
    try server.stop()
  }

  @Test func `HTTP 1,0 needs no host, and ends its connection`() throws {
    let server = try RunningServer()
    var client = try server.connect()
    try client.send("GET / HTTP/1.0\r\n\r\n")
    let text = String(decoding: client.receiveToEnd(), as: UTF8.self)
    #expect(text.contains(" 200 OK\r\n"))
    try server.stop()
  }

  @Test func `a header field is found in any case`() throws {
    let server = try RunningServer()
    let answer = try server.answer(
      to: "GET /agent HTTP/1.1\r\nhost: x\r\nUSER-agent: Growth/1\r\n\r\n")
    #expect(answer.text == "Growth/1")
    try server.stop()
  }

  @Test func `a line break that was asked for ends no field of the answer`() throws {
    let server = try RunningServer()
    let answer = try server.answer(
      to: "GET /redirect?to=/a%0D%0ASet-Cookie:%20b HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(answer.field("location") == "/a  Set-Cookie: b")
    #expect(answer.field("set-cookie") == nil)
    try server.stop()
  }

  @Test func `a query has as many parameters as fit into a path`() throws {
    let server = try RunningServer()
    let many = String(repeating: "a&", count: 1_000)
    let answer = try server.answer(
      to: "GET /redirect?\(many)to=b HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(answer.field("location") == "b")
    try server.stop()
  }

  @Test func `a line may end without a CR, and a value with blanks`() throws {
    let server = try RunningServer()
    let answer = try server.answer(to: "GET /agent HTTP/1.1\nUser-Agent: b \t \r\nHost: x\n\n")
    #expect(answer.text == "b \t ")
    try server.stop()
  }

  @Test func `many connections are open at once`() throws {
    let server = try RunningServer()
    var clients = ClientPile()
    for _ in 0..<300 { clients.push(try server.connect()) }
    try clients.forEach { client in
      try client.send(Self.get)
      #expect(try client.receive().status == 200)
    }
    #expect(try server.stop().requests == 300)
  }

  @Test func `a connection too many from one address is refused`() throws {
    var limits = WebLimits()
    limits.connectionsPerAddress = 2
    let server = try RunningServer(limits: limits)
    var first = try server.connect()
    var second = try server.connect()
    // The answers show that both were taken before the third came.
    for _ in 0..<2 {
      try first.send(Self.get)
      try second.send(Self.get)
      #expect(try first.receive().status == 200)
      #expect(try second.receive().status == 200)
    }
    let answer = try server.answer(to: Self.get)
    #expect(answer.status == 429)
    #expect(answer.field("retry-after") == "1")
    try server.stop()
  }

  @Test func `a connection too many in all is refused`() throws {
    var limits = WebLimits()
    limits.connections = 1
    let server = try RunningServer(limits: limits)
    var first = try server.connect()
    try first.send(Self.get)
    #expect(try first.receive().status == 200)
    #expect(try server.answer(to: Self.get).status == 503)
    try server.stop()
  }
}

/// Clients that stay open together; an array cannot hold what cannot be copied.
private struct ClientPile: ~Copyable {
  private final class Box {
    var client: RawClient

    init(_ client: consuming RawClient) {
      self.client = client
    }
  }

  private var boxes: [Box] = []

  mutating func push(_ client: consuming RawClient) {
    boxes.append(Box(client))
  }

  func forEach(_ body: (inout RawClient) throws -> Void) rethrows {
    for box in boxes { try body(&box.client) }
  }
}
