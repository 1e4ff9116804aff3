import GrowthloopTransport
import Synchronization

/// A server whose answer is a function of the request; it keeps all requests, and closes behind each
/// unless the answer ends otherwise.
final class AnsweringServer: Sendable {
  /// What a request is answered with, and what becomes of its connection.
  struct Reply {
    enum Ending {
      case close, reset
      /// It stays open, and says no more.
      case hold
    }

    let text: String
    var ending = Ending.close
  }

  let address: SocketAddress
  private let bell: WakeupEvent
  private let thread = Mutex<BackgroundThread?>(nil)
  private let seen = Mutex<[String]>([])

  /// The requests so far, in the order in which they came.
  var requests: [String] { seen.withLock { $0 } }

  convenience init(_ answer: @escaping @Sendable (String) -> String) throws(SystemCallError) {
    try self.init { Reply(text: answer($0)) }
  }

  init(
    at address: IPAddress = .loopbackV4, _ answer: @escaping @Sendable (String) -> Reply
  ) throws(SystemCallError) {
    let listener = try ListeningSocket(on: SocketAddress(address, port: 0))
    self.address = listener.address
    bell = try WakeupEvent()
    let held = Mutex<ListeningSocket?>(listener)
    let work: @Sendable () -> Void = { [self] in
      guard let listener = held.withLock({ $0.take() }) else { return }
      try? serve(listener, answer)
    }
    try thread.withLock { thread throws(SystemCallError) in thread = try BackgroundThread(work) }
  }

  func stop() {
    bell.signal()
    if let thread = thread.withLock({ $0.take() }) { thread.join() }
  }

  private func serve(
    _ listener: borrowing ListeningSocket, _ answer: (String) -> Reply
  ) throws(SystemCallError) {
    var poller = try Poller()
    try poller.add(bell.descriptor.number, for: .reading, as: Poller.Token(0))
    try poller.add(listener.descriptor.number, for: .reading, as: Poller.Token(1))
    var held: [Int32] = []
    defer { for number in held { ClientSocket.close(number) } }
    while true {
      let count = try poller.wait(for: nil)
      for index in 0..<count where poller[index].token == Poller.Token(0) { return }
      while let connection = try listener.accept() {
        let socket = OwnedDescriptor(owning: connection.release())
        let request = try Self.request(over: socket)
        guard !request.isEmpty else { continue }
        seen.withLock { $0.append(request) }
        let reply = answer(request)
        if !reply.text.isEmpty { _ = try? socket.send(Array(reply.text.utf8).span) }
        switch reply.ending {
        case .close: break
        case .reset: ClientSocket.abortOnClose(socket.number)
        case .hold: held.append(socket.release())
        }
      }
    }
  }

  /// Reads one request with its body; empty where the other end goes before.
  private static func request(over socket: borrowing OwnedDescriptor) throws(SystemCallError)
    -> String
  {
    var poller = try Poller()
    try poller.add(socket.number, for: .reading, as: Poller.Token(0))
    var (text, bytes) = ("", [UInt8](repeating: 0, count: 65_536))
    while true {
      let halves = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
      if halves.count == 2 {
        let length = halves[0].split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        if halves[1].utf8.count >= length.flatMap({ Int($0.dropFirst(16)) }) ?? 0 { return text }
      }
      _ = try poller.wait(for: .seconds(10))
      var room = bytes.mutableSpan
      guard let count = try socket.read(into: &room) else { continue }
      if count == 0 { return "" }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
  }
}
