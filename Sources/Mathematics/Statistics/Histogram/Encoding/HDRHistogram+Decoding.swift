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
