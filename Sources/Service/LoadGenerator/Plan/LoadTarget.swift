public import GrowthloopTransport

/// The server under load.
public struct LoadTarget: Sendable, Hashable {
  /// Its address; the path is the prefix of every path.
  public var endpoint: HTTPEndpoint
  /// The token of authorised kinds.
  public var bearerToken: String?
  /// Whether the server's certificate must be valid for the host and trusted by this machine.
  public var verifiesCertificate = true

  public init(
    _ scheme: HTTPEndpoint.Scheme = .http, host: String, port: UInt16? = nil,
    pathPrefix: String = "", bearerToken: String? = nil
  ) {
    endpoint = HTTPEndpoint(scheme, host: host, port: port ?? scheme.port, path: pathPrefix)
    self.bearerToken = bearerToken
  }

  /// Reads a URL as ``HTTPEndpoint`` does.
  public init?(url: String) {
    guard let endpoint = HTTPEndpoint(url: url) else { return nil }
    self.endpoint = endpoint
  }

  var host: String { endpoint.host }
  var port: UInt16 { endpoint.port }
}

extension LoadTarget: CustomStringConvertible {
  public var description: String { endpoint.description }
}
