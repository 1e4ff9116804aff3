/// The reason why a request has no response.
public enum Failure: Int, Sendable, Hashable, CaseIterable {
  /// The connection was refused.
  case refused
  /// The connection could not be made.
  case unreachable
  /// The TLS handshake failed.
  case tls
  /// The peer reset the connection.
  case reset
  /// The peer closed the connection before the first byte of a response.
  case earlyClose
  /// The peer closed the connection within a response.
  case halfResponse
  /// The bytes were no response of HTTP/1.1.
  case malformed
  /// No complete response within the time limit.
  case timeout
  /// The run ended first.
  case unfinished

  public var name: String { "\(self)" }

  /// Whether only the service can cause it, however late the generator was.
  ///
  /// A late generator causes time-outs, and may lose kept connections; it causes no refusals and no
  /// malformed responses.
  public var isOfService: Bool {
    switch self {
    case .refused, .malformed: true
    case .unreachable, .tls, .reset, .earlyClose, .halfResponse, .timeout, .unfinished: false
    }
  }
}
