import Diagnostics
import Experiments

/// A key that no metric bears.
enum UnknownMetric {
  static func error(_ key: String) -> UsageError {
    let near = Suggestion.phrase(for: key, among: Metric.all.map(\.key))
    return UsageError(description: "unknown metric '\(key)'\(near)")
  }
}
