internal import CMicrohttpd
internal import LinuxIO

/// A connection in libmicrohttpd's hands, for as long as it says so.
///
/// `@safe`: the handle is valid from the library's start notification to its close notification.
/// The server asks through a `Connection` in its table alone, which the close notification takes
/// out.
@safe
struct MicrohttpdConnection {
  let handle: OpaquePointer

  /// The socket, which stays libmicrohttpd's.
  var socket: Int32 { unsafe web_socket(handle) }

  /// How many bytes the head had.
  var headBytes: Int { unsafe web_head_size(handle) }

  /// The first value of a header field.
  func value(of field: String) -> String? {
    unsafe MHD_lookup_connection_value(handle, .HEADER_KIND, field)
      .map { unsafe String(cString: $0) }
  }

  /// The last value of a header field.
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

  /// Looks at every header field once.
  func inspectHead() -> HeadInspection {
    var inspection = HeadInspection()
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
    return inspection
  }
}
