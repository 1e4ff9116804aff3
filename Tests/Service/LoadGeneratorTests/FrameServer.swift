import GrowthloopTransport
import Synchronization

/// A server of HTTP/2 whose answers are frames as a test writes them, each a function of the number of
/// the request, from 1 on.
final class FrameServer: Sendable {
  /// What a request is answered with, and what becomes of its connection.
  struct Reply {
    var bytes: [UInt8] = []
    var ending = AnsweringServer.Reply.Ending.hold
  }

  let address: SocketAddress
  private let bell: WakeupEvent
  private let thread = Mutex<BackgroundThread?>(nil)
  private let accepted = Mutex(0)

  /// The connections so far.
  var connections: Int { accepted.withLock { $0 } }

  /// Greets with `settings`, and answers on the stream that it is given.
  init(
    settings: [UInt8] = [], _ answer: @escaping @Sendable (Int, UInt32) -> Reply
  ) throws(SystemCallError) {
    let listener = try ListeningSocket(on: SocketAddress(.loopbackV4, port: 0))
    address = listener.address
    bell = try WakeupEvent()
    let held = Mutex<ListeningSocket?>(listener)
    let work: @Sendable () -> Void = { [self] in
      guard let listener = held.withLock({ $0.take() }) else { return }
      try? serve(listener, FrameScanner.frame(.settings, on: 0, settings), answer)
    }
    try thread.withLock { thread throws(SystemCallError) in thread = try BackgroundThread(work) }
  }

  func stop() {
    bell.signal()
    if let thread = thread.withLock({ $0.take() }) { thread.join() }
  }

  private func serve(
    _ listener: borrowing ListeningSocket, _ greeting: [UInt8], _ answer: (Int, UInt32) -> Reply
  ) throws(SystemCallError) {
    var poller = try Poller()
    try poller.add(bell.descriptor.number, for: .reading, as: Poller.Token(.max))
    try poller.add(listener.descriptor.number, for: .reading, as: Poller.Token(.max - 1))
    var scanners: [Int32: FrameScanner] = [:]
    defer { for number in scanners.keys { ClientSocket.close(number) } }
    var (count, inbox) = (0, [UInt8](repeating: 0, count: 65_536))
    while true {
      let events = try poller.wait(for: nil)
      for index in 0..<events {
        let token = poller[index].token
        if token == Poller.Token(.max) { return }
        if token == Poller.Token(.max - 1) {
          while let connection = try listener.accept() {
            let number = connection.release()
            scanners[number] = FrameScanner()
            accepted.withLock { $0 += 1 }
            try poller.add(number, for: .reading, as: Poller.Token(UInt64(number)))
            _ = ClientSocket.send(greeting.span, to: number)
          }
          continue
        }
        let number = Int32(token.rawValue)
        var asked: [UInt32] = []
        var room = inbox.mutableSpan
        guard case .moved(let read) = ClientSocket.receive(into: &room, from: number), read > 0
        else {
          if scanners.removeValue(forKey: number) != nil { ClientSocket.close(number) }
          continue
        }
        scanners[number]?.read(inbox.span.extracting(0..<read), &asked)
        for stream in asked where scanners[number] != nil {
          count += 1
          let reply = answer(count, stream)
          try send(reply.bytes, to: number)
          if reply.ending == .hold { continue }
          if reply.ending == .reset { ClientSocket.abortOnClose(number) }
          scanners[number] = nil
          ClientSocket.close(number)
        }
      }
    }
  }

  /// Sends all, unless the other end goes, or reads nothing for a second.
  private func send(_ bytes: [UInt8], to number: Int32) throws(SystemCallError) {
    var place = 0
    var poller = try Poller(eventsAtOnce: 1)
    try poller.add(number, for: .writing, as: Poller.Token(0))
    while place < bytes.count {
      switch ClientSocket.send(bytes.span.extracting(place..<bytes.count), to: number) {
      case .moved(let count): place += count
      case .later: if try poller.wait(for: .seconds(1)) == 0 { return }
      case .failed: return
      }
    }
  }
}

extension FrameScanner {
  /// A head: its fields as literals that no table keeps (RFC 7541, 6.2.2), of less than 127 bytes each.
  static func head(
    _ status: String = "200", _ fields: [(String, String)] = [], isEnd: Bool = false,
    on stream: UInt32
  ) -> [UInt8] {
    frame(
      .headers, flags: isEnd ? 5 : 4, on: stream, literals([(":status", status)] + fields))
  }

  static func literals(_ fields: [(String, String)]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (name, value) in fields {
      bytes += [0, UInt8(name.utf8.count)] + Array(name.utf8)
      bytes += [UInt8(value.utf8.count)] + Array(value.utf8)
    }
    return bytes
  }

  static func body(_ text: String, isEnd: Bool = true, on stream: UInt32) -> [UInt8] {
    frame(.data, flags: isEnd ? 1 : 0, on: stream, Array(text.utf8))
  }

  /// A number of four bytes, as RST_STREAM and GOAWAY have it.
  static func word(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
}
