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

  /// Whether a late generator cannot have caused it.
  ///
  /// A time limit counts from the sending, and a response that waits to be read is in time. The
  /// generator's own machine may lack a route or a port, and only the run's end leaves requests
  /// unfinished.
  public var isOfService: Bool {
    switch self {
    case .refused, .tls, .reset, .earlyClose, .halfResponse, .malformed, .timeout: true
    case .unreachable, .unfinished: false
    }
  }
}
