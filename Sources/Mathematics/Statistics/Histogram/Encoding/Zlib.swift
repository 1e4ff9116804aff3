import CGrowthloopZlib

/// The zlib format, by the system's library; no other file calls it.
enum Zlib {
  /// The reason why bytes could not be decompressed.
  enum Failure: Error {
    /// They are no zlib stream, or a broken one.
    case corrupt
    /// The stream goes on after its last byte.
    case unfinished
    /// The result exceeds the caller's limit.
    case tooLarge
  }

  /// Returns `bytes` as a zlib stream, at the level that HdrHistogram's log writer uses.
  static func compress(_ bytes: [UInt8]) -> [UInt8] {
    let bound = compressBound(uLong(bytes.count))
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(bound)) { buffer, count in
      var length = bound
      let status = unsafe compress2(
        buffer.baseAddress, &length, bytes, uLong(bytes.count), Z_BEST_COMPRESSION)
      precondition(status == Z_OK, "zlib cannot compress \(bytes.count) bytes: \(status)")
      count = Int(length)
    }
  }

  /// Returns the contents of a zlib stream that fills `bytes`, if they are at most `limit` bytes.
  ///
  /// The memory taken depends on the actual contents, not on the size in a header.
  static func decompress(_ bytes: [UInt8], atMost limit: Int) throws(Failure) -> [UInt8] {
    var stream = unsafe z_stream()
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    let opened = unsafe inflateInit_(&stream, ZLIB_VERSION, size)
    precondition(opened == Z_OK, "zlib cannot start: \(opened)")
    defer { unsafe inflateEnd(&stream) }
    var input = bytes
    var output: [UInt8] = []
    let status = unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe stream.next_in = source.baseAddress
      unsafe stream.avail_in = uInt(source.count)
      return unsafe inflateAll(&stream, into: &output, atMost: limit)
    }
    guard output.count <= limit else { throw .tooLarge }
    switch status {
    case Z_STREAM_END where unsafe stream.avail_in == 0: return output
    case Z_OK, Z_BUF_ERROR: throw .unfinished
    default: throw .corrupt
    }
  }

  /// Inflates until the stream ends, fails, needs more input, or has given more than `limit` bytes.
  private static func inflateAll(
    _ stream: inout z_stream, into output: inout [UInt8], atMost limit: Int
  ) -> Int32 {
    var status = Z_OK
    while status == Z_OK, output.count <= limit {
      let room = max(1 << 12, output.count)
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = uInt(room)
        status = unsafe inflate(&stream, Z_NO_FLUSH)
        count = room - Int(unsafe stream.avail_out)
      }
      output += chunk
    }
    return status
  }
}
