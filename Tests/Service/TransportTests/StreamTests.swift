import GrowthloopTransport
import TestSockets
import Testing

@Suite("WebServer · streams of events", .timeLimit(.minutes(60)))
struct StreamTests {
  private static let ask = "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n"
  private let controls = ApplicationControls()

  /// Receives until the text ends so.
  private func read(_ client: Client, until end: String) throws -> String {
    var bytes: [UInt8] = []
    while !bytes.suffix(end.utf8.count).elementsEqual(end.utf8) {
      bytes += try client.raw.receiveSome()
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Opens a stream, and receives its head.
  private func open(_ server: RunningServer) throws -> (client: Client, stream: WebStream) {
    let client = Client(try server.connect())
    try client.raw.send(Self.ask)
    let head = try read(client, until: "\r\n\r\n")
    #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(head.contains("Content-Type: text/event-stream\r\n"))
    #expect(!head.contains("Content-Length"))
    return (client, try #require(controls.streams.last))
  }

  @Test func `frames come as they are sent, and others are answered meanwhile`() throws {
    let server = try RunningServer(controls)
    let (client, stream) = try open(server)
    for number in 1...3 {
      stream.send(Array("data: \(number)\n\n".utf8))
      #expect(try read(client, until: "\n\n") == "data: \(number)\n\n")
      #expect(try server.answer(to: "GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
    }
    stream.send(Array("data: last\n\n".utf8))
    stream.close()
    #expect(try String(decoding: client.raw.receiveAll(), as: UTF8.self) == "data: last\n\n")
    #expect(stream.isClosed)
    try server.stop()
  }

  @Test func `a slow reader gets the newest frame`() throws {
    let server = try RunningServer(controls)
    let (client, stream) = try open(server)
    let large = [UInt8](repeating: 32, count: 32 << 20)
    stream.send(large)
    let first = try client.raw.receiveSome()
    for number in 1...1_000 { stream.send(Array("data: \(number)\n\n".utf8)) }
    stream.close()
    let all = try first + client.raw.receiveAll()
    #expect(String(decoding: all.dropFirst(large.count), as: UTF8.self) == "data: 1000\n\n")
    try server.stop()
  }

  @Test func `a client that leaves ends its stream alone`() throws {
    let server = try RunningServer(controls)
    let stays = try open(server)
    let stream: WebStream
    do {
      let leaving = try open(server)
      stream = leaving.stream
      leaving.client.raw.finishSending()
    }
    // The server handles what has happened before it answers.
    #expect(try server.answer(to: "GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
    #expect(stream.isClosed)
    #expect(!stays.stream.isClosed)
    withExtendedLifetime(stays.client) {}
    try server.stop()
    #expect(stays.stream.isClosed)
  }

  @Test func `more streams than there may be are refused, until one ends`() throws {
    var limits = WebLimits()
    limits.streams = 2
    let server = try RunningServer(limits: limits, controls)
    let first = try open(server)
    let second = try open(server)
    let refused = try server.answer(to: Self.ask)
    #expect(refused.status == 503)
    second.stream.close()
    #expect(try second.client.raw.receiveAll().isEmpty)
    let third = try open(server)
    #expect(!third.stream.isClosed && !first.stream.isClosed)
    // A client that is let go leaves.
    withExtendedLifetime([first.client, third.client]) {}
    try server.stop()
  }

  @Test func `a client that asks again before its answer gets no stream`() throws {
    let server = try RunningServer(controls)
    var client = try server.connect()
    let keep = "POST /keep HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
    try client.send(keep + keep + keep + Self.ask)
    for _ in 0..<3 { #expect(try client.receive().status == 201) }
    #expect(try [200, 503].contains(client.receive(toHead: true).status))
    try server.stop()
  }
}
