import RandomStreams

/// The time for which members stay, from the proportions of newcomers still active after given
/// days.
struct Lifetime: Sendable {
  private static let day: Double = 86_400
  /// Days and the proportions still active, falling; linear between their logarithms.
  private var points: [Point]
  private typealias Point = (day: Double, share: Double)

  /// The proportion who are still there after a month.
  private var month: Double {
    points.first { $0.day == 30 }?.share ?? proportion(after: 30)
  }

  init(_ use: Use) {
    let asked = use.retention.points.map { (day: Double($0.day), share: $0.share) }
    points = asked
    guard use.retentionMeans == .activity, use.sessionsPerDay > 0 else { return }
    let day = ActiveDay(use)
    // Each step makes every day's activity right for the shape of the fall so far, which the next
    // step changes less and less.
    for _ in 0..<40 {
      var change = 0.0
      for (place, (_, share)) in asked.enumerated() {
        let factor = share / day.activity(points[place].day, staying: proportion)
        let most = place == 0 ? 1 : points[place - 1].share
        change = max(change, (factor - 1).magnitude)
        points[place].share = min(most, points[place].share * factor)
      }
      if change < 1e-7 { break }
    }
  }

  /// Returns the proportion who are still there after so many days: the inverse of `seconds`.
  func proportion(after days: Double) -> Double {
    guard days > points[0].day else { return 1 - days / points[0].day * (1 - points[0].share) }
    let (left, right) = piece { days < $0.day }
    guard right.share > 0, left.share > 0 else {
      return max(0, left.share * (1 - (days - left.day) / (right.day - left.day)))
    }
    let slope =
      (Double.log(right.share) - Double.log(left.share))
      / (Double.log(right.day) - Double.log(left.day))
    return left.share * Double.exp(slope * (Double.log(days) - Double.log(left.day)))
  }

  /// Returns the days between which the fall is one line of logarithms: the first whose later one is
  /// beyond, or the last, which goes on.
  ///
  /// Of one day alone, as great a part is lost in as many days again.
  private func piece(where isBeyond: (Point) -> Bool) -> (left: Point, right: Point) {
    let last = points[points.count - 1]
    guard points.count > 1 else { return (last, (2 * last.day, last.share * last.share)) }
    var place = 1
    while place < points.count - 1, !isBeyond(points[place]) { place += 1 }
    return (points[place - 1], points[place])
  }

  /// Returns the stay at quantile `u`, above 0 and below 1, in seconds.
  ///
  /// Before the first day the proportion falls linearly; after the last it continues its fall.
  func seconds(_ u: Double) -> Double {
    guard u < points[0].share else {
      return Self.day * points[0].day * (1 - u) / (1 - points[0].share)
    }
    let (left, right) = piece { u >= $0.share }
    return Self.day * between(left, right, at: u)
  }

  private func between(
    _ left: Point, _ right: Point, at u: Double
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
  func afterMonth(_ u: Double) -> Double { u * month }
}

/// The sessions of twenty-four hours, of those who come after a launch at the rhythm's times of a day.
private struct ActiveDay {
  private static let steps = 8
  /// How long after the launch's time of day the first session comes, in days: for launches at equal
  /// parts of the rhythm, the middle of each part in which it may come.
  private let moments: [Double]
  /// The chance that it comes in each of these.
  private let chances: [Double]

  init(_ use: Use) {
    let rhythm = Rhythm(daily: use.dailyRhythm, weekendLift: 0)
    let day = 86_400.0
    let part = 1 / Double(Self.steps)
    var moments: [Double] = []
    var chances: [Double] = []
    for launch in 0..<Self.steps {
      let launched = rhythm.moment((Double(launch) + 0.5) * part * day, after: 0)
      for step in 0..<Self.steps {
        let waited = rhythm.moment((Double(step) + 0.5) * part * day, after: launched) - launched
        moments.append(waited / day)
        chances.append(
          part * Double.exp(-use.sessionsPerDay * Double(step) * part)
            * -Double.expMinusOne(-use.sessionsPerDay * part))
      }
    }
    self.moments = moments
    self.chances = chances
  }

  /// Returns the proportion of newcomers with a session in the day that begins so many days after
  /// the launch, given the proportion `staying` after a time in days.
  ///
  /// A member is active unless the first session that the day brings comes after the stay.
  func activity(_ days: Double, staying: (Double) -> Double) -> Double {
    var sum = 0.0
    for (moment, chance) in zip(moments, chances) { sum += chance * staying(days + moment) }
    return sum
  }
}
