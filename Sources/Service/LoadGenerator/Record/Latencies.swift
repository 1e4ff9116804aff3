public import Statistics

/// Four latencies of the requests that got a response, in nanoseconds.
///
/// A request without a response has none: it is later than any limit, and `RequestCounts` has it.
public struct Latencies: Codable, Sendable, Hashable {
  /// From the planned moment to the end of the response: a user's wait.
  public internal(set) var response = HDRHistogram(layout: layout)
  /// From the sending to the end of the response, with the time to connect.
  public internal(set) var service = HDRHistogram(layout: layout)
  /// From the planned moment to the sending.
  public internal(set) var lag = HDRHistogram(layout: layout)
  /// The response without the generator's own lateness: the least that the service took.
  public internal(set) var least = HDRHistogram(layout: layout)

  /// Nanoseconds up to an hour, to three digits, with a resolution of 64 ns.
  public static let layout: HDRHistogram.Layout = {
    do {
      return try HDRHistogram.Layout(lowest: 100, highest: 3_600_000_000_000, digits: 3)
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  public init() {}

  /// Adds the records of `other`.
  public mutating func merge(_ other: Latencies) {
    response.merge(other.response)
    service.merge(other.service)
    lag.merge(other.lag)
    least.merge(other.least)
  }

  /// Records a response at `done` to a request that had a connection from `ready` on.
  @inline(__always)
  mutating func record(planned: Int64, ready: Int64, sent: Int64, done: Int64) {
    response.record(UInt64(max(0, done - planned)))
    service.record(UInt64(max(0, done - sent)))
    lag.record(UInt64(max(0, sent - planned)))
    least.record(UInt64(max(0, done - planned - (sent - ready))))
  }
}
