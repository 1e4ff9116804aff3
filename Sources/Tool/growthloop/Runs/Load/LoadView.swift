import GrowthloopFindings
package import GrowthloopLoadGenerator
import GrowthloopReports
import GrowthloopTransport
import RandomStreams
import Statistics

/// The view of a running load: its last seconds for a terminal, or a line now and then without one.
package struct LoadView: Sendable {
  private let title: String
  private let length: Int
  private let connections: Int
  private let isMultiplexed: Bool
  private var latest: LoadProgress?
  /// The 99th percentiles of the last seconds, in milliseconds; `nil` for a second without answers.
  private var courses: [Double?] = []
  /// The second of the next line.
  private var nextLine = everySeconds - 1

  /// The seconds between two lines where there is no terminal.
  private static let everySeconds = 10
  private static let mostSeconds = 300
  private static let blocks = Array("▁▂▃▄▅▆▇█")

  package init(of plan: LoadPlan, titled title: String = "") {
    self.title = title
    length = max(1, Int((plan.length / .seconds(1)).rounded(.up)))
    connections = plan.limits.connections
    isMultiplexed = plan.target.version == .http2
  }

  package mutating func add(_ progress: LoadProgress) {
    latest = progress
    latest?.responses = nil
    courses.append(progress.second.quantiles.map { $0.p99 / .milliseconds(1) })
    if courses.count > Self.mostSeconds { courses.removeFirst() }
  }

  /// Returns the view for a terminal of so many columns; empty before the first second ends.
  package func text(columns: Int) -> String {
    guard let latest else { return "" }
    let second = latest.second
    let wide = max(20, columns - 1)
    var lines = [
      title + clock, "  rate      \(rate)", "  response  \(response)",
    ]
    let room = wide - 12
    let shown = courses.suffix(room)
    if shown.count > 1 { lines.append("  p99       \(Self.sparkline(shown))") }
    if !errors.isEmpty { lines += Self.wrapped(errors, label: "  errors    ", columns: wide) }
    if let lateness = latest.lateness {
      lines.append("  late      \(LoadText.time(lateness)) at p99, by the generator itself")
    }
    if let stall { lines += Self.wrapped([stall], label: "  ", columns: wide) }
    if second.isWarmUp { lines.append("  warm-up: it counts for no gate") }
    return lines.joined(separator: "\n")
  }

  /// Takes the line that is due where there is no terminal; `nil` for none.
  package mutating func takeLine() -> String? {
    guard let latest, latest.second.second >= nextLine else { return nil }
    nextLine = latest.second.second + Self.everySeconds
    let parts =
      [title + clock, rate, response] + (errors.isEmpty ? [] : [errors.joined(separator: ", ")])
      + [stall].compactMap(\.self)
    return parts.joined(separator: "; ")
  }

  private var clock: String {
    let gone = (latest?.second.second ?? -1) + 1
    return gone <= length
      ? "\(gone) s of \(length) s"
      : "\(gone) s: the last answers, \(gone - length) s behind the plan"
  }

  private var rate: String {
    guard let second = latest?.second else { return "" }
    return "\(second.sent)/s sent, \(second.answered)/s answered, \(second.inFlight) in flight"
  }

  private var response: String {
    guard let times = latest?.second.quantiles else { return "no answer in this second" }
    return [("p50", times.median), ("p99", times.p99), ("p99.9", times.p999), ("max", times.most)]
      .map { "\($0.0) \(LoadText.time($0.1))" }.joined(separator: ", ")
  }

  /// The errors so far by name, the most frequent first.
  private var errors: [String] {
    guard let counts = latest.map({ RequestCountsFound($0.counts) }) else { return [] }
    return counts.named.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
      .map { "\($0.name) \($0.count)" }
  }

  /// Why requests wait, in a sentence; `nil` where none does.
  private var stall: String? {
    guard let latest, latest.lacksConnections else { return nil }
    let are = connections == 1 ? "connection is" : "connections are"
    let what = isMultiplexed ? "all streams of " : ""
    return "\(what)\(connections) \(are) full: requests wait for one, the first for "
      + "\(LoadText.time(latest.second.backlog))"
  }

  /// Returns a column for each second; equal ratios are equally high, a blank is no answer.
  static func sparkline(_ values: ArraySlice<Double?>) -> String {
    let logs = values.map { $0.map { Double.log(max($0, 1e-6)) } }
    guard let least = logs.compactMap(\.self).min(), let most = logs.compactMap(\.self).max() else {
      return ""
    }
    return String(
      logs.map { value in
        guard let value else { return " " }
        let height = most > least ? (value - least) / (most - least) : 0
        return blocks[min(blocks.count - 1, Int(height * Double(blocks.count)))]
      })
  }

  /// Returns parts on as many lines as they need, the first behind the label.
  private static func wrapped(_ parts: [String], label: String, columns: Int) -> [String] {
    var lines: [String] = []
    var line = label
    for word in parts.joined(separator: ", ").split(separator: " ") {
      if line.count + word.count > columns, line.contains(where: { $0 != " " }) {
        lines.append(line)
        line = String(repeating: " ", count: label.count)
      }
      line += (line.last == " " ? "" : " ") + word
    }
    return lines + [line]
  }
}
