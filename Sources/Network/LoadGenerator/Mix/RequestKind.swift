/// One sort of request: what is sent, over what connection.
///
/// Path and body may hold places that each request fills: `{code}` with a link's code (path only),
/// `{person}` with one of the people, and `{number}` with twelve hexadecimal digits that no other
/// request has.
public struct RequestKind: Sendable, Hashable {
  /// Which connection a request goes over.
  public enum Connection: String, Sendable, Hashable, CaseIterable {
    /// One of its own, made for it and closed after it, as a phone does that taps a link.
    case new
    /// One that was used before, or will be.
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

  /// What reports call it; no two kinds of a mix have the same.
  public var name: String
  public var method: String
  public var path: String
  public var fields: [Field]
  public var body: String?
  public var connection: Connection
  /// Whether the target's bearer token goes with it.
  public var isAuthorized: Bool
  /// Whether a refusal is as good an answer as any, as for an invite that somebody may have taken
  /// before.
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

  /// Asks for a path as it is.
  public static func get(_ path: String, connection: Connection = .kept) -> RequestKind {
    RequestKind("get \(path)", path: path, connection: connection)
  }
}

extension RequestKind {
  /// What makes a refusal as good as any answer.
  enum Pardon: BitwiseCopyable {
    /// Nothing: the request is about no link.
    case none
    /// That the link is one to be refused.
    case link
    case any

    /// The standing that a request is judged by.
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
