internal import CGrowthloopEpoll
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

/// An instance of libmicrohttpd without its own thread, listening socket or clock.
///
/// It parses requests and writes responses on given connections when `run()` is called.
///
/// `@safe`: it owns its handles and stops the daemon before it frees the receiver that the daemon
/// calls, and the texts of key and certificate. The server, whose address the daemon keeps, holds it
/// for the time of its own `run` alone.
@safe
final class MicrohttpdDaemon {
  private let handle: OpaquePointer
  private let receiver: UnsafeMutablePointer<web_refusal_receiver>
  /// Key and certificate, each with a zero byte at its end; empty without encryption.
  private let texts: [UnsafeMutableBufferPointer<CChar>]

  /// Starts a daemon that calls back `server`, which must outlive it, and encrypts where it is given a
  /// certificate.
  init(
    callingBack server: WebServer, limits: WebLimits, encrypting certificate: ServerCertificate?
  ) throws(SystemCallError) {
    // A head slightly over the limit must fit, so that this server refuses it: the library answers
    // larger ones itself. It clears this memory before every request, so more is slower.
    let memory = 2 * limits.headBytes + 8_192
    let context = unsafe Unmanaged.passUnretained(server).toOpaque()
    let receiver = UnsafeMutablePointer<web_refusal_receiver>.allocate(capacity: 1)
    unsafe receiver.initialize(
      to: web_refusal_receiver(refused: MicrohttpdCallbacks.refused, context: context))
    let texts = unsafe (certificate.map { [$0.key, $0.certificate] } ?? []).map { text in
      let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.count + 1)
      _ = unsafe copy.initialize(from: text.map(CChar.init(bitPattern:)) + [0])
      return unsafe copy
    }
    let daemon = unsafe web_start_daemon(
      MicrohttpdCallbacks.request, MicrohttpdCallbacks.requestLine,
      MicrohttpdCallbacks.completed, MicrohttpdCallbacks.connection, receiver, context, memory,
      UInt32(limits.connections) + 1, texts.first?.baseAddress, texts.last?.baseAddress)
    guard let daemon = unsafe daemon else {
      unsafe receiver.deallocate()
      unsafe Self.free(texts)
      throw SystemCallError(call: "MHD_start_daemon", number: errno)
    }
    unsafe handle = daemon
    unsafe self.receiver = unsafe receiver
    unsafe self.texts = unsafe texts
  }

  deinit {
    unsafe MHD_stop_daemon(handle)
    unsafe receiver.deallocate()
    unsafe Self.free(texts)
  }

  private static func free(_ texts: [UnsafeMutableBufferPointer<CChar>]) {
    unsafe texts.forEach { text in
      // The key does not stay in memory that is used again.
      if let start = text.baseAddress { unsafe explicit_bzero(start, text.count) }
      unsafe text.deallocate()
    }
  }

  /// The number of connections that it has.
  var connectionCount: Int { unsafe Int(web_connection_count(handle)) }

  /// The descriptor that is readable when there is work.
  var descriptor: Int32 { unsafe web_epoll_descriptor(handle) }

  /// Reads requests, calls back for answers and writes them, without blocking.
  func run() {
    _ = unsafe MHD_run(handle)
  }

  /// Whether `run()` has work left without a new event.
  var hasWork: Bool {
    var milliseconds: UInt64 = 1
    return unsafe MHD_get_timeout(handle, &milliseconds) == .YES && milliseconds == 0
  }

  /// Adds a connection, or closes it on failure.
  func take(_ connection: consuming ListeningSocket.Connection) {
    // The library stores the address only for later queries; the server has it.
    var address = sockaddr()
    _ = unsafe MHD_add_connection(
      handle, connection.release(), &address, socklen_t(MemoryLayout<sockaddr>.size))
  }
}
