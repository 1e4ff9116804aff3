public import Statistics

/// How long requests took, three ways, in nanoseconds.
///
/// Answered requests count, and those that timed out with the time after which they were given up:
/// leaving them out would flatter the server.
public struct Latencies: Sendable, Hashable {
  /// From the planned moment to the end of the answer: what a user waits.
  public internal(set) var response = HDRHistogram(layout: layout)
  /// From the sending to the end of the answer, the making of a new connection included.
  public internal(set) var service = HDRHistogram(layout: layout)
  /// From the planned moment to the sending.
  public internal(set) var lag = HDRHistogram(layout: layout)

  /// Nanoseconds up to an hour, to three digits, told apart from 64 ns on.
  public static let layout: HDRHistogram.Layout = {
    do {
      return try HDRHistogram.Layout(lowest: 100, highest: 3_600_000_000_000, digits: 3)
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  public init() {}

  /// Adds everything that `other` recorded.
  public mutating func merge(_ other: Latencies) {
    response.merge(other.response)
    service.merge(other.service)
    lag.merge(other.lag)
  }

  @inline(__always)
  mutating func record(planned: Int64, sent: Int64, done: Int64) {
    response.record(UInt64(max(0, done - planned)))
    service.record(UInt64(max(0, done - sent)))
    lag.record(UInt64(max(0, sent - planned)))
  }
}
