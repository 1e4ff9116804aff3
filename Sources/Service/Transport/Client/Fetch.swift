/// Sends one request over a connection of its own, and waits for the response.
package enum Fetch {
  /// The reason that there is no response.
  package enum Failure: Error, Hashable, CustomStringConvertible {
    case unreachable(SystemCallError)
    case untrusted(reason: String)
    case malformed
    case late

    package var description: String {
      switch self {
      case .unreachable(let error): "it cannot be reached: \(error)"
      case .untrusted(let reason): "it cannot be trusted: \(reason)"
      case .malformed: "what it sends is no response of HTTP"
      case .late: "it gave no response in time"
      }
    }
  }

  /// Returns the response; the connection is encrypted if `security` is given.
  package static func response(
    to request: RequestText, from address: SocketAddress, over security: TLSClient? = nil,
    within patience: Duration
  ) throws(Failure) -> Response {
    let end = MonotonicTime.now() + patience
    let channel: FetchChannel
    do throws(SystemCallError) {
      channel = try FetchChannel(to: address, over: security, patience: patience)
    } catch {
      throw .unreachable(error)
    }
    try channel.agree(within: patience)
    return try channel.response(to: request.bytes, until: end)
  }
}
