/// How a request fails that was sent, or was to be sent over a connection that could not be made.
public enum Failure: Int, Sendable, Hashable, CaseIterable {
  /// Nobody listens there.
  case refused
  /// The connection could not be made for another reason.
  case unreachable
  /// No agreement about encryption, or no trust.
  case tls
  /// The other end threw the connection away.
  case reset
  /// The other end closed the connection before the first byte of an answer.
  case earlyClose
  /// The other end closed the connection in the middle of an answer.
  case halfResponse
  /// What came was no answer of HTTP/1.1.
  case malformed
  /// No whole answer in the time allowed.
  case timeout
  /// The run ended first.
  case unfinished

  public var name: String { "\(self)" }

  /// Whether the service did it, whenever the generator sent and read.
  ///
  /// A generator that is late lets time run out, and may lose a connection that the service kept for it. That
  /// nobody listens, or that nonsense comes, is none of its making.
  public var isOfService: Bool {
    switch self {
    case .refused, .malformed: true
    case .unreachable, .tls, .reset, .earlyClose, .halfResponse, .timeout, .unfinished: false
    }
  }
}
