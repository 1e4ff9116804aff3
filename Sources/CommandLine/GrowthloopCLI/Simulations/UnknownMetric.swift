import Diagnostics
import Experiments

/// A key that no metric bears.
enum UnknownMetric {
  static func error(_ key: String) -> UsageError {
    switch key {
    case "": return UsageError(description: "a metric has a key, and one of these is empty")
    case "all", "headline": return UsageError(description: "'\(key)' stands alone for many metrics")
    default:
      let near = Suggestion.phrase(3, for: key, among: Metric.all.map(\.key))
      return UsageError(
        description:
          "unknown metric '\(key)'\(near); 'growthloop simulate --metrics all' has them all"
      )
    }
  }
}
