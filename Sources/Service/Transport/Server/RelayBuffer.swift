/// A buffer of bytes between two sockets.
struct RelayBuffer {
  static let capacity = 16_384

  private var bytes: [UInt8] = []
  /// The range of unsent bytes.
  private var pending = 0..<0

  /// Sends the buffered bytes; returns whether the buffer is empty.
  mutating func send(to socket: borrowing OwnedDescriptor) throws(SystemCallError) -> Bool {
    while !pending.isEmpty {
      guard let count = try socket.send(bytes.span.extracting(pending)) else { return false }
      pending = pending.lowerBound + count..<pending.upperBound
    }
    return true
  }

  /// Fills the empty buffer with received bytes, at most `most`.
  ///
  /// - Returns: The number of bytes, zero at the end; `nil` if none have arrived.
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
