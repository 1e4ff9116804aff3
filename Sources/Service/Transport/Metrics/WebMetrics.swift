public import Statistics

/// The counters of a server, used on its thread only.
public final class WebMetrics {
  public private(set) var routes: [RouteMeter] = []
  /// Requests that an application answered.
  public internal(set) var requests = 0
  /// Turns of the event loop in which a request arrived.
  public internal(set) var turns = 0
  public internal(set) var commits = 0
  public internal(set) var failedCommits = 0
  /// Answers sent after a failed commit, because they promise nothing.
  public internal(set) var uncommittedAnswers = 0
  /// The number of answers that waited for each commit.
  public internal(set) var batch = HDRHistogram(layout: WebMetrics.batchLayout)
  public internal(set) var openConnections = 0
  public internal(set) var acceptedConnections = 0
  /// Connections closed because the client did not read its answer in time.
  public internal(set) var slowReaders = 0
  private var refusals = [Int](repeating: 0, count: Refusal.allCases.count)
  /// Requests that libmicrohttpd could not parse, by status.
  public private(set) var unreadable: [(status: WebStatus, count: Int)] = []

  private static let batchLayout: HDRHistogram.Layout = {
    guard let layout = try? HDRHistogram.Layout(highest: 65_536, digits: 2) else {
      preconditionFailure("65,536 has a layout")
    }
    return layout
  }()

  public init() {}

  /// Makes the counter of a route.
  public func meter(_ route: String) -> RouteMeter {
    precondition(!routes.contains { $0.route == route }, "'\(route)' is counted twice")
    let meter = RouteMeter(route)
    routes.append(meter)
    return meter
  }

  /// Returns the number of refusals for this reason.
  public func count(of refusal: Refusal) -> Int {
    refusals[Self.index(of: refusal)]
  }

  func count(_ refusal: Refusal) {
    refusals[Self.index(of: refusal)] += 1
  }

  func countUnreadable(_ status: WebStatus) {
    if let index = unreadable.firstIndex(where: { $0.status == status }) {
      unreadable[index].count += 1
    } else {
      unreadable.append((status, 1))
    }
  }

  private static func index(of refusal: Refusal) -> Int {
    guard let index = Refusal.allCases.firstIndex(of: refusal) else {
      preconditionFailure("a refusal is one of all")
    }
    return index
  }
}
