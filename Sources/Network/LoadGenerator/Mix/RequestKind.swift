/// A kind of request: its bytes and its connection.
///
/// Path and body may hold places that each request fills: `{code}` with a link's code (path only),
/// `{person}` with one of the people, `{phones}` with the numbers in that person's address book, and
/// `{number}` with twelve hexadecimal digits that no other request has.
public struct RequestKind: Sendable, Hashable {
  /// The connection of a request.
  public enum Connection: String, Sendable, Hashable, CaseIterable {
    /// A new one, closed after the response, as of a phone that taps a link.
    case new
    /// One of the pool of kept connections.
    case kept
  }

  /// A header field beyond those that every request has.
  public struct Field: Sendable, Hashable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The name in reports, unique in a mix.
  public var name: String
  public var method: String
  public var path: String
  public var fields: [Field]
  public var body: String?
  public var connection: Connection
  /// Whether it has the target's bearer token.
  public var isAuthorized: Bool
  /// Whether a refusal is an expected response, as for an invite that may be used up.
  public var mayBeRefused = false

  public init(
    _ name: String, method: String = "GET", path: String, fields: [Field] = [],
    body: String? = nil, connection: Connection = .kept, isAuthorized: Bool = false
  ) {
    self.name = name
    self.method = method
    self.path = path
    self.fields = fields
    self.body = body
    self.connection = connection
    self.isAuthorized = isAuthorized
  }

  /// A GET of a path.
  public static func get(_ path: String, connection: Connection = .kept) -> RequestKind {
    RequestKind("get \(path)", path: path, connection: connection)
  }
}

extension RequestKind {
  /// The condition under which a refusal is expected.
  enum Pardon: BitwiseCopyable {
    /// Never: the request names no link.
    case none
    /// The link is expected to be refused.
    case link
    case any

    /// The link standing by which a request's refusal is judged.
    func standing(of request: DrawnRequest) -> LinkPopulation.Standing {
      switch self {
      case .none: .known
      case .link: request.standing
      case .any: .unknown
      }
    }
  }

  var pardon: Pardon { mayBeRefused ? .any : path.contains("{code}") ? .link : .none }
}
