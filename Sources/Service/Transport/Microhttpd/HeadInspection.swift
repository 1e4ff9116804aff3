/// The addresses of a head in the memory of libmicrohttpd, for comparisons alone.
struct HeadPlace {
  let start: UInt
  let version: UInt
  let versionEnd: UInt
}

/// The framing of a request, gathered from its header fields.
///
/// libmicrohttpd splits a head in place, and takes a text to end at its first zero byte. So a line that
/// has one, or that goes on in the next, shows by the address at which the next line begins.
struct HeadInspection {
  private(set) var isMalformed = false
  private(set) var hosts = 0
  private(set) var lengths = 0
  private(set) var transferCodings = 0
  private(set) var isChunked = false
  private(set) var hasUnknownExpectation = false
  private(set) var length = 0
  /// The address behind the text of the latest line.
  private var lineEnd: UInt

  init(after lineEnd: UInt) {
    self.lineEnd = lineEnd
  }

  mutating func look(at name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    let isName = unsafe !name.isEmpty && name.allSatisfy(Self.isTokenByte)
    let isValue = unsafe value.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    // A line ends with CR and LF, or with LF alone.
    let isNextLine = (1...2).contains(UInt(bitPattern: name.baseAddress) &- lineEnd)
    if !isName || !isValue || !isNextLine { isMalformed = true }
    lineEnd = UInt(bitPattern: value.baseAddress) + UInt(value.count)
    switch name.count {
    case 4 where unsafe Self.equal(name, "host"):
      hosts += 1
    case 6 where unsafe Self.equal(name, "expect"):
      if unsafe !Self.equal(value, "100-continue") { hasUnknownExpectation = true }
    case 14 where unsafe Self.equal(name, "content-length"):
      lengths += 1
      length = unsafe Int(String(decoding: value, as: UTF8.self)) ?? .max
    case 17 where unsafe Self.equal(name, "transfer-encoding"):
      transferCodings += 1
      isChunked = unsafe Self.equal(value, "chunked")
    default: break
    }
  }

  /// Checks the end of the last line, behind which the empty one ends the head.
  mutating func end(at headEnd: UInt) {
    if !(2...4).contains(headEnd &- lineEnd) { isMalformed = true }
  }

  /// Compares with lower-case ASCII, whatever the case.
  private static func equal(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    guard bytes.count == word.utf8CodeUnitCount else { return false }
    for index in bytes.indices {
      let byte = unsafe bytes[index]
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      if unsafe (isUpper ? byte | 0x20 : byte) != word.utf8Start[index] { return false }
    }
    return true
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
