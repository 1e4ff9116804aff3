internal import RandomStreams

/// A few planned interim looks at an experiment, with the bound that ends it at each.
///
/// Tighter than a confidence sequence, but only the planned looks are permitted. Two-sided
/// by default.
public struct GroupSequential: Sendable, Hashable {
  /// The spending function: the distribution of the false-positive rate over the information.
  public enum Spending: Sendable, Hashable {
    /// Very little early: the function of Lan and DeMets (1983) similar to O'Brien and Fleming.
    case obrienFleming
    /// Rather evenly: their function similar to Pocock.
    case pocock
  }

  /// The proportion of all information at each look, rising to 1 at most.
  public let information: [Double]
  /// The number of standard errors that an effect must reach at each look.
  public let bounds: [Double]
  /// Whether only effects above the upper bound end it.
  public let isOneSided: Bool

  /// Creates looks at rising proportions of the information, each with its positive bound.
  public init(information: [Double], bounds: [Double], isOneSided: Bool = false) {
    precondition(
      information.count == bounds.count, "\(bounds.count) bounds for \(information.count) looks")
    precondition(
      information.allSatisfy { $0 > 0 && $0 <= 1 }
        && zip(information, information.dropFirst()).allSatisfy { $0 < $1 },
      "information rises from above 0 to 1 at most, unlike \(information)")
    precondition(bounds.allSatisfy { $0 > 0 }, "bounds are positive, unlike \(bounds)")
    self.information = information
    self.bounds = bounds
    self.isOneSided = isOneSided
  }

  /// Creates the same bound at each of so many equally spaced looks; 1.96 models peeking.
  public init(bound: Double, looks: Int, isOneSided: Bool = false) {
    self.init(
      information: Self.evenly(looks), bounds: [Double](repeating: bound, count: looks),
      isOneSided: isOneSided)
  }

  /// Returns Pocock's (1977) bounds: the same at each look.
  public static func pocock(looks: Int, falsePositiveRate: Double = 0.05) -> GroupSequential {
    scaled(to: falsePositiveRate) { GroupSequential(bound: $0, looks: looks) }
  }

  /// Returns O'Brien and Fleming's (1979) bounds: falling with the root of the information.
  public static func obrienFleming(
    looks: Int, falsePositiveRate: Double = 0.05
  ) -> GroupSequential {
    let information = evenly(looks)
    return scaled(to: falsePositiveRate) { last in
      GroupSequential(
        information: information, bounds: information.map { last / $0.squareRoot() })
    }
  }

  /// Returns bounds that spend the permitted false positives as planned, at any looks.
  ///
  /// Bounds that are practically never reached are given as 9. They are spent by `progress`, the
  /// proportion of the plan at each look: by default that of the information.
  public static func spending(
    _ spending: Spending, at information: [Double], progress: [Double]? = nil,
    falsePositiveRate: Double = 0.05, isOneSided: Bool = false
  ) -> GroupSequential {
    var walk = BoundaryCrossing(isOneSided: isOneSided)
    var (spent, bounds) = (0.0, [Double]())
    for (share, reached) in zip(information, progress ?? information) {
      let allowed =
        spending.spent(at: reached, of: falsePositiveRate, isOneSided: isOneSided) - spent
      var (low, high) = (0.0, 9.0)
      for _ in 0..<50 {
        let middle = (low + high) / 2
        if walk.chance(ofCrossing: middle, at: share) > allowed {
          low = middle
        } else {
          high = middle
        }
      }
      spent += walk.chance(ofCrossing: high, at: share)
      bounds.append(high)
      walk.pass(high, at: share)
    }
    return GroupSequential(information: information, bounds: bounds, isOneSided: isOneSided)
  }

  /// The probability that some look finds an effect where there is none, to some 1e-6.
  public var falsePositiveRate: Double {
    var walk = BoundaryCrossing(isOneSided: isOneSided)
    return zip(information, bounds).reduce(0) { sum, look in
      let crossing = walk.chance(ofCrossing: look.1, at: look.0)
      walk.pass(look.1, at: look.0)
      return sum + crossing
    }
  }

  private static func evenly(_ looks: Int) -> [Double] {
    precondition(looks >= 1, "an experiment is looked at once or more, not \(looks) times")
    return (1...looks).map { Double($0) / Double(looks) }
  }

  /// Returns the bound with the permitted rate, by the secant method between logarithms.
  private static func scaled(
    to rate: Double, _ design: (Double) -> GroupSequential
  ) -> GroupSequential {
    preconditionConfidence(1 - rate)
    var before = -Double.normalQuantile(rate / 2)
    var bound = before * 1.1
    func excess(_ bound: Double) -> Double {
      Double.log(design(bound).falsePositiveRate / rate)
    }
    var (excessBefore, excessNow) = (excess(before), excess(bound))
    for _ in 0..<20 where excessNow.magnitude > 1e-9 && excessNow != excessBefore {
      let next = bound - excessNow * (bound - before) / (excessNow - excessBefore)
      (before, excessBefore) = (bound, excessNow)
      bound = next
      excessNow = excess(bound)
    }
    return design(bound)
  }
}

extension GroupSequential.Spending {
  /// Returns the false positives spent once a proportion of the information is in.
  fileprivate func spent(at share: Double, of rate: Double, isOneSided: Bool) -> Double {
    switch self {
    case .obrienFleming:
      // One side spends what each of two sides spends.
      isOneSided
        ? 2 * Double.normalCumulative(Double.normalQuantile(rate / 2) / share.squareRoot())
        : 4 * Double.normalCumulative(Double.normalQuantile(rate / 4) / share.squareRoot())
    case .pocock:
      rate * Double.log(onePlus: 1.718_281_828_459_045_1 * share)
    }
  }
}

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
