import GrowthloopFindings
package import GrowthloopStudies
package import GrowthloopReports

extension Metric {
  /// Returns the metric of that key.
  ///
  /// - Throws: `UsageError` with the nearest keys for a key that no metric has.
  package static func known(_ key: String) throws(UsageError) -> Metric {
    guard let metric = named(key) else { throw UnknownMetric.error(key) }
    return metric
  }
}

/// An error for a key that no metric has.
package enum UnknownMetric {
  package static func error(_ key: String) -> UsageError {
    switch key {
    case "": return UsageError(description: "the key of a metric is empty")
    case "all", "headline":
      return UsageError(
        description: "'\(key)' stands for many metrics: give it to '--metrics', and no other key")
    default:
      let near = Suggestion.phrase(3, for: key, among: Metric.all.map(\.key))
      return UsageError(
        description:
          "unknown metric '\(key)'\(near); 'growthloop simulate --metrics all' has them all"
      )
    }
  }
}
