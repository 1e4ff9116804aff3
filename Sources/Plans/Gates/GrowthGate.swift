public import GrowthloopFindings

/// A limit on a metric of a scenario: `k.cohort > 0.008`, `conversion.home >= 3%`.
public struct GrowthGate: Hashable, Sendable {
  /// The key of a metric.
  public let metric: String
  public let limit: GateLimit
  public let description: String

  /// Examples of gates.
  static let examples = ["k.cohort > 0.008", "conversion.home >= 3%"]

  public init(_ metric: String, _ limit: GateLimit, description: String) {
    self.metric = metric
    self.limit = limit
    self.description = description
  }
}

/// The words of a gate, before the metrics are available.
struct GateWords {
  let metric: String
  let comparison: GateLimit.Comparison
  let limit: String

  /// Parses a gate; `nil` if the text is none.
  init?(_ text: String) {
    let text = text.replacing("≥", with: ">=").replacing("≤", with: "<=")
    let metric = text.prefix { !"<>=".contains($0) }
    let sign = text.dropFirst(metric.count).prefix { "<>=".contains($0) }
    let limit = text.dropFirst(metric.count + sign.count)
    guard let comparison = GateLimit.Comparison(rawValue: String(sign)) else { return nil }
    self.metric = Self.trimmed(metric)
    self.comparison = comparison
    self.limit = Self.trimmed(limit)
    guard [self.metric, self.limit].allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) else {
      return nil
    }
  }

  var description: String { "\(metric) \(comparison.rawValue) \(limit)" }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " }
    return String(start.prefix(start.count - start.reversed().prefix { $0 == " " }.count))
  }
}
