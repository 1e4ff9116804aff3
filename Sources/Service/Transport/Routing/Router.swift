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
