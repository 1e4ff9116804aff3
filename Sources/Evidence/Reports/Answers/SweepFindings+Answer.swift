import Diagnostics
public import Runs
import Statistics

extension SweepFindings {
  /// The opening of the report: what moves the metric most, and how well that is known.
  public var answer: ReportAnswer? {
    guard let first = tornado.first, let base else { return nil }
    let name = metricName ?? metric
    let own = points.filter {
      $0.point.split(separator: " ").contains { $0.hasPrefix(first.setting + "=") }
    }
    guard own.contains(where: \.measured.isSure) else {
      return ReportAnswer(
        "\(name) (\(metric)) is \(style.text(base)) at the base, and no difference can be seen at any "
          + "point of the widest setting, \(first.setting)\(bound(own)).", basis: basis(first))
    }
    let ends =
      "\(style.text(base + first.lowest)) at \(first.lowestValue) to "
      + "\(style.text(base + first.highest)) at \(first.highestValue)"
    let whole = tornado.reduce(0) { $0 + $1.highest - $1.lowest }
    let share =
      tornado.count > 1 && whole > 0
      ? ", \(NumberText.percent((first.highest - first.lowest) / whole)) of what the "
        + "\(tornado.count) settings move it over the values tried" : ""
    let moves =
      tornado.count > 1 ? "moves \(name.lowercasedFirst) most" : "moves \(name.lowercasedFirst)"
    return ReportAnswer(
      "\(first.setting) \(moves): from \(ends)\(share). \(best)", basis: basis(first))
  }

  /// The point with the highest value, beside the base.
  private var best: String {
    let reached = points.compactMap { point in point.mean.map { (point: point, mean: $0) } }
    guard let best = reached.max(by: { $0.mean < $1.mean }), let base else { return "" }
    guard best.mean > base else {
      return "No point is above the base, \(baseInWords)."
    }
    let interval =
      best.point.measured.interval.map {
        ", 95% interval of the difference \(style.signed($0.low)) to \(style.signed($0.high))"
      } ?? ""
    return
      "The highest is \(style.text(best.mean)), at \(best.point.point), against \(baseInWords) at "
      + "the base\(interval)."
  }

  /// The value at the base, with that of the setting where only one is varied.
  private var baseInWords: String {
    let value = base.map(style.text) ?? "–"
    guard tornado.count == 1, let only = tornado.first,
      let parameter = parameters.first(where: { $0.name == only.setting })
    else { return value }
    return "\(value) with \(parameter.value)"
  }

  private func bound(_ points: [Measured<SweepPoint>]) -> String {
    let ends = points.compactMap(\.measured.interval).flatMap {
      [$0.low.magnitude, $0.high.magnitude]
    }
    return ends.max().map { ": it is smaller than \(style.distance($0))" } ?? ""
  }

  private func basis(_ first: TornadoBar) -> String {
    guard let parameter = parameters.first(where: { $0.name == first.setting }) else {
      return "\(first.setting) is a rule of the profile: a decision, and no measurement."
    }
    let grade = parameter.grade.map { "grade \($0.rawValue)" } ?? "no grade"
    return parameter.isAssumed
      ? "\(first.setting) is assumed (\(grade)): to measure it would change the answer most."
      : "\(first.setting) has a source (\(grade)): \(parameter.source ?? "see below")."
  }
}

extension String {
  /// The text with a small letter at its beginning.
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
