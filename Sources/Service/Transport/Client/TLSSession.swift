internal import CGrowthloopOpenSSL

/// A TLS session over a non-blocking socket that the caller owns.
///
/// `@safe`: it owns the session, which only `deinit` frees and which holds a reference to its
/// context; buffers are lent for the time of a call, with their own length.
@safe
package final class TLSSession {
  /// What is said of a server that does not answer in TLS for too long.
  package static let silence = "it does not agree about encryption in time"

  private let session: OpaquePointer
  /// Whether the handshake failed, or a record was invalid.
  package private(set) var hasFailed = false
  /// Whether the peer closed without `close_notify`, which cuts a response without a length short.
  package private(set) var wasCutOff = false
  /// Whether the handshake is complete.
  private var isAgreed = false
  private let client: TLSClient

  init(owning session: OpaquePointer, of client: TLSClient) {
    unsafe self.session = session
    self.client = client
  }

  deinit {
    if isAgreed, !hasFailed { unsafe client.keep(session) }
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
      guard left > .zero else { return Self.silence }
      let interest: Poller.Interest = wanted == SSL_ERROR_WANT_READ ? .reading : .writing
      try poller.change(socket, to: interest, as: Poller.Token(0))
      _ = try poller.wait(for: left)
    }
  }

  /// The protocol by ALPN; `nil` where the server chose none.
  package var applicationProtocol: String? {
    var (name, length) = unsafe (nil as UnsafePointer<UInt8>?, UInt32(0))
    unsafe SSL_get0_alpn_selected(session, &name, &length)
    return unsafe name.map {
      unsafe String(decoding: UnsafeBufferPointer(start: $0, count: Int(length)), as: UTF8.self)
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
      if !isAgreed {
        isAgreed = true
        unsafe client.note(session, applicationProtocol)
      }
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

/// How a client encrypts, and whom it trusts.
public struct TLSSettings: Hashable, Sendable {
  /// Whether the server's certificate must be valid for its name and trusted by this machine.
  public var verifies = true
  /// The name that the server is asked for, in place of the host of its address.
  public var serverName: String?
  /// Whether a connection takes up the session of an earlier one, which spares most of the handshake.
  public var resumes = false
  /// The files of the client's own certificate, with its chain, and of its key; both in PEM.
  public var certificate: String?
  public var key: String?

  public init() {}
}

/// What a client and a server agreed upon.
public struct TLSAgreement: Hashable, Sendable {
  /// Such as `TLSv1.3`.
  public let version: String
  public let cipher: String
  /// The protocol by ALPN; `nil` where the server chose none.
  public let applicationProtocol: String?
  /// The handshakes that were complete, and those of them that took up an earlier session.
  public internal(set) var handshakes = 0
  public internal(set) var resumed = 0
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
  private let settings: TLSSettings
  /// The session that the next connection takes up.
  private var latest: OpaquePointer?
  /// What the first connection agreed upon, and how often; `nil` before it.
  package private(set) var agreement: TLSAgreement?

  /// A file of the client's certificate or key that cannot be used, with OpenSSL's reason.
  package struct UnfitFile: Error, Hashable, CustomStringConvertible {
    let name: String
    let reason: String

    package var description: String { "'\(name)' is no certificate or key in PEM: \(reason)" }
  }

  /// Uses the certificates that this machine trusts; `nil` if OpenSSL cannot be set up.
  package convenience init?(host: String, verifies: Bool) {
    var settings = TLSSettings()
    settings.verifies = verifies
    try? self.init(host: host, settings)
  }

  /// Uses the certificates that this machine trusts.
  ///
  /// Where the settings verify, that of the server must be valid for the host and trusted.
  package init(
    host: String, _ settings: TLSSettings, isHTTP2: Bool = false
  ) throws(UnfitFile) {
    guard let context = unsafe SSL_CTX_new(TLS_client_method()) else {
      throw UnfitFile(name: "libssl", reason: Self.reason)
    }
    unsafe self.context = context
    self.host = settings.serverName ?? host
    isAddress = IPAddress(self.host) != nil
    self.settings = settings
    unsafe ssl_context_prepare(context)
    unsafe ssl_offer(context, isHTTP2 ? 1 : 0)
    unsafe SSL_CTX_set_default_verify_paths(context)
    unsafe SSL_CTX_set_verify(
      context, settings.verifies ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nil)
    guard let certificate = settings.certificate else { return }
    let key = settings.key ?? certificate
    ERR_clear_error()
    guard unsafe SSL_CTX_use_certificate_chain_file(context, certificate) == 1 else {
      throw UnfitFile(name: certificate, reason: Self.reason)
    }
    guard unsafe SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1 else {
      throw UnfitFile(name: key, reason: Self.reason)
    }
  }

  deinit {
    unsafe SSL_SESSION_free(latest)
    unsafe SSL_CTX_free(context)
  }

  /// OpenSSL's text for its last error.
  private static var reason: String {
    let words = unsafe ERR_reason_error_string(ERR_peek_last_error())
    return unsafe words.map { unsafe String(cString: $0) } ?? "it cannot be read"
  }

  /// Counts a complete handshake.
  fileprivate func note(_ session: OpaquePointer, _ chosen: String?) {
    if agreement == nil {
      agreement = unsafe TLSAgreement(
        version: String(cString: SSL_get_version(session)),
        cipher: String(cString: SSL_CIPHER_get_name(SSL_get_current_cipher(session))),
        applicationProtocol: chosen)
    }
    agreement?.handshakes += 1
    if unsafe SSL_session_reused(session) == 1 { agreement?.resumed += 1 }
  }

  /// Keeps the session of a connection that ends, for the next one.
  fileprivate func keep(_ session: OpaquePointer) {
    guard settings.resumes, let own = unsafe SSL_get1_session(session) else { return }
    // Else OpenSSL takes the end of the connection for a reason not to resume.
    unsafe SSL_set_shutdown(session, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN)
    guard unsafe SSL_SESSION_is_resumable(own) == 1 else {
      unsafe SSL_SESSION_free(own)
      return
    }
    unsafe SSL_SESSION_free(latest)
    unsafe latest = own
  }

  /// Returns a session over a socket; its first write begins the handshake.
  package func session(over socket: Int32) -> TLSSession {
    guard let session = unsafe SSL_new(context) else {
      preconditionFailure("OpenSSL has no memory for another connection")
    }
    unsafe SSL_set_fd(session, socket)
    unsafe SSL_set_connect_state(session)
    if !isAddress { _ = unsafe ssl_set_server_name(session, host) }
    if let latest = unsafe latest { unsafe SSL_set_session(session, latest) }
    if settings.verifies, let parameters = unsafe SSL_get0_param(session) {
      if isAddress {
        unsafe X509_VERIFY_PARAM_set1_ip_asc(parameters, host)
      } else {
        unsafe X509_VERIFY_PARAM_set1_host(parameters, host, 0)
      }
    }
    return unsafe TLSSession(owning: session, of: self)
  }
}
