internal import RandomStreams

/// A standard Brownian motion observed at some moments, as long as it stays within bounds.
///
/// Source: the recursive integration of Armitage, McPherson and Rowe (1969).
struct BoundaryCrossing {
  /// Whether only the upper bound ends it.
  private let isOneSided: Bool
  /// The moment of the last look.
  private var moment = 0.0
  /// The possible places with their probabilities, by Simpson's rule.
  private var places: [Double] = [0]
  private var chances: [Double] = [1]

  init(isOneSided: Bool = false) {
    self.isOneSided = isOneSided
  }

  /// Returns the probability that it is first found beyond `bound` standard deviations at `next`.
  func chance(ofCrossing bound: Double, at next: Double) -> Double {
    let deviation = (next - moment).squareRoot()
    let edge = bound * next.squareRoot()
    var sum = 0.0
    for (place, chance) in zip(places, chances) {
      let above = Double.normalCumulative((place - edge) / deviation)
      sum +=
        chance
        * (isOneSided ? above : above + Double.normalCumulative((-place - edge) / deviation))
    }
    return sum
  }

  /// Returns the probability that a motion with drift is first found above `bound` standard
  /// deviations at `next`.
  ///
  /// The motion without drift, weighted by the likelihood ratio exp(θ x − θ² t / 2).
  func chance(ofRising bound: Double, at next: Double, drift: Double) -> Double {
    let deviation = (next - moment).squareRoot()
    let edge = bound * next.squareRoot() - drift * (next - moment)
    var above = 0.0
    for (place, chance) in zip(places, chances) {
      let weight = chance * Double.exp(drift * place - drift * drift * moment / 2)
      above += weight * Double.normalCumulative((place - edge) / deviation)
    }
    return above
  }

  /// Advances to a look at `next` that found it within `bound` standard deviations.
  mutating func pass(_ bound: Double, at next: Double) {
    let deviation = (next - moment).squareRoot()
    // Beyond nine standard deviations the integral is negligible. Steps of a twelfth of the
    // narrower deviation leave an error of some 1e-7.
    let edge = min(bound, 9) * next.squareRoot()
    // One path in 10^10 is lower.
    let lower = isOneSided ? -6.4 * next.squareRoot() : -edge
    let middle = (lower + edge) / 2
    let halfSteps = Int(((edge - middle) / deviation * 12).rounded(.up)) + 12
    let step = (edge - middle) / Double(halfSteps)
    var (newPlaces, newChances): ([Double], [Double]) = ([], [])
    for index in -halfSteps...halfSteps {
      let place = middle + Double(index) * step
      var density = 0.0
      for index in near(place, within: 9 * deviation) {
        let distance = (place - places[index]) / deviation
        if distance.magnitude < 9 {
          density += chances[index] * Double.exp(-distance * distance / 2)
        }
      }
      let isEnd = index.magnitude == halfSteps
      let weight = isEnd ? 1.0 : (index + halfSteps).isMultiple(of: 2) ? 2 : 4
      newPlaces.append(place)
      newChances.append(density * weight * step / (3 * deviation * Self.rootOfTwoPi))
    }
    (places, chances, moment) = (newPlaces, newChances, next)
  }

  /// Returns the indices of all places within `reach` of `place`, and of few others.
  private func near(_ place: Double, within reach: Double) -> Range<Int> {
    guard places.count > 1 else { return places.indices }
    let gap = places[1] - places[0]
    let first = Int(((place - reach - places[0]) / gap).rounded(.down)) - 1
    let last = Int(((place + reach - places[0]) / gap).rounded(.up)) + 1
    let low = min(max(0, first), places.count)
    return low..<max(low, min(places.count, last + 1))
  }

  private static let rootOfTwoPi = 2.506_628_274_631_000_502
}
