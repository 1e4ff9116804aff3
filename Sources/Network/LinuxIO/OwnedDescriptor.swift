internal import Glibc

/// A file descriptor that is closed when its owner goes.
public struct OwnedDescriptor: ~Copyable, Sendable {
  /// The number that the kernel knows it by; not to be closed.
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

  /// Hands the descriptor to an owner outside Swift, who closes it.
  public consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}

extension OwnedDescriptor {
  /// Reads what is there, at most as much as fits and so many bytes.
  ///
  /// - Returns: How many bytes were read, zero at the end; `nil` where there is nothing yet.
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

  /// Writes as much as is taken at once.
  ///
  /// - Returns: How many bytes were taken; `nil` where none can be taken yet.
  public func write(_ bytes: Span<UInt8>) throws(SystemCallError) -> Int? {
    let number = number
    return unsafe try bytes.withUnsafeBytes { buffer throws(SystemCallError) in
      try systemCallWithoutWaiting("write") {
        unsafe Glibc.write(number, buffer.baseAddress, buffer.count)
      }
    }
  }

  /// Writes all of the bytes to a descriptor that waits.
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
