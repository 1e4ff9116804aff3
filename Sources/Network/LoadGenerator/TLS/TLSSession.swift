internal import COpenSSL
internal import LinuxIO

/// One encrypted connection, over a socket that another owns and that does not wait.
///
/// `@safe`: it owns the session, which only `deinit` frees and which holds a reference to its
/// context; buffers are lent for the time of a call, with their own length.
@safe
final class TLSSession {
  private let session: OpaquePointer
  /// Whether the two ends came to no agreement, or what came was not what was agreed.
  private(set) var hasFailed = false
  /// Whether the other end went without a farewell: what has no other end is cut short by that.
  private(set) var wasCutOff = false
  /// Whether anything went over that the two ends had agreed about.
  private var isAgreed = false

  init(owning session: OpaquePointer) {
    unsafe self.session = session
  }

  deinit {
    unsafe SSL_free(session)
  }

  /// Sends as much as is taken at once.
  func write(_ bytes: Span<UInt8>) -> ClientSocket.Outcome {
    unsafe bytes.withUnsafeBytes { buffer in
      var count = 0
      ERR_clear_error()
      let answer = unsafe SSL_write_ex(session, buffer.baseAddress, buffer.count, &count)
      return outcome(answer, count)
    }
  }

  /// Takes what has arrived, as much as fits.
  func read(into bytes: inout MutableSpan<UInt8>) -> ClientSocket.Outcome {
    unsafe bytes.withUnsafeMutableBytes { buffer in
      var count = 0
      ERR_clear_error()
      let answer = unsafe SSL_read_ex(session, buffer.baseAddress, buffer.count, &count)
      return outcome(answer, count)
    }
  }

  /// Agrees with the other end over a socket that waits; returns what is wrong, if anything is.
  func agree() -> String? {
    ERR_clear_error()
    let answer = unsafe SSL_connect(session)
    guard answer != 1 else { return nil }
    let verdict = unsafe SSL_get_verify_result(session)
    if verdict != Int(X509_V_OK) {
      return unsafe String(cString: X509_verify_cert_error_string(verdict))
    }
    if unsafe SSL_get_error(session, answer) == SSL_ERROR_WANT_READ { return "it says nothing" }
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
