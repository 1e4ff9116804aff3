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
  /// The statuses of wanted answers; `nil` for any below 400, and refusals of unknown links.
  public var expected: StatusSet?

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
  /// The answers that a request wants.
  enum Wanted: BitwiseCopyable {
    /// Any below 400; the request names no link.
    case success
    /// Any below 400, and a refusal of a link that is not valid.
    case ofLink
    /// Any below 400, and a refusal.
    case anyRefusal
    case these(StatusSet)

    func contains(_ status: Int, to request: DrawnRequest) -> Bool {
      switch self {
      case .success: RequestCounts.isWanted(status, about: .known)
      case .ofLink: RequestCounts.isWanted(status, about: request.standing)
      case .anyRefusal: RequestCounts.isWanted(status, about: .unknown)
      case .these(let statuses): statuses.contains(status)
      }
    }
  }

  var wanted: Wanted {
    if let expected { return .these(expected) }
    return mayBeRefused ? .anyRefusal : path.contains("{code}") ? .ofLink : .success
  }
}

/// A set of statuses of responses, from 100 to 599.
public struct StatusSet: Hashable, Sendable, BitwiseCopyable {
  private var bits = SIMD8<UInt64>.zero

  /// The statuses of responses.
  public static let range = 100...599

  /// Creates the set of those of `statuses` that a response can have.
  public init(_ statuses: some Sequence<Int>) {
    for status in statuses where Self.range.contains(status) {
      bits[(status - 100) / 64] |= 1 << UInt64((status - 100) % 64)
    }
  }

  public func contains(_ status: Int) -> Bool {
    Self.range.contains(status) && bits[(status - 100) / 64] >> UInt64((status - 100) % 64) & 1 == 1
  }

  /// The statuses, ascending.
  public var statuses: [Int] { Self.range.filter(contains) }
}
