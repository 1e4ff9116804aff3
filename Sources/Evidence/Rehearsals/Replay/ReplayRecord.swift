import LoadGenerator
public import Statistics

/// How a service answered a replay, and how long that took.
public struct ReplayRecord: Sendable {
  /// Response times by the name of the request, in nanoseconds, from the later of the planned moment and
  /// the answers that a request waited for.
  public internal(set) var latencies: [String: HDRHistogram] = [:]
  /// Each of these times, with the second from the start in which its request was due.
  public internal(set) var samples: [Sample] = []
  /// Those of requests that were due while the service was dead, or had its backlog to clear.
  public internal(set) var disturbed = HDRHistogram(layout: Latencies.layout)
  public internal(set) var answered = 0
  /// Requests whose last answer nobody wants, and requests without one.
  public internal(set) var unwanted = 0
  public internal(set) var unanswered = 0
  /// Requests that were sent again, since the service was killed before it answered.
  public internal(set) var repeated = 0
  /// How long the service was away after each kill.
  public internal(set) var outages: [Duration] = []
  public internal(set) var mostInFlight = 0
  public internal(set) var elapsed = Duration.zero
  public internal(set) var wasCancelled = false

  public var all: HDRHistogram {
    latencies.values.reduce(into: HDRHistogram(layout: Latencies.layout)) { $0.merge($1) }
  }

  public var planned: Int { answered + unanswered }
  public var errors: Int { unwanted + unanswered }

  /// How long one request took.
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
