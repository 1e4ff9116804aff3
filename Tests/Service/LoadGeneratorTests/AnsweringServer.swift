import GrowthloopTransport
import Synchronization

/// A server whose answer is a function of the request; it keeps all requests, and closes behind each.
final class AnsweringServer: Sendable {
  let address: SocketAddress
  private let bell: WakeupEvent
  private let thread = Mutex<BackgroundThread?>(nil)
  private let seen = Mutex<[String]>([])

  /// The requests so far, in the order in which they came.
  var requests: [String] { seen.withLock { $0 } }

  init(_ answer: @escaping @Sendable (String) -> String) throws(SystemCallError) {
    let listener = try ListeningSocket(on: SocketAddress(.loopbackV4, port: 0))
    address = listener.address
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
    _ listener: borrowing ListeningSocket, _ answer: (String) -> String
  ) throws(SystemCallError) {
    var poller = try Poller()
    try poller.add(bell.descriptor.number, for: .reading, as: Poller.Token(0))
    try poller.add(listener.descriptor.number, for: .reading, as: Poller.Token(1))
    while true {
      let count = try poller.wait(for: nil)
      for index in 0..<count where poller[index].token == Poller.Token(0) { return }
      while let connection = try listener.accept() {
        let socket = OwnedDescriptor(owning: connection.release())
        let request = try Self.request(over: socket)
        guard !request.isEmpty else { continue }
        seen.withLock { $0.append(request) }
        _ = try? socket.send(Array(answer(request).utf8).span)
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
