import GrowthloopTransport
import Testing

@testable import GrowthloopLoadGenerator

@Suite("Load · when an answer came that is read later", .timeLimit(.minutes(60)))
struct ArrivalClockTests {
  @Test func `the kernel's stamp lies between the sending and the reading`() throws {
    let stamps = try #require(TimestampGuard())
    let server = try ScriptedServer()
    defer { server.stop() }
    var route = ClientSocket.Route(to: server.address)
    let socket = ClientSocket.connect(over: &route, abortsOnClose: true)
    try #require(socket >= 0)
    defer { ClientSocket.close(socket) }
    #expect(ClientSocket.stampArrivals(socket))
    var poller = try Poller()
    try poller.add(socket, for: .reading, as: Poller.Token(1))
    let request = Array("GET / HTTP/1.1\r\n\r\n".utf8)
    var bytes = [UInt8](repeating: 0, count: 1_000)
    var (before, after, stamp): (Int64, Int64, Int64?) = (0, 0, nil)
    // The kernel takes a moment to begin.
    for _ in 0..<10_000 where stamp == nil {
      before = WallTime.nanoseconds()
      _ = ClientSocket.send(request.span, to: socket)
      _ = try poller.wait(for: .seconds(10))
      var room = bytes.mutableSpan
      stamp = ClientSocket.receiveStamped(into: &room, from: socket).stamp
      after = WallTime.nanoseconds()
    }
    #expect((before...after).contains(try #require(stamp)))
    withExtendedLifetime(stamps) {}
  }

  @Test func `a time of day is told by the monotonic clock`() throws {
    var clock = ArrivalClock()
    #expect(clock.time(of: 1) == nil)
    while clock.time(of: 0) == nil { clock.compare() }
    let before = MonotonicTime.now().nanoseconds
    let time = try #require(clock.time(of: WallTime.nanoseconds()))
    let after = MonotonicTime.now().nanoseconds
    // The two clocks are read one after the other, within a microsecond.
    #expect((before - 1_000...after).contains(time))
  }
}
