import LinuxIO

/// A connection that carries one request after the other.
final class PacedConnection {
  let socket: OwnedDescriptor
  /// When the request that is under way should have been sent.
  private(set) var planned = MonotonicTime(nanoseconds: 0)
  private var received: [UInt8] = []
  /// How long the whole answer is, once its head has arrived.
  private var length: Int?

  init(to address: SocketAddress) throws {
    socket = try OwnedDescriptor.connected(to: address, patience: .seconds(30))
  }

  func send(_ request: [UInt8], planned: MonotonicTime) throws {
    self.planned = planned
    var sent = 0
    while sent < request.count {
      sent += try socket.send(request.span.extracting(sent...)) ?? 0
    }
  }

  /// Reads what has arrived, by way of `part`; returns the status of the answer once it is whole.
  func receive(through part: inout [UInt8]) throws -> Int? {
    var span = part.mutableSpan
    guard let more = try socket.read(into: &span), more > 0 else {
      throw SystemTool.Trouble(description: "the service closed a connection")
    }
    received += part[..<more]
    if length == nil { length = wholeLength() }
    guard let length, received.count >= length else { return nil }
    // "HTTP/1.1 200": the digits stand in one place.
    let status = received[9..<12].reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    received.removeAll(keepingCapacity: true)
    self.length = nil
    return status
  }

  /// Reads the length off the head; `nil` until it has arrived.
  private func wholeLength() -> Int? {
    let name = Array("content-length:".utf8)
    var lineStart = 0
    var body = 0
    for place in received.indices.dropFirst()
    where received[place] == 10 && received[place - 1] == 13 {
      if place - 1 == lineStart { return place + 1 + body }
      let line = received[lineStart..<place - 1]
      if line.count > name.count, zip(line, name).allSatisfy({ $0 | 0x20 == $1 || $0 == $1 }) {
        body = line.dropFirst(name.count).reduce(0) { sum, byte in
          (48...57).contains(byte) ? sum * 10 + Int(byte - 48) : sum
        }
      }
      lineStart = place + 1
    }
    return nil
  }
}
