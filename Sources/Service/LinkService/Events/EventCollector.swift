public import GrowthloopTransport

/// A service that takes events over HTTP: lines of JSON in the body of a POST.
public struct EventCollector: Sendable {
  public let endpoint: HTTPEndpoint
  private let token: String?

  /// The reason a collector cannot be used.
  public enum Problem: Error, Hashable, CustomStringConvertible {
    case tokenInTheClear(HTTPEndpoint)
    case unfitToken

    public var description: String {
      switch self {
      case .tokenInTheClear(let endpoint):
        "a token would cross the network unencrypted to \(endpoint): use https"
      case .unfitToken: "the token has characters that no field of HTTP may have"
      }
    }
  }

  /// The time that one delivery may take.
  private static let patience = Duration.seconds(10)

  /// Creates the collector; a token is sent encrypted only, or to this machine.
  public init(_ endpoint: HTTPEndpoint, token: String?) throws(Problem) {
    self.endpoint = endpoint
    self.token = token
    let isHere = endpoint.host == "localhost" || IPAddress(endpoint.host)?.isLoopback == true
    guard token == nil || isHere || endpoint.scheme == .https else {
      throw .tokenInTheClear(endpoint)
    }
    guard token?.utf8.allSatisfy({ (33...126).contains($0) }) != false else { throw .unfitToken }
  }

  /// What became of a delivery.
  enum Answer: Hashable {
    case taken
    /// The body is too long for the collector.
    case tooMuch
    case refused(reason: String)
  }

  /// Sends lines, and waits for the answer.
  func take(_ lines: [UInt8]) -> Answer {
    var request = RequestText(
      "POST", endpoint.path.isEmpty ? "/" : endpoint.path, host: endpoint.hostField
    ).with("Content-Type", "application/x-ndjson").with("Connection", "close")
    if let token { request = request.bearing(token) }
    request = request.with(body: String(decoding: lines, as: UTF8.self))
    // One for each delivery, so that a renewed list of trusted certificates counts at once.
    let security =
      endpoint.scheme == .https ? TLSClient(host: endpoint.host, verifies: true) : nil
    guard security != nil || endpoint.scheme == .http else {
      return .refused(reason: "OpenSSL cannot be set up")
    }
    var reason = "its host has no address"
    do throws(HostLookup.Failure) {
      for address in try HostLookup.addresses(of: endpoint.host) {
        do throws(Fetch.Failure) {
          return answer(
            try Fetch.response(
              to: request, from: SocketAddress(address, port: endpoint.port), over: security,
              within: Self.patience
            ).status)
        } catch {
          reason = error.description
        }
      }
    } catch {
      reason = error.description
    }
    return .refused(reason: reason)
  }

  private func answer(_ status: Int) -> Answer {
    switch status {
    case 200..<300: .taken
    case 413: .tooMuch
    default: .refused(reason: "it answers \(status)")
    }
  }
}
