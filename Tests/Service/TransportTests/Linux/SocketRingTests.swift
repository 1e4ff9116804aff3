import GrowthloopTransport
import Testing

@Suite(
  "SocketRing · many sockets, one call",
  .enabled(if: SocketRing(sockets: 1, isStamping: false) != nil, "the kernel has no io_uring"),
  .timeLimit(.minutes(60)))
struct SocketRingTests {
  /// A ring with one connection, and its other end.
  private struct Pair: ~Copyable {
    var ring: SocketRing
    let socket: Int32
    let peer: ListeningSocket.Connection
    let token = Poller.Token(7 << 32)
    var inbox = [UInt8](repeating: 0, count: 65_536)

    init(isStamping: Bool = false) throws {
      let listener = try ListeningSocket(on: SocketAddress(.loopbackV4, port: 0))
      var route = ClientSocket.Route(to: listener.address)
      let socket = ClientSocket.connect(over: &route, abortsOnClose: true)
      if isStamping { ClientSocket.stampArrivals(socket) }
      guard var ring = SocketRing(sockets: 1, isStamping: isStamping),
        let peer = try listener.accept()
      else { throw SystemCallError(call: "accept", number: 11) }
      ring.listen(to: socket, as: token)
      ring.submit()
      self.ring = ring
      self.socket = socket
      self.peer = peer
    }

    deinit { ClientSocket.close(socket) }

    /// Receives until so many bytes are there, or the end.
    mutating func receive(_ count: Int) throws -> (bytes: [UInt8], stamps: [Int64?]) {
      var (bytes, stamps): ([UInt8], [Int64?]) = ([], [])
      while bytes.count < count {
        for place in 0..<(try ring.wait(nanoseconds: -1)) {
          let came = ring[place]
          #expect(came.token == token && came.kind == .received)
          let (outcome, stamp) = ring.take(came, into: &inbox)
          if came.isLast, !came.isEnd { ring.listen(to: socket, as: token) }
          switch outcome {
          case .moved(0): return (bytes, stamps)
          case .moved(let count): bytes += inbox[..<count]
          case .later: break
          case .failed(let error): throw SystemCallError(call: "recv", number: error)
          }
          stamps.append(stamp)
        }
      }
      return (bytes, stamps)
    }
  }

  @Test func `what is sent goes out together, and what comes back is received`() throws {
    var pair = try Pair()
    pair.ring.send([1, 2, 3].span, over: pair.socket, of: 0, as: pair.token)
    var bytes = [UInt8](repeating: 0, count: 8)
    var span = bytes.mutableSpan
    let before = try pair.peer.socket.read(into: &span)
    #expect(before == nil)
    pair.ring.submit()
    let after = try pair.peer.socket.read(into: &span)
    #expect(after == 3)
    #expect(bytes[..<3] == [1, 2, 3])
    try pair.peer.socket.writeAll([4, 5])
    #expect(try pair.receive(2).bytes == [4, 5])
  }

  @Test(arguments: [false, true])
  func `more comes than the kernel has buffers for, and all of it arrives`(
    _ isStamping: Bool
  ) throws {
    let stamping = isStamping ? TimestampGuard() : nil
    var pair = try Pair(isStamping: isStamping)
    let sent = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var (written, received): (Int, [UInt8]) = (0, [])
    var stamps: [Int64?] = []
    while received.count < sent.count {
      while written < sent.count,
        let count = try pair.peer.socket.write(sent.span.extracting(written..<sent.count))
      {
        written += count
      }
      let (bytes, times) = try pair.receive(1)
      received += bytes
      stamps += times
    }
    #expect(received == sent)
    // Those of the first bytes may lack it, as the kernel begins some time after it is asked.
    #expect(isStamping || !stamps.contains { $0 != nil })
    #expect((stamping != nil) == isStamping)
  }

  @Test func `a stamp is the time of day at which the kernel had the bytes`() throws {
    let stamping = TimestampGuard()
    var pair = try Pair(isStamping: true)
    // The kernel begins some time after the first socket asks for it.
    for _ in 0..<100_000 {
      let before = WallTime.nanoseconds()
      try pair.peer.socket.writeAll([1])
      let after = WallTime.nanoseconds()
      let stamps = try pair.receive(1).stamps
      guard let stamp = stamps.first ?? nil else { continue }
      // The kernel's time of day is not corrected within a call by more than this.
      #expect(stamp >= before - 1_000_000 && stamp <= after + 1_000_000)
      return
    }
    Issue.record("no stamp came, though \(stamping == nil ? "none was" : "they were") asked for")
  }

  @Test func `the end is reported after the last bytes`() throws {
    var pair = try Pair()
    try pair.peer.socket.writeAll([9])
    pair.peer.socket.finishSending()
    #expect(try pair.receive(2).bytes == [9])
  }

  @Test func `a request over a closed connection is reported with its reason`() throws {
    var pair = try Pair()
    pair.ring.send([1].span, over: -1, of: 0, as: pair.token)
    var kinds: [SocketRing.Completion.Kind] = []
    while kinds.isEmpty {
      for place in 0..<(try pair.ring.wait(nanoseconds: -1)) {
        kinds.append(pair.ring[place].kind)
        #expect(pair.ring[place].error == 9)
      }
    }
    #expect(kinds == [.unsent])
  }

  @Test func `what is given up brings nothing more of use`() throws {
    var pair = try Pair()
    pair.ring.giveUp(pair.socket)
    try pair.peer.socket.writeAll([1])
    for place in 0..<(try pair.ring.wait(nanoseconds: 0)) {
      #expect(pair.ring[place].isEnd)
    }
    let later = try pair.ring.wait(nanoseconds: 1_000_000)
    #expect(later == 0)
  }

  @Test func `a descriptor is watched, and a wait ends with its time`() throws {
    var pair = try Pair()
    let nothing = try pair.ring.wait(nanoseconds: 100_000)
    #expect(nothing == 0)
    let bell = try WakeupEvent()
    pair.ring.watch(bell.descriptor.number, as: Poller.Token(3))
    bell.signal()
    let rung = try pair.ring.wait(nanoseconds: -1)
    #expect(rung == 1 && pair.ring[0].kind == .ready && pair.ring[0].token == Poller.Token(3))
  }
}
