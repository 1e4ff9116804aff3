/// Finds who handles a request, by method and path: the number that they were added with.
///
/// What answers GET answers HEAD too, and OPTIONS is answered by the router. Patterns are tried in
/// the order in which they were added.
public struct Router {
  public enum Route {
    case found(Int, PathParameters)
    /// No pattern has this form.
    case notFound
    /// The path exists; it allows these methods, as `Allow` lists them.
    case methodNotAllowed(allow: String)
    /// What the path allows is asked for.
    case options(allow: String)
    /// A parameter of the path is no UTF-8, or has an escape that is cut short.
    case malformed
  }

  private struct Place {
    let pattern: PathPattern
    var handlers: [(method: WebMethod, number: Int)]
    var allow: String
  }

  private var places: [Place] = []

  public init() {}

  /// Has the handler of this number answer the method at the paths of a pattern, such as
  /// `/users/{id}`.
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

  /// Returns who answers `method` at `target`.
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
