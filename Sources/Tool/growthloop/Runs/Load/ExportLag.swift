import GrowthloopTransport
import GrowthloopLoadGenerator
import Statistics

/// The time from an event to its export, as a service's metrics tell it.
enum ExportLag {
  /// Asks the service of a load run; `nil` if it does not tell.
  static func ask(_ target: LoadTarget) -> HDRHistogram? {
    var request = RequestText("GET", "/metrics", host: target.endpoint.hostField)
    if let token = target.bearerToken { request = request.bearing(token) }
    let answer = try? Fetch.response(
      to: request, from: SocketAddress(.loopbackV4, port: target.endpoint.port),
      within: .seconds(10))
    guard let answer, answer.status == 200 else { return nil }
    return read(String(decoding: answer.body, as: UTF8.self))
  }

  /// Reads the times to the delivery if the service has a collector, or to the file.
  static func read(_ text: String) -> HDRHistogram? {
    read("event_delivery_lag", in: text) ?? read("event_export_lag", in: text)
  }

  /// Reads the buckets: each event counts as late as its bucket allows, and the last as the longest.
  private static func read(_ name: String, in text: String) -> HDRHistogram? {
    let bucket = "\(name)_seconds_bucket{le=\""
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
    // The event that has waited longest is in no bucket yet.
    let waiting = UInt64(longest * 1e9)
    if buckets.last(where: { $0.bound < longest }).map({ $0.count == before }) ?? false {
      lags.record(waiting, count: 1)
    }
    return lags
  }

  /// Up to a day in nanoseconds.
  private static let layout: HDRHistogram.Layout = {
    guard let layout = try? HDRHistogram.Layout(highest: 86_400_000_000_000, digits: 2) else {
      preconditionFailure("a day in nanoseconds has a layout")
    }
    return layout
  }()
}
