public import Statistics

/// The counts and latencies of one route's answers.
public final class RouteMeter {
  /// The route's name in metrics, which must not identify a person.
  public let route: String
  /// The number of answers by status.
  public private(set) var countByStatus: [(status: WebStatus, count: Int)] = []
  /// The microseconds from the turn of the complete request until the kernel has the answer.
  public private(set) var latency = HDRHistogram(layout: RouteMeter.layout)
  /// The sum of all latencies, in microseconds.
  public private(set) var totalLatency = 0

  private static let layout: HDRHistogram.Layout = {
    guard let layout = try? HDRHistogram.Layout(highest: 60_000_000, digits: 2) else {
      preconditionFailure("a minute in microseconds has a layout")
    }
    return layout
  }()

  init(_ route: String) {
    self.route = route
  }

  func count(_ status: WebStatus, after microseconds: Int) {
    latency.record(UInt64(max(0, microseconds)))
    totalLatency += microseconds
    // A route has few statuses, and the first is nearly all of them.
    if let index = countByStatus.firstIndex(where: { $0.status == status }) {
      countByStatus[index].count += 1
    } else {
      countByStatus.append((status, 1))
    }
  }
}
