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
  /// Lines that a log of requests did not keep, as its file was slow or full.
  var lostLogLines = 0
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
  ///
  /// A log of requests names it by `template`, its path with names in place of codes.
  public func meter(_ route: String, template: String? = nil) -> RouteMeter {
    precondition(!routes.contains { $0.route == route }, "'\(route)' is counted twice")
    let meter = RouteMeter(route, template: template ?? route)
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

extension WebMetrics {
  /// Writes all counters; every name begins with `http_`.
  public func write(to text: inout OpenMetricsText) {
    writeRoutes(to: &text)
    text.family("http_turns", "counter", "Turns of the event loop in which a request arrived.")
    text.sample("http_turns_total", turns)
    text.family("http_commits", "counter", "Commits that answers waited for.")
    text.sample("http_commits_total", commits)
    text.family("http_failed_commits", "counter", "Commits that failed; their senders got a 503.")
    text.sample("http_failed_commits_total", failedCommits)
    text.family(
      "http_uncommitted_answers", "counter",
      "Pages that were shown though what was to be kept of the tap was not.")
    text.sample("http_uncommitted_answers_total", uncommittedAnswers)
    text.family("http_open_connections", "gauge", "Connections that are open now.")
    text.sample("http_open_connections", openConnections)
    text.family("http_connections", "counter", "Connections that were taken.")
    text.sample("http_connections_total", acceptedConnections)
    text.family("http_slow_readers", "counter", "Connections cut off before they took an answer.")
    text.sample("http_slow_readers_total", slowReaders)
    text.family("http_lost_log_lines", "counter", "Requests whose line in the log was dropped.")
    text.sample("http_lost_log_lines_total", lostLogLines)
    writeRefusals(to: &text)
  }

  private func writeRoutes(to text: inout OpenMetricsText) {
    text.family("http_requests", "counter", "Answers by route and status.")
    for meter in routes {
      for (status, count) in meter.countByStatus {
        text.sample(
          "http_requests_total", count,
          labels: [("route", meter.route), ("status", "\(status.rawValue)")])
      }
    }
    text.family(
      "http_request_duration_seconds", "histogram", "From a whole request to its whole answer.")
    for meter in routes where !meter.latency.isEmpty {
      text.histogram(
        "http_request_duration_seconds", [("route", meter.route)], meter.latency,
        sum: meter.totalLatency)
    }
  }

  private func writeRefusals(to text: inout OpenMetricsText) {
    text.family("http_refusals", "counter", "What the server itself refused, by reason.")
    for refusal in Refusal.allCases {
      text.sample("http_refusals_total", count(of: refusal), labels: [("reason", refusal.rawValue)])
    }
    text.family("http_unreadable_requests", "counter", "What could not be read as HTTP.")
    for (status, count) in unreadable {
      text.sample(
        "http_unreadable_requests_total", count, labels: [("status", "\(status.rawValue)")])
    }
  }
}

/// The counts and latencies of one route's answers.
public final class RouteMeter {
  /// The route's name in metrics, which must not identify a person.
  public let route: String
  /// Its name in a log of requests.
  let template: String
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

  init(_ route: String, template: String) {
    precondition(
      template.utf8.allSatisfy { $0 > 0x1F && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C },
      "'\(template)' does not stand in JSON as it is")
    self.route = route
    self.template = template
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
