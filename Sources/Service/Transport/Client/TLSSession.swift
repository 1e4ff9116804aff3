internal import CGrowthloopOpenSSL

/// A TLS session over a non-blocking socket that the caller owns.
///
/// `@safe`: it owns the session, which only `deinit` frees and which holds a reference to its
/// context; buffers are lent for the time of a call, with their own length.
@safe
package final class TLSSession {
  private let session: OpaquePointer
  /// Whether the handshake failed, or a record was invalid.
  package private(set) var hasFailed = false
  /// Whether the peer closed without `close_notify`, which cuts a response without a length short.
  package private(set) var wasCutOff = false
  /// Whether the handshake is complete.
  private var isAgreed = false

  init(owning session: OpaquePointer) {
    unsafe self.session = session
  }

  deinit {
    unsafe SSL_free(session)
  }

  /// Sends as many bytes as the socket takes.
  package func write(_ bytes: Span<UInt8>) -> ClientSocket.Outcome {
    unsafe bytes.withUnsafeBytes { buffer in
      var count = 0
      ERR_clear_error()
      let answer = unsafe SSL_write_ex(session, buffer.baseAddress, buffer.count, &count)
      return outcome(answer, count)
    }
  }

  /// Reads as many bytes as have arrived and fit.
  package func read(into bytes: inout MutableSpan<UInt8>) -> ClientSocket.Outcome {
    unsafe bytes.withUnsafeMutableBytes { buffer in
      var count = 0
      ERR_clear_error()
      let answer = unsafe SSL_read_ex(session, buffer.baseAddress, buffer.count, &count)
      return outcome(answer, count)
    }
  }

  /// Performs the handshake over a socket, which is non-blocking afterwards.
  package func agree(over socket: Int32, within patience: Duration) throws(SystemCallError)
    -> String?
  {
    try BorrowedSocket.stopWaiting(socket)
    var poller = try Poller(eventsAtOnce: 1)
    try poller.add(socket, for: .reading, as: Poller.Token(0))
    let end = MonotonicTime.now() + patience
    while true {
      ERR_clear_error()
      let answer = unsafe SSL_connect(session)
      guard answer != 1 else { return nil }
      let wanted = unsafe SSL_get_error(session, answer)
      guard wanted == SSL_ERROR_WANT_READ || wanted == SSL_ERROR_WANT_WRITE else {
        return whatIsWrong
      }
      let left = end - MonotonicTime.now()
      guard left > .zero else { return "it does not agree about encryption in time" }
      let interest: Poller.Interest = wanted == SSL_ERROR_WANT_READ ? .reading : .writing
      try poller.change(socket, to: interest, as: Poller.Token(0))
      _ = try poller.wait(for: left)
    }
  }

  /// The reason for a failed handshake.
  private var whatIsWrong: String {
    let verdict = unsafe SSL_get_verify_result(session)
    if verdict != Int(X509_V_OK) {
      return unsafe String(cString: X509_verify_cert_error_string(verdict))
    }
    let reason = unsafe ERR_reason_error_string(ERR_get_error())
    return unsafe reason.map { unsafe String(cString: $0) } ?? "it closed the connection"
  }

  private func outcome(_ answer: Int32, _ count: Int) -> ClientSocket.Outcome {
    if answer == 1 {
      isAgreed = true
      return .moved(count)
    }
    switch unsafe SSL_get_error(session, answer) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .later
    case SSL_ERROR_ZERO_RETURN: return .moved(0)
    case SSL_ERROR_SYSCALL: return ClientSocket.lastFailure
    default:
      let reason = ERR_GET_REASON(ERR_peek_error())
      if isAgreed, reason == SSL_R_UNEXPECTED_EOF_WHILE_READING {
        wasCutOff = true
        return .moved(0)
      }
      hasFailed = true
      return .failed(0)
    }
  }
}

/// OpenSSL's context for the TLS sessions with one host.
///
/// `@safe`: it owns the context, which only `deinit` gives up; OpenSSL counts references, so
/// sessions outlive it safely. Strings are copied by the calls that take them.
@safe
package final class TLSClient {
  private let context: OpaquePointer
  private let host: String
  private let isAddress: Bool
  private let verifies: Bool

  /// Uses the certificates that this machine trusts; `nil` if OpenSSL cannot be set up.
  ///
  /// With `verifies` the certificate must be valid for the host and trusted.
  package init?(host: String, verifies: Bool) {
    guard let context = unsafe SSL_CTX_new(TLS_client_method()) else { return nil }
    unsafe self.context = context
    self.host = host
    isAddress = IPAddress(host) != nil
    self.verifies = verifies
    unsafe ssl_context_prepare(context)
    unsafe SSL_CTX_set_default_verify_paths(context)
    unsafe SSL_CTX_set_verify(context, verifies ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nil)
  }

  deinit {
    unsafe SSL_CTX_free(context)
  }

  /// Returns a session over a socket; its first write begins the handshake.
  package func session(over socket: Int32) -> TLSSession {
    guard let session = unsafe SSL_new(context) else {
      preconditionFailure("OpenSSL has no memory for another connection")
    }
    unsafe SSL_set_fd(session, socket)
    unsafe SSL_set_connect_state(session)
    if !isAddress { _ = unsafe ssl_set_server_name(session, host) }
    if verifies, let parameters = unsafe SSL_get0_param(session) {
      if isAddress {
        unsafe X509_VERIFY_PARAM_set1_ip_asc(parameters, host)
      } else {
        unsafe X509_VERIFY_PARAM_set1_host(parameters, host, 0)
      }
    }
    return unsafe TLSSession(owning: session)
  }
}
