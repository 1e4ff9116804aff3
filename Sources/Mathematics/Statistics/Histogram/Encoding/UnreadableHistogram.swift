import CGrowthloopZlib

/// The reason why bytes are not a readable histogram.
public enum UnreadableHistogram: Error, Hashable, CustomStringConvertible {
  /// The bytes end in the middle.
  case cutOff
  /// A stated length differs from the actual one.
  case length(stated: Int, found: Int)
  /// The first word belongs to no encoding.
  case notAHistogram(UInt32)
  /// Encoding version 0 or 1, which HdrHistogram wrote before 2015.
  case oldVersion(Int)
  /// A histogram of floating-point values.
  case floatingPoint
  /// The zlib stream is broken.
  case corruptStream
  /// The zlib stream contains more than any histogram within the limit.
  case oversizedStream
  /// The header states an impossible layout.
  case layout(LayoutError)
  /// The header's layout has more counters than the reader's limit.
  case tooManyCounters(Int, limit: Int)
  /// Counters that were moved by whole powers of two, as only floating-point histograms do.
  case shifted(by: Int32)
  /// Values that represent multiples of a factor other than one.
  case scaled(by: Double)
  /// More counts than the header's layout has counters.
  case beyondLastCounter(Int)
  /// All counts together are 2^63 or more.
  case tooManyValues

  public var description: String {
    switch self {
    case .cutOff: "the histogram is cut off"
    case .length(let stated, let found): "\(stated) bytes should follow, and \(found) do"
    case .notAHistogram(let word):
      "no histogram begins with 0x" + String(word, radix: 16)
    case .oldVersion(let version):
      "encoding version \(version) cannot be read; HdrHistogram has written version 2 since 2015"
    case .floatingPoint: "histograms of floating-point values cannot be read"
    case .corruptStream: "the compressed histogram is damaged"
    case .oversizedStream: "more comes out of the compressed histogram than it can need"
    case .layout(let error): "\(error)"
    case .tooManyCounters(let count, let limit):
      "the histogram asks for \(count) counters; the limit is \(limit)"
    case .shifted(let places): "counters shifted by \(places) cannot be read"
    case .scaled(let factor): "values scaled by \(factor) cannot be read"
    case .beyondLastCounter(let count): "there is more than the \(count) counters of its layout"
    case .tooManyValues: "the counts together exceed \(Int.max)"
    }
  }

  init(refusing cookie: UInt32) {
    switch cookie & ~EncodingCookie.widthBits {
    case 0x1c84_9301, 0x1c84_9302: self = .oldVersion(1)
    case 0x1c84_9308, 0x1c84_9309: self = .oldVersion(0)
    case _ where cookie == 0x0c72_124e || cookie == 0x0c72_124f: self = .floatingPoint
    default: self = .notAHistogram(cookie)
    }
  }

  static func compression(_ failure: Zlib.Failure) -> UnreadableHistogram {
    switch failure {
    case .corrupt: .corruptStream
    case .unfinished: .cutOff
    case .tooLarge: .oversizedStream
    }
  }
}

extension HDRHistogram {
  /// Reads an encoding of version 2, compressed or not.
  ///
  /// The bytes may come from an untrusted source: any bytes give a valid histogram or an error, and
  /// never more than twice the memory of the greatest number of counters.
  ///
  /// There must be one encoding and nothing else. A header may require `mostCounters`, of 8 bytes
  /// each; the default is as many as any layout has.
  public init(
    decoding bytes: [UInt8], mostCounters: Int = Layout.mostCounters
  ) throws(UnreadableHistogram) {
    var reader = BigEndianReader(bytes)
    let cookie = try reader.next(UInt32.self)
    switch cookie & ~EncodingCookie.widthBits {
    case EncodingCookie.version2:
      try self.init(payloadOf: &reader, mostCounters: mostCounters)
    case EncodingCookie.compressedVersion2:
      let length = Int(try reader.next(UInt32.self))
      guard length == reader.rest.count else {
        throw .length(stated: length, found: reader.rest.count)
      }
      // A counter takes at most nine bytes.
      let limit = Self.headerLength + 9 * Swift.min(mostCounters, Layout.mostCounters)
      let encoding: [UInt8]
      do {
        encoding = try Zlib.decompress(Array(reader.rest), atMost: limit)
      } catch {
        throw .compression(error)
      }
      var inner = BigEndianReader(encoding)
      let innerCookie = try inner.next(UInt32.self)
      guard innerCookie & ~EncodingCookie.widthBits == EncodingCookie.version2 else {
        throw UnreadableHistogram(refusing: innerCookie)
      }
      try self.init(payloadOf: &inner, mostCounters: mostCounters)
    default:
      throw UnreadableHistogram(refusing: cookie)
    }
  }

  /// Reads the part after the first word of version 2.
  private init(payloadOf reader: inout BigEndianReader, mostCounters: Int)
    throws(UnreadableHistogram)
  {
    let length = Int(try reader.next(UInt32.self))
    let shift = Int32(bitPattern: try reader.next(UInt32.self))
    let digits = Int(Int32(bitPattern: try reader.next(UInt32.self)))
    let lowest = try reader.next(UInt64.self)
    let highest = try reader.next(UInt64.self)
    let factor = Double(bitPattern: try reader.next(UInt64.self))
    guard shift == 0 else { throw .shifted(by: shift) }
    guard factor == 1 else { throw .scaled(by: factor) }
    guard length == reader.rest.count else {
      throw .length(stated: length, found: reader.rest.count)
    }
    let layout: Layout
    do {
      layout = try Layout(lowest: lowest, highest: highest, digits: digits)
    } catch {
      throw .layout(error)
    }
    guard layout.counterCount <= mostCounters else {
      throw .tooManyCounters(layout.counterCount, limit: mostCounters)
    }
    self.init(layout: layout)
    try readCounters(from: reader.rest)
  }

  private mutating func readCounters(from payload: ArraySlice<UInt8>) throws(UnreadableHistogram) {
    var rest = payload
    var index = 0
    while !rest.isEmpty {
      guard let number = ZigZag.popFirst(of: &rest) else { throw .cutOff }
      if number < 0 {
        // Not −number: the smallest of all has no positive counterpart.
        guard number.magnitude <= UInt64(counters.count - index) else {
          throw .beyondLastCounter(layout.counterCount)
        }
        index += Int(number.magnitude)
      } else {
        guard index < counters.count else { throw .beyondLastCounter(layout.counterCount) }
        let (sum, isTooMuch) = total.addingReportingOverflow(Int(number))
        guard !isTooMuch else { throw .tooManyValues }
        counters[index] = Int(number)
        total = sum
        index += 1
      }
    }
  }
}

/// A reader of whole numbers from the front of bytes, highest byte first.
private struct BigEndianReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  mutating func next<Number: FixedWidthInteger>(
    _: Number.Type
  ) throws(UnreadableHistogram) -> Number {
    let width = Number.bitWidth / 8
    guard rest.count >= width else { throw .cutOff }
    defer { rest = rest.dropFirst(width) }
    return rest.prefix(width).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }
}

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
