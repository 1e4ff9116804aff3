internal import LinuxIO

/// Bytes on their way from one socket to another.
struct RelayBuffer {
  static let capacity = 16_384

  private var bytes: [UInt8] = []
  /// Which of them are still to be sent.
  private var pending = 0..<0

  /// Sends what is there; tells whether nothing is left.
  mutating func send(to socket: borrowing OwnedDescriptor) throws(SystemCallError) -> Bool {
    while !pending.isEmpty {
      guard let count = try socket.send(bytes.span.extracting(pending)) else { return false }
      pending = pending.lowerBound + count..<pending.upperBound
    }
    return true
  }

  /// Takes what has arrived, up to so many bytes, when it is empty.
  ///
  /// - Returns: How many bytes came, zero at the end; `nil` where there are none yet.
  mutating func fill(
    from socket: borrowing OwnedDescriptor, atMost most: Int
  ) throws(SystemCallError) -> Int? {
    if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: Self.capacity) }
    var all = bytes.mutableSpan
    guard let count = try socket.read(into: &all, atMost: most) else { return nil }
    pending = 0..<count
    return count
  }
}
