import RandomStreams

/// What the deviance of a count is on average where its law is the family's own: 1 for many events,
/// more for one or two, and next to nothing where hardly any is expected.
///
/// With it the spread of a fit is told from its deviances, which one count far off cannot blow up as
/// it does the squares of Pearson.
enum MeanDeviance {
  /// Returns the mean deviance of so many of `exposure`, or of a count by a rate.
  static func of(_ mean: Double, _ exposure: Double, _ family: CalibrationCell.Family) -> Double {
    switch family {
    // Either side may be rare; where both are, the two corrections add up closely enough.
    case .share: poisson(mean) + poisson(exposure - mean) - 1
    case .rate: poisson(mean)
    case .number: 1
    }
  }

  /// Returns the mean deviance of a Poisson count.
  static func poisson(_ mean: Double) -> Double {
    guard mean > leastMean else { return -2 * mean * Double.log(max(mean, 1e-300)) }
    guard mean < mostMean else { return 1 + 1 / (6 * mean) }
    let place = (Double.log(mean) - firstPlace) / step
    let slot = min(Int(place), table.count - 2)
    return table[slot] + (place - Double(slot)) * (table[slot + 1] - table[slot])
  }

  private static let leastMean = 1e-3
  private static let mostMean = 20.0
  private static let firstPlace = Double.log(leastMean)
  private static let slots = 400
  private static let step = (Double.log(mostMean) - firstPlace) / Double(slots)
  private static let table = (0...slots).map { exact(Double.exp(firstPlace + Double($0) * step)) }

  /// Returns it by the sum over all counts that matter.
  static func exact(_ mean: Double) -> Double {
    var chance = Double.exp(-mean)
    var sum = chance * 2 * mean
    for count in 1...120 {
      let number = Double(count)
      chance *= mean / number
      sum += chance * 2 * (number * Double.log(number / mean) - number + mean)
    }
    return sum
  }
}
