/// A path pattern with parameters: `/users/{id}/invites`.
struct PathPattern: Hashable, Sendable {
  enum Segment: Hashable, Sendable {
    case literal([UInt8])
    case parameter
  }

  let text: String
  let segments: [Segment]

  init(_ text: String) {
    precondition(text.first == "/", "a path begins with '/': \(text)")
    self.text = text
    segments = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst().map { part in
        part.first == UInt8(ascii: "{") && part.last == UInt8(ascii: "}")
          ? .parameter : .literal(Array(part))
      }
  }

  enum Match {
    case different
    case matched(PathParameters)
    /// The path has the form, and a parameter that cannot be decoded.
    case malformed
  }

  func match(_ path: ArraySlice<UInt8>) -> Match {
    var parameters = PathParameters()
    var isMalformed = false
    var rest = path.startIndex
    for segment in segments {
      guard rest < path.endIndex, path[rest] == UInt8(ascii: "/") else { return .different }
      let start = rest + 1
      switch segment {
      case .literal(let bytes):
        rest = start + bytes.count
        guard rest <= path.endIndex, path[start..<rest].elementsEqual(bytes) else {
          return .different
        }
      case .parameter:
        rest = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
        guard rest > start else { return .different }
        if let value = PercentEncoding.decode(path[start..<rest]) {
          parameters.append(value)
        } else {
          isMalformed = true
        }
      }
    }
    guard rest == path.endIndex else { return .different }
    return isMalformed ? .malformed : .matched(parameters)
  }
}

/// The decoded parameters of a path, in order.
public struct PathParameters: Hashable, Sendable {
  // Nearly every path has one parameter, which needs no array.
  private var first: String?
  private var others: [String] = []

  /// Makes an empty list.
  public init() {}

  public var count: Int { (first == nil ? 0 : 1) + others.count }

  public subscript(index: Int) -> String {
    guard index == 0 else { return others[index - 1] }
    guard let first else { preconditionFailure("the path has no parameter") }
    return first
  }

  mutating func append(_ value: String) {
    if first == nil { first = value } else { others.append(value) }
  }
}

/// A table of handlers by method and path pattern; a handler is a number.
///
/// A GET handler answers HEAD too, and the router answers OPTIONS. Patterns are tried in the order
/// of their addition.
public struct Router {
  public enum Route {
    case found(Int, PathParameters)
    /// No pattern has this form.
    case notFound
    /// The path allows only these methods, in the form of `Allow`.
    case methodNotAllowed(allow: String)
    /// A request for the allowed methods of the path.
    case options(allow: String)
    /// A parameter of the path is not UTF-8, or has an escape that is cut short.
    case malformed
  }

  private struct Place {
    let pattern: PathPattern
    var handlers: [(method: WebMethod, number: Int)]
    var allow: String
  }

  private var places: [Place] = []

  public init() {}

  /// Adds a handler for a method and a pattern, such as `/users/{id}`.
  public mutating func add(_ method: WebMethod, _ pattern: String, _ number: Int) {
    let pattern = PathPattern(pattern)
    if let index = places.firstIndex(where: { $0.pattern.segments == pattern.segments }) {
      precondition(
        !places[index].handlers.contains { $0.method == method },
        "\(method.rawValue) \(pattern.text) has a handler already")
      places[index].handlers.append((method, number))
      places[index].allow = Self.allow(places[index].handlers.map(\.method))
    } else {
      places.append(
        Place(pattern: pattern, handlers: [(method, number)], allow: Self.allow([method])))
    }
  }

  /// Returns the handler of `method` at `target`.
  public func route(_ method: WebMethod, _ target: RequestTarget) -> Route {
    let path = target.path
    for place in places {
      switch place.pattern.match(path) {
      case .different: continue
      case .malformed: return .malformed
      case .matched(let parameters):
        let wanted = place.handlers.first { $0.method == method }
        let offered = method == .head ? place.handlers.first { $0.method == .get } : nil
        if let (_, number) = wanted ?? offered { return .found(number, parameters) }
        return method == .options
          ? .options(allow: place.allow) : .methodNotAllowed(allow: place.allow)
      }
    }
    return .notFound
  }

  private static func allow(_ methods: [WebMethod]) -> String {
    let all = Set(methods + [.options] + (methods.contains(.get) ? [.head] : []))
    return WebMethod.allCases.filter(all.contains).map(\.rawValue).joined(separator: ", ")
  }
}
