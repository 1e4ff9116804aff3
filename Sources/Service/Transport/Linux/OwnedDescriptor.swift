internal import Glibc

/// A file descriptor that closes with its owner.
public struct OwnedDescriptor: ~Copyable, Sendable {
  /// The kernel's number of it; do not close it.
  public let number: Int32

  /// Takes over an open descriptor.
  public init(owning number: Int32) {
    precondition(number >= 0, "\(number) is no descriptor")
    self.number = number
  }

  deinit {
    // Linux frees the number even where it reports an error, so a second try could hit another's.
    _ = close(number)
  }

  /// Releases the descriptor to an owner outside Swift, which closes it.
  public consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}

extension OwnedDescriptor {
  /// Reads the available bytes, at most as many as fit and `most`.
  ///
  /// - Returns: The number of bytes read, zero at the end; `nil` if the call would block.
  public func read(
    into bytes: inout MutableSpan<UInt8>, atMost most: Int = .max
  ) throws(SystemCallError) -> Int? {
    let number = number
    return unsafe try bytes.withUnsafeMutableBytes { buffer throws(SystemCallError) in
      try systemCallWithoutWaiting("read") {
        unsafe Glibc.read(number, buffer.baseAddress, min(buffer.count, most))
      }
    }
  }

  /// Writes as much as the kernel takes at once.
  ///
  /// - Returns: The number of bytes written; `nil` if the call would block.
  public func write(_ bytes: Span<UInt8>) throws(SystemCallError) -> Int? {
    let number = number
    return unsafe try bytes.withUnsafeBytes { buffer throws(SystemCallError) in
      try systemCallWithoutWaiting("write") {
        unsafe Glibc.write(number, buffer.baseAddress, buffer.count)
      }
    }
  }

  /// Writes all of the bytes to a blocking descriptor.
  public func writeAll(_ bytes: [UInt8]) throws(SystemCallError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.span.extracting(written...)
      guard let count = try write(rest) else {
        throw SystemCallError(call: "write", number: EAGAIN)
      }
      written += count
    }
  }
}
