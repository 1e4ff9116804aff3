internal import CGrowthloopMicrohttpd

/// A response of libmicrohttpd, which may be queued any number of times.
///
/// `@safe`: it owns the handle, which only `deinit` gives up; the library counts references, so
/// what is queued outlives it. The body is copied before `init` returns.
@safe
final class MicrohttpdResponse {
  fileprivate let handle: OpaquePointer

  init(fields: [(name: String, value: String)], body: [UInt8]) {
    var body = body
    let handle = unsafe MHD_create_response_from_buffer(
      body.count, &body, .RESPMEM_MUST_COPY)
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
