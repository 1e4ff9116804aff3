import GrowthloopLoadGenerator
public import Statistics

/// The service's response times and errors in a replay.
public struct ReplayRecord: Sendable {
  /// Response times by request name, in nanoseconds.
  ///
  /// They count from the planned moment, or from the last answer that the request depended on.
  public internal(set) var latencies: [String: HDRHistogram] = [:]
  /// Each of these times, with the second in which its request was due.
  public internal(set) var samples: [Sample] = []
  /// Response times of requests due during an outage or its backlog.
  public internal(set) var disturbed = HDRHistogram(layout: Latencies.layout)
  public internal(set) var answered = 0
  /// Requests with an unexpected response, and requests without one.
  public internal(set) var unwanted = 0
  public internal(set) var unanswered = 0
  /// Requests sent again because the service was killed before it answered.
  public internal(set) var repeated = 0
  /// The length of the outage after each kill.
  public internal(set) var outages: [Duration] = []
  public internal(set) var mostInFlight = 0
  public internal(set) var elapsed = Duration.zero
  public internal(set) var wasCancelled = false

  public var all: HDRHistogram {
    latencies.values.reduce(into: HDRHistogram(layout: Latencies.layout)) { $0.merge($1) }
  }

  public var planned: Int { answered + unanswered }
  public var errors: Int { unwanted + unanswered }

  /// The response time of one request.
  public struct Sample: Sendable {
    public let name: String
    public let second: Int
    public let nanoseconds: UInt64
  }

  mutating func record(_ name: String, _ nanoseconds: Int64, due: Int64, isDisturbed: Bool) {
    let value = UInt64(max(0, nanoseconds))
    if isDisturbed {
      disturbed.record(value)
    } else {
      samples.append(
        Sample(name: name, second: Int(max(0, due) / 1_000_000_000), nanoseconds: value))
      latencies[name, default: HDRHistogram(layout: Latencies.layout)].record(value)
    }
  }
}
