internal import GrowthloopTransport
internal import Statistics

/// The times from events to a place that they have reached.
struct EventLags: Sendable {
  private var lags = HDRHistogram(layout: EventLags.layout)
  private var total = 0
  private(set) var longest = 0
  private(set) var count = 0

  /// Up to a day in microseconds: the documents allow an hour.
  private static let layout: HDRHistogram.Layout = {
    guard let layout = try? HDRHistogram.Layout(highest: 86_400_000_000, digits: 2) else {
      preconditionFailure("a day in microseconds has a layout")
    }
    return layout
  }()

  /// Records events of the moment `then`, in nanoseconds, that are there `now`.
  mutating func record(since then: Int64, at now: Int64, count: Int = 1) {
    let microseconds = Self.microseconds(since: then, at: now)
    lags.record(UInt64(microseconds), count: count)
    total += microseconds * count
    longest = max(longest, microseconds)
    self.count += count
  }

  static func microseconds(since then: Int64, at now: Int64) -> Int {
    max(0, Int(now - then) / 1_000)
  }

  /// Writes the families `NAME_seconds` and `NAME_max_seconds`.
  func write(_ name: String, from what: String, to text: inout OpenMetricsText, waiting: Int = 0) {
    text.family("\(name)_seconds", "histogram", "From an event to its \(what).")
    text.histogram("\(name)_seconds", [], lags, sum: total)
    text.family("\(name)_max_seconds", "gauge", "The longest time to its \(what).")
    text.sample("\(name)_max_seconds", Double(max(longest, waiting)) / 1e6)
  }
}
