import RealFunctions

/// The time for which members stay, from the proportions of newcomers still active after given
/// days.
struct Lifetime: Sendable {
  private static let day: Double = 86_400
  /// Days and the proportions still active, falling; linear between their logarithms.
  private let points: [(day: Double, share: Double)]

  init(_ use: Use) {
    points = [(1, use.retentionDay1), (14, use.retentionDay14), (30, use.retentionDay30)]
  }

  /// Returns the stay at quantile `u`, above 0 and below 1, in seconds.
  ///
  /// Before the first day the proportion falls linearly; after the last it continues its fall.
  func seconds(_ u: Double) -> Double {
    guard u < points[0].share else {
      return Self.day * (1 - u) / (1 - points[0].share)
    }
    for (left, right) in zip(points, points.dropFirst()) where u >= right.share {
      return Self.day * between(left, right, at: u)
    }
    return Self.day * between(points[1], points[2], at: u)
  }

  private func between(
    _ left: (day: Double, share: Double), _ right: (day: Double, share: Double), at u: Double
  ) -> Double {
    guard left.share > right.share else { return .infinity }
    // The proportion at the later day is 0, which has no logarithm: a linear fall.
    guard right.share > 0 else {
      return left.day + (right.day - left.day) * (1 - u / left.share)
    }
    let slope =
      (Double.log(right.day) - Double.log(left.day))
      / (Double.log(right.share) - Double.log(left.share))
    let logDay = Double.log(left.day) + slope * (Double.log(u) - Double.log(left.share))
    return logDay > 20 ? .infinity : Double.exp(logDay)
  }

  /// Returns the quantile of a stay that has already lasted a month.
  func afterMonth(_ u: Double) -> Double { u * points[2].share }
}
