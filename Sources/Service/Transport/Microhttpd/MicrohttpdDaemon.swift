internal import CGrowthloopMicrohttpd
internal import Glibc

/// An instance of libmicrohttpd without its own thread, listening socket or clock.
///
/// It parses requests and writes responses on given connections when `run()` is called.
///
/// `@safe`: it owns both handles and stops the daemon before it frees the receiver that the daemon
/// calls. The server, whose address the daemon keeps, holds the value for the time of its own `run`
/// alone.
@safe
struct MicrohttpdDaemon: ~Copyable {
  private let handle: OpaquePointer
  private let receiver: UnsafeMutablePointer<web_refusal_receiver>

  /// Starts a daemon that calls back `server`, which must outlive it.
  init(callingBack server: WebServer, limits: WebLimits) throws(SystemCallError) {
    // A head slightly over the limit must fit, so that this server refuses it: the library answers
    // larger ones itself. It clears this memory before every request, so more is slower.
    let memory = 2 * limits.headBytes + 8_192
    let context = unsafe Unmanaged.passUnretained(server).toOpaque()
    let receiver = UnsafeMutablePointer<web_refusal_receiver>.allocate(capacity: 1)
    unsafe receiver.initialize(
      to: web_refusal_receiver(refused: MicrohttpdCallbacks.refused, context: context))
    let daemon = unsafe web_start_daemon(
      MicrohttpdCallbacks.request, MicrohttpdCallbacks.requestLine,
      MicrohttpdCallbacks.completed, MicrohttpdCallbacks.connection, receiver, context, memory,
      UInt32(limits.connections) + 1)
    guard let daemon = unsafe daemon else {
      unsafe receiver.deallocate()
      throw SystemCallError(call: "MHD_start_daemon", number: errno)
    }
    unsafe handle = daemon
    unsafe self.receiver = unsafe receiver
  }

  deinit {
    unsafe MHD_stop_daemon(handle)
    unsafe receiver.deallocate()
  }

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

  /// Replaces the socket of a connection, under the same descriptor number.
  func replaceSocket(
    of connection: MicrohttpdConnection, by other: borrowing OwnedDescriptor
  ) throws(SystemCallError) {
    let failure = unsafe web_replace_socket(handle, connection.handle, other.number)
    if failure != 0 { throw SystemCallError(call: "dup2", number: failure) }
  }
}
