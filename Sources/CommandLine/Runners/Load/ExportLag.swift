import HTTPClient
import LinuxIO
import LoadGenerator
import Statistics

/// The time from an event to its export, as a service's metrics tell it.
enum ExportLag {
  /// Asks the service of a load run; `nil` if it does not tell.
  static func ask(_ target: LoadTarget) throws(SystemCallError) -> HDRHistogram? {
    let answer = try Fetch.get(
      "/metrics", from: SocketAddress(.loopbackV4, port: target.port), bearing: target.bearerToken,
      within: .seconds(10))
    guard let answer, answer.status == 200 else { return nil }
    return read(String(decoding: answer.body, as: UTF8.self))
  }

  /// Reads the buckets: each event counts as late as its bucket allows, and the last as the longest.
  static func read(_ text: String) -> HDRHistogram? {
    var buckets: [(bound: Double, count: Int)] = []
    var longest: Double?
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let value = Double(words[1]) else { continue }
      if words[0] == "\(name)_max_seconds" { longest = value }
      guard words[0].hasPrefix(bucket), words[0].hasSuffix("\"}") else { continue }
      let bound = words[0].dropFirst(bucket.count).dropLast(2)
      buckets.append((bound == "+Inf" ? .infinity : Double(bound) ?? .infinity, Int(value)))
    }
    guard let longest, !buckets.isEmpty else { return nil }
    var lags = HDRHistogram(layout: layout)
    var before = 0
    for (bound, count) in buckets {
      lags.record(UInt64(min(bound, longest) * 1e9), count: count - before)
      before = count
    }
    return lags
  }

  private static let name = "event_export_lag"
  private static let bucket = "\(name)_seconds_bucket{le=\""

  /// Up to a day in nanoseconds.
  private static let layout: HDRHistogram.Layout = {
    guard let layout = try? HDRHistogram.Layout(highest: 86_400_000_000_000, digits: 2) else {
      preconditionFailure("a day in nanoseconds has a layout")
    }
    return layout
  }()
}
