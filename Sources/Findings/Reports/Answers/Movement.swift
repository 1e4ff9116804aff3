import GrowthloopFindings
import Statistics

/// The movement of a metric from a base to a variant, in words.
struct Movement {
  let metric: Measured<MetricDifferenceSubject>

  private var style: NumberStyle { metric.measured.style }

  /// Whether the movement is certain, at least a hundredth of the base, and seen in print.
  var isMaterial: Bool {
    guard metric.measured.isSure, let value = metric.measured.value,
      text(metric.base) != text(metric.variant)
    else { return false }
    return value.magnitude >= 0.01 * (metric.base ?? 0).magnitude
  }

  var rises: Bool { (metric.measured.value ?? 0) > 0 }

  /// The movement with its values: `falls from 3.9% to 0.36% of invited launches (by 3.59 points,
  /// 3.06 to 4.12)`.
  var words: String {
    let unit = style == .share ? " \(metric.unit)" : ""
    return
      "\(rises ? "rises" : "falls") from \(text(metric.base)) to \(text(metric.variant))\(unit) (\(amount))"
  }

  /// The size of the movement with its interval: `by 3.59 points, 3.06 to 4.12`.
  var amount: String {
    guard let value = metric.measured.value else { return "not measured" }
    let size = "by \(style.distance(value.magnitude))"
    guard let interval = metric.measured.interval, interval.low < interval.high else {
      return "\(size), in every replication alike"
    }
    let ends = [interval.low, interval.high].map { rises ? $0 : -$0 }.sorted()
    return "\(size), \(metric.measured.intervalName) \(end(ends[0])) to \(end(ends[1]))"
  }

  /// The movement as a share of the base; `nil` where that is nothing, or a share itself.
  var shareOfBase: String? {
    guard style != .share, let base = metric.base, base > 0, let value = metric.measured.value
    else { return nil }
    return NumberText.percent(value.magnitude / base)
  }

  /// The bound on a movement that is not certain.
  var bound: String {
    guard let interval = metric.measured.interval else {
      return "no difference can be judged: there are too few replications"
    }
    if interval.isPrediction {
      return
        "which way it moves is not known: 95% of draws lie between \(style.signed(interval.low)) and "
        + style.signed(interval.high)
    }
    let most = max(interval.low.magnitude, interval.high.magnitude)
    guard most > 0 else { return "no difference at all, in any replication" }
    let base = (metric.base ?? 0).magnitude
    let share = base > 0 ? ", \(NumberText.percent(most / base)) of it" : ""
    return "no difference can be seen: it is smaller than \(style.distance(most))\(share)"
  }

  private func text(_ value: Double?) -> String { value.map(style.text) ?? "–" }

  /// An end of the interval, without a word for the unit.
  private func end(_ value: Double) -> String {
    style == .share ? NumberText.significant(value * 100) : style.text(value)
  }
}
