internal import CGrowthloopMicrohttpd
internal import Glibc

/// A connection of libmicrohttpd, valid until the library closes it.
///
/// `@safe`: the handle is valid from the library's start notification to its close notification.
/// The server uses it through a `Connection` in its table alone, which the close notification takes
/// out.
@safe
struct MicrohttpdConnection {
  let handle: OpaquePointer

  /// The descriptor of the socket, which libmicrohttpd owns.
  var socket: Int32 { unsafe web_socket(handle) }

  /// The size of the head in bytes.
  var headBytes: Int { unsafe web_head_size(handle) }

  /// Sends the last bytes of the connection itself, and finishes sending.
  func sendLast(_ bytes: [UInt8]) {
    unsafe web_send_last(handle, bytes, bytes.count)
  }

  /// Goes on over another socket, under the same descriptor number.
  func replaceSocket(by other: borrowing OwnedDescriptor) throws(SystemCallError) {
    let failure = unsafe web_replace_socket(handle, other.number)
    if failure != 0 { throw SystemCallError(call: "dup2", number: failure) }
  }

  /// Returns the first value of a header field.
  func value(of field: String) -> String? {
    unsafe MHD_lookup_connection_value(handle, .HEADER_KIND, field)
      .map { unsafe String(cString: $0) }
  }

  /// Returns the last value of a header field.
  func lastValue(of field: String) -> String? {
    var search = LastFieldSearch(for: field)
    unsafe withUnsafeMutablePointer(to: &search) { search in
      _ = unsafe MHD_get_connection_values_n(
        handle, .HEADER_KIND,
        { context, _, name, nameCount, value, valueCount in
          guard let context = unsafe context, let name = unsafe name else { return .YES }
          let search = unsafe context.assumingMemoryBound(to: LastFieldSearch.self)
          unsafe search.pointee.look(
            at: UnsafeRawBufferPointer(start: name, count: nameCount),
            value: UnsafeRawBufferPointer(start: value, count: valueCount))
          return .YES
        }, search)
    }
    return search.value
  }

  /// Returns the framing from all header fields of the head at `place`.
  func inspectHead(at place: HeadPlace) -> HeadInspection {
    var inspection = HeadInspection(after: place.versionEnd)
    unsafe MHD_get_connection_values_n(
      handle, .HEADER_KIND,
      { context, _, name, nameCount, value, valueCount in
        guard let context = unsafe context, let name = unsafe name else { return .YES }
        let inspection = unsafe context.assumingMemoryBound(to: HeadInspection.self)
        unsafe inspection.pointee.look(
          at: UnsafeRawBufferPointer(start: name, count: nameCount),
          value: UnsafeRawBufferPointer(start: value, count: valueCount))
        return .YES
      }, &inspection)
    inspection.end(at: place.start + UInt(headBytes))
    return inspection
  }
}

/// A search for the last header field with a name, in any case.
struct LastFieldSearch {
  private let name: String
  private(set) var value: String?

  init(for name: String) {
    self.name = name
  }

  mutating func look(at name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    guard name.count == self.name.utf8.count,
      unsafe zip(name, self.name.utf8).allSatisfy({ tolower(Int32($0)) == tolower(Int32($1)) })
    else { return }
    self.value = unsafe String(decoding: value, as: UTF8.self)
  }
}

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

/// A response of libmicrohttpd, which may be queued any number of times.
///
/// `@safe`: it owns the handle, which only `deinit` gives up; the library counts references, so
/// what is queued outlives it. The body is copied before `init` returns.
@safe
final class MicrohttpdResponse {
  fileprivate let handle: OpaquePointer

  init(fields: [(name: String, value: String)], body: [UInt8]) {
    let handle = unsafe body.withUnsafeBytes { bytes in
      // The library only reads them, and copies them before it returns.
      unsafe MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let handle = unsafe handle else { preconditionFailure("no memory for a response") }
    unsafe self.handle = handle
    for (name, value) in fields {
      let added = unsafe MHD_add_response_header(handle, name, value)
      precondition(added == .YES, "'\(name)' is no name of a header field")
    }
  }

  deinit {
    unsafe MHD_destroy_response(handle)
  }

  static func reason(of status: WebStatus) -> String {
    unsafe MHD_get_reason_phrase_for(UInt32(status.rawValue)).map { unsafe String(cString: $0) }
      ?? "Status \(status.rawValue)"
  }
}

extension MicrohttpdConnection {
  /// Queues a response; valid only during a request callback.
  func queue(_ response: WebResponse) -> Bool {
    unsafe MHD_queue_response(handle, UInt32(response.status.rawValue), response.prepared.handle)
      == .YES
  }
}
