internal import CGrowthloopMicrohttpd
internal import Glibc

/// The callbacks of libmicrohttpd, which find the server and the connection.
enum MicrohttpdCallbacks {
  static let connection: MHD_NotifyConnectionCallback = { context, handle, place, event in
    guard let server = unsafe server(context), let handle = unsafe handle, let place = unsafe place
    else { return }
    switch event {
    case .CONNECTION_NOTIFY_STARTED:
      let connection = unsafe server.connectionStarted(MicrohttpdConnection(handle: handle))
      unsafe place.pointee = Unmanaged.passRetained(connection).toOpaque()
    default:
      guard let opaque = unsafe place.pointee else { return }
      unsafe server.connectionClosed(
        Unmanaged<Connection>.fromOpaque(opaque).takeRetainedValue())
    }
  }

  static let requestLine:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
    ) -> UnsafeMutableRawPointer? = { context, target, handle in
      guard let server = unsafe server(context), let target = unsafe target,
        let handle = unsafe handle, let opaque = unsafe web_socket_context(handle)
      else { return nil }
      let bytes = unsafe UnsafeRawBufferPointer(start: target, count: strlen(target))
      unsafe server.requestLineArrived(connection(opaque), target: bytes)
      unsafe web_drop_query(target)
      return unsafe opaque
    }

  static let request: MHD_AccessHandlerCallback = {
    context, handle, _, method, version, part, size, place in
    guard let server = unsafe server(context), let method = unsafe method,
      let version = unsafe version, let size = unsafe size, let place = unsafe place,
      let opaque = unsafe place.pointee
    else { return .NO }
    let connection = unsafe connection(opaque)
    switch connection.phase {
    case .head:
      unsafe server.headArrived(
        connection, method: WebMethod(rawValue: String(cString: method)),
        needsHost: String(cString: version) != "HTTP/1.0",
        at: HeadPlace(
          start: UInt(bitPattern: method), version: UInt(bitPattern: version),
          versionEnd: UInt(bitPattern: version) + UInt(strlen(version))))
      return .YES
    case _ where unsafe size.pointee > 0:
      let bytes = unsafe UnsafeRawBufferPointer(start: part, count: size.pointee)
      unsafe server.bodyArrived(connection, bytes)
      unsafe size.pointee = 0
      return .YES
    default:
      return server.goOn(with: connection) ? .YES : .NO
    }
  }

  static let completed: MHD_RequestCompletedCallback = { context, _, place, ending in
    guard let server = unsafe server(context), let opaque = unsafe place?.pointee else { return }
    unsafe server.requestCompleted(
      connection(opaque), isSent: ending == .REQUEST_TERMINATED_COMPLETED_OK)
  }

  static let refused: @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void = {
    context, status in
    unsafe server(context)?.libraryRefused(WebStatus(rawValue: Int(status)))
  }

  private static func server(_ context: UnsafeMutableRawPointer?) -> WebServer? {
    unsafe context.map { unsafe Unmanaged<WebServer>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func connection(_ context: UnsafeMutableRawPointer) -> Connection {
    unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
  }
}
