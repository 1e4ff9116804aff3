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
