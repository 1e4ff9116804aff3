/// The address of a service that answers over HTTP: scheme, host, port and path.
public struct HTTPEndpoint: Sendable, Hashable {
  /// The protocol of the URL.
  public enum Scheme: String, Sendable, Hashable, CaseIterable {
    case http
    case https

    /// The port of a URL without one.
    package var port: UInt16 { self == .http ? 80 : 443 }
  }

  public var scheme: Scheme
  /// A name or an address, IPv6 without brackets.
  public var host: String
  public var port: UInt16
  /// Empty, or with a slash at its beginning and none at its end.
  public var path: String

  package init(_ scheme: Scheme, host: String, port: UInt16, path: String) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
  }

  /// Reads a URL such as `https://example.com:8443/base`; `nil` if it is none of HTTP, or has a
  /// query, a fragment or a user.
  public init?(url: String) {
    let halves = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard halves.count == 3, halves[1].isEmpty, halves[0].last == ":",
      let scheme = Scheme(rawValue: halves[0].dropLast().lowercased()),
      halves[2].utf8.allSatisfy({ (33...126).contains($0) }),
      !halves[2].contains(where: { "?#@".contains($0) })
    else { return nil }
    let parts = halves[2].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    var (host, port) = (parts[0], Substring())
    if host.first == "[", let end = host.firstIndex(of: "]") {
      port = host[host.index(after: end)...]
      host = host[host.index(after: host.startIndex)..<end]
    } else if let colon = host.firstIndex(of: ":") {
      port = host[colon...]
      host = host[..<colon]
    }
    let number = port.isEmpty ? scheme.port : UInt16(port.dropFirst())
    guard !host.isEmpty, port.isEmpty || port.first == ":", let number, number > 0 else {
      return nil
    }
    var path = parts.count == 2 ? "/" + parts[1] : ""
    while path.last == "/" { path.removeLast() }
    self.init(scheme, host: String(host), port: number, path: path)
  }

  /// The value of the `Host` field.
  package var hostField: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == scheme.port ? name : "\(name):\(port)"
  }
}

extension HTTPEndpoint: CustomStringConvertible {
  public var description: String { "\(scheme.rawValue)://\(hostField)\(path)" }
}

/// A version of HTTP that requests are sent in.
public enum HTTPVersion: String, Sendable, Hashable, CaseIterable {
  /// HTTP/1.1: one request after the other over a connection.
  case http1
  /// HTTP/2: many at a time over a connection; without TLS by prior knowledge.
  case http2
}
