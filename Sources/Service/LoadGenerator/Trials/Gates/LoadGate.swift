import GrowthloopFindings

/// A limit on a load run: `p99 < 200ms`, `errors < 0.1%`, `create p99 < 500ms`, `events max < 1h`.
public struct LoadGate: Hashable, Sendable {
  /// The limited measurement.
  public enum Limit: Hashable, Sendable {
    /// A percentile of the response times, 100 for the longest; in nanoseconds.
    case response(percentile: Double, nanoseconds: UInt64)
    /// The proportion of planned requests that failed, were not sent, or got an unexpected
    /// response.
    case errors(share: Double)
  }

  /// The kind of request; `nil` for all together.
  public let kind: String?
  public let limit: Limit
  public let description: String
  /// The setting that a limit comes from; `nil` for a limit of the plan.
  public var origin: String?

  /// The kind of a gate on the service's own measure of its events: the time to their export.
  public static let events = "events"

  /// Whether it limits the time from an event to its export (D-DEP-07).
  public var isOnExports: Bool { kind == Self.events }

  /// Examples of gates.
  public static let examples = ["p99 < 200ms", "errors < 0.1%", "create p99.9 < 1s"]

  /// Parses a gate; `nil` for other text.
  public init?(_ text: String) {
    let all = text.split(separator: " ").map(String.init)
    description = all.joined(separator: " ")
    // The name of a kind may have blanks, as "get /healthz" has.
    kind = all.count > 3 ? all.dropLast(3).joined(separator: " ") : nil
    let words = Array(all.suffix(3))
    guard words.count == 3, words[1] == "<" else { return nil }
    if words[0] == "errors" {
      guard let share = GateText.share(words[2]) else { return nil }
      limit = .errors(share: share)
    } else {
      guard let percentile = GateText.percentile(words[0]),
        let time = GateText.nanoseconds(words[2])
      else { return nil }
      limit = .response(percentile: percentile, nanoseconds: time)
    }
  }

  /// The limit on response times.
  public var responseLimit: Duration? {
    guard case .response(_, let nanoseconds) = limit else { return nil }
    return .nanoseconds(Int64(nanoseconds))
  }
}
