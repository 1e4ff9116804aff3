internal import CMicrohttpd
internal import Glibc
internal import LinuxIO

/// libmicrohttpd without a thread, a listening socket or a clock of its own: it reads requests and
/// writes answers on the connections it is given, when it is told to run.
///
/// `@safe`: it owns both handles and stops the daemon before it frees the receiver that the daemon
/// calls. The server, whose address the daemon keeps, holds the value for the time of its own `run`
/// alone.
@safe
struct MicrohttpdDaemon: ~Copyable {
  private let handle: OpaquePointer
  private let receiver: UnsafeMutablePointer<web_refusal_receiver>

  /// Starts a daemon that tells `server` of everything; the server must outlive it.
  init(telling server: WebServer, limits: WebLimits) throws(SystemCallError) {
    // A head that is a little too long must fit too, to be refused by us: the library answers on its
    // own what does not. It clears all of this before every request, so more is not better.
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

  /// Becomes readable when there is work.
  var descriptor: Int32 { unsafe web_epoll_descriptor(handle) }

  /// Reads, asks for answers and writes, as far as that goes without waiting.
  func run() {
    _ = unsafe MHD_run(handle)
  }

  /// Whether `run` would go on at once, without a new event.
  var hasWork: Bool {
    var milliseconds: UInt64 = 1
    return unsafe MHD_get_timeout(handle, &milliseconds) == .YES && milliseconds == 0
  }

  /// Takes over a connection, or closes it if that fails.
  func take(_ connection: consuming ListeningSocket.Connection) {
    // It only keeps the address to tell it, and we know it.
    var address = sockaddr()
    _ = unsafe MHD_add_connection(
      handle, connection.release(), &address, socklen_t(MemoryLayout<sockaddr>.size))
  }

  /// Has a connection go on over another socket, under the number of the one that it had.
  func replaceSocket(
    of connection: MicrohttpdConnection, by other: borrowing OwnedDescriptor
  ) throws(SystemCallError) {
    let failure = unsafe web_replace_socket(handle, connection.handle, other.number)
    if failure != 0 { throw SystemCallError(call: "dup2", number: failure) }
  }
}
