import RandomStreams
import RealFunctions

/// How long members stay: a share of newcomers is still there after so many days.
struct Lifetime: Sendable {
  private static let day: Double = 86_400
  /// Days and the share still there, falling; straight lines between their logarithms.
  private let points: [(day: Double, share: Double)]

  init(_ use: Use) {
    points = [(1, use.retentionDay1), (14, use.retentionDay14), (30, use.retentionDay30)]
  }

  /// The seconds that someone stays whose luck is `u`, above 0 and below 1.
  ///
  /// Before the first day the share falls evenly; after the last it falls on as before.
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
    // Nobody is left at the later day: an even fall, which has no logarithm.
    guard right.share > 0 else {
      return left.day + (right.day - left.day) * (1 - u / left.share)
    }
    let slope =
      (Double.log(right.day) - Double.log(left.day))
      / (Double.log(right.share) - Double.log(left.share))
    let logDay = Double.log(left.day) + slope * (Double.log(u) - Double.log(left.share))
    return logDay > 20 ? .infinity : Double.exp(logDay)
  }

  /// The luck of someone who has stayed for a month already.
  func afterMonth(_ u: Double) -> Double { u * points[2].share }
}
