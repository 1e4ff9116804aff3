import TestSockets
import Testing
import GrowthloopTransport

@Suite("WebServer · what the server itself refuses", .timeLimit(.minutes(60)))
struct RefusalTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: String
    let status: Int

    init(_ testDescription: String, _ request: String, _ status: Int) {
      self.testDescription = testDescription
      self.request = request
      self.status = status
    }
  }

  static let examples = [
    Example("a path with a blank", "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Example("a path with raw UTF-8", "GET /\u{E9} HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Example("an absolute target", "GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Example("a fragment", "GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Example("no host", "GET / HTTP/1.1\r\n\r\n", 400),
    Example("two hosts", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
    Example("a blank in a field's name", "GET / HTTP/1.1\r\nHost: x\r\nA b: c\r\n\r\n", 400),
    Example("a blank before the colon", "GET / HTTP/1.1\r\nHost: x\r\nA : c\r\n\r\n", 400),
    Example("a control in a value", "GET / HTTP/1.1\r\nHost: x\r\nA: b\u{1}\r\n\r\n", 400),
    Example(
      "two lengths",
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na", 400),
    Example(
      "a length and chunks",
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "0\r\n\r\n", 400),
    Example(
      "a length folded over two lines",
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n 5\r\n\r\nGET /", 400),
    Example(
      "a length that goes on in another line",
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\t0\r\n\r\n0123456789", 400),
    Example(
      "a coding folded over two lines",
      "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\r\n\tchunked\r\n\r\n0\r\n\r\n", 400),
    Example("a host folded over two lines", "GET / HTTP/1.1\r\nHost:\r\n x\r\n\r\n", 400),
    Example("any field folded", "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\nD: e\r\n\r\n", 400),
    Example("a zero in a path", "GET /a\0b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Example("a zero behind a path", "GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Example("a zero in a query", "GET /?a=b\0c HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Example("a zero in a value", "GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\nD: e\r\n\r\n", 400),
    Example("a zero before a value", "GET / HTTP/1.1\r\nA: \0b\r\nHost: x\r\n\r\n", 400),
    Example("a zero at a value's end", "GET / HTTP/1.1\r\nA: b\0\r\nHost: x\r\n\r\n", 400),
    Example("a zero in the last value", "GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n", 400),
    Example("a zero for a line", "GET / HTTP/1.1\r\nHost: x\r\n\0A: b\r\n\r\n", 400),
    Example("a length in words", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: a\r\n\r\n", 400),
    Example("a negative length", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
    Example("a signed length", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\na", 400),
    Example("an empty length", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\n", 400),
    Example("lengths in one", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 1\r\n\r\na", 400),
    Example(
      "two lengths, the first in words",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: a\r\nContent-Length: 1\r\n\r\na", 400),
    Example(
      "a length beyond all numbers",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
    Example(
      "a body that says it is too large",
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 65537\r\n\r\n", 413),
    Example("a long path", "GET /\(String(repeating: "a", count: 2_048)) HTTP/1.1\r\n\r\n", 414),
    Example("an expectation", "GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n", 417),
    Example(
      "a long head",
      "GET / HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "a", count: 8_192))\r\n\r\n", 431),
    Example("an unknown method", "BREW / HTTP/1.1\r\nHost: x\r\n\r\n", 501),
    Example(
      "an unknown coding",
      "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
  ]

  @Test(arguments: examples)
  func `it is refused with a problem, and the connection ends`(_ example: Example) throws {
    let server = try RunningServer()
    var client = try server.connect()
    try client.send(example.request)
    let answer = try client.receive()
    #expect(answer.status == example.status)
    #expect(answer.field("content-type") == "application/problem+json")
    #expect(answer.field("connection") == "close")
    #expect(answer.field("date")?.hasSuffix(" GMT") == true)
    #expect(answer.text.contains("\"status\":\(example.status)"))
    #expect(client.receiveToEnd().isEmpty)
    #expect(try server.stop().requests == 0)
  }

  static let unreadable = [
    Example("another version", "GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505),
    Example("no version", "GET /\r\n\r\n", 400),
    Example("a field without a colon", "GET / HTTP/1.1\r\nHost x\r\n\r\n", 400),
    Example(
      "chunks without a size",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n\r\n", 400),
    Example(
      "a flood of header fields",
      "GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 50_000) + "\r\n", 431),
    Example("an endless path", "GET /" + String(repeating: "a", count: 200_000), 414),
  ]

  @Test(arguments: unreadable)
  func `what is no HTTP is refused by the library`(_ example: Example) throws {
    let controls = ApplicationControls()
    var limits = WebLimits()
    limits.tickInterval = .milliseconds(5)
    let server = try RunningServer(limits: limits, controls)
    var client = try server.connect()
    try? client.send(example.request)
    let bytes = client.receiveToEnd()
    // A flood may still be on its way when the connection ends, which destroys the answer.
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(bytes.isEmpty || text.hasPrefix("HTTP/1.1 \(example.status) "))
    let line = "http_unreadable_requests_total{status=\"\(example.status)\"} 1"
    #expect(try controls.nextMetrics().contains(line))
    #expect(try server.stop().requests == 0)
  }

  @Test func `a head that comes in pieces between others gets one refusal of its length`() throws {
    let server = try RunningServer()
    var first = try server.connect()
    try first.send("POST / HTTP/1.1\r\n")
    var second = try server.connect()
    try second.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Le")
    // This answer comes after both lines were read, and from a third.
    #expect(try server.answer(to: "GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
    try first.send("Host: x\r\nContent-Length: a\r\n\r\n")
    #expect(try first.receive().text.contains("The length of the body is no number."))
    #expect(first.receiveToEnd().isEmpty)
    try second.send("ngth: 1\r\n\r\na")
    #expect(try second.receive().text == "a")
    try server.stop()
  }

  @Test func `a refusal of HEAD has no body`() throws {
    let server = try RunningServer()
    var client = try server.connect()
    try client.send("HEAD / HTTP/1.1\r\n\r\n")
    #expect(try client.receive(toHead: true).status == 400)
    #expect(client.receiveToEnd().isEmpty)
    try server.stop()
  }

  @Test func `chunks that grow too large are refused while they come`() throws {
    let server = try RunningServer()
    var client = try server.connect()
    try client.send("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    let chunk = "4000\r\n" + String(repeating: "a", count: 0x4000) + "\r\n"
    for _ in 0..<5 { try client.send(chunk) }
    #expect(try client.receive().status == 413)
    try server.stop()
  }

  @Test func `a large body is refused before it is sent`() throws {
    let server = try RunningServer()
    var client = try server.connect()
    try client.send(
      "POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 99999\r\n\r\n")
    #expect(try client.receive().status == 413)
    try server.stop()
  }

  @Test func `a large body that is sent all the same gets its refusal`() throws {
    let server = try RunningServer()
    var client = try server.connect()
    let body = String(repeating: "a", count: 1 << 20)
    try client.send(
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
    #expect(try client.receive().status == 413)
    try server.stop()
  }
}
