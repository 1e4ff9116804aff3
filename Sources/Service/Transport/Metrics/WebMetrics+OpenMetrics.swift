public import Statistics

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
