import GrowthloopTransport
import Synchronization

/// A server that sends the same bytes over every connection, again and again, until it is stopped or the
/// other end goes; it asks for nothing.
final class EndlessServer: Sendable {
  let address: SocketAddress
  private let bell: WakeupEvent
  private let thread = Mutex<BackgroundThread?>(nil)

  /// Sends `beginning` once and then `bytes`: as fast as they are taken, or with a pause between them.
  init(
    beginning: [UInt8] = [], _ bytes: [UInt8], every pause: Duration = .zero, port: UInt16 = 0
  ) throws(SystemCallError) {
    let listener = try ListeningSocket(on: SocketAddress(.loopbackV4, port: port))
    address = listener.address
    bell = try WakeupEvent()
    let loop = Mutex<Loop?>(
      Loop(listener: listener, beginning: beginning, bytes: bytes, pause: pause))
    let work: @Sendable () -> Void = { [self] in
      try? loop.withLock({ $0.take() })?.run(until: bell.descriptor.number)
    }
    try thread.withLock { thread throws(SystemCallError) in thread = try BackgroundThread(work) }
  }

  func stop() {
    bell.signal()
    if let thread = thread.withLock({ $0.take() }) { thread.join() }
  }

  private struct Loop: ~Copyable {
    let listener: ListeningSocket
    let beginning: [UInt8]
    let bytes: [UInt8]
    let pause: Duration

    /// Serves one connection after the other.
    consuming func run(until bell: Int32) throws(SystemCallError) {
      var poller = try Poller()
      try poller.add(bell, for: .reading, as: Poller.Token(0))
      try poller.add(listener.descriptor.number, for: .reading, as: Poller.Token(1))
      while true {
        let count = try poller.wait(for: nil)
        for index in 0..<count where poller[index].token == Poller.Token(0) { return }
        guard let connection = try listener.accept() else { continue }
        if try serve(connection.release(), until: bell) { return }
      }
    }

    /// Sends until the other end goes; tells whether the bell rang.
    private func serve(_ number: Int32, until bell: Int32) throws(SystemCallError) -> Bool {
      let socket = OwnedDescriptor(owning: number)
      var poller = try Poller()
      try poller.add(bell, for: .reading, as: Poller.Token(0))
      try poller.add(number, for: .peerFinished, as: Poller.Token(1))
      var rest = beginning[...]
      while true {
        if rest.isEmpty { rest = bytes[...] }
        do throws(SystemCallError) {
          let taken = try socket.send(Array(rest).span)
          rest = rest.dropFirst(taken ?? 0)
        } catch {
          return false
        }
        let count = try poller.wait(for: pause)
        for index in 0..<count {
          if poller[index].token == Poller.Token(0) { return true }
          if poller[index].isPeerFinished || poller[index].isBroken { return false }
        }
      }
    }
  }
}
