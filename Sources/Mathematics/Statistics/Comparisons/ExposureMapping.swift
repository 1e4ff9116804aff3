/// The difference between people whose contacts are all treated and people whose contacts are not.
///
/// Each is weighted by the inverse of the probability of that exposure. Source: Aronow and Samii
/// (2017). The standard error takes people as independent, who are not where they share contacts.
public struct ExposureMapping: Sendable {
  /// What the treatment reached of a person's contacts.
  public enum Exposure: Int, Sendable, Hashable {
    /// None of them.
    case none
    /// All of them, and the person.
    case all
    /// Anything between, which no cell counts.
    case some
  }

  /// The weights of an estimate.
  public enum Weights: Sendable, Hashable, CaseIterable {
    /// Divided by the number of all people: unbiased, and wild where probabilities are small.
    case horvitzThompson
    /// Divided by the sum of the weights: slightly biased, and far steadier.
    case hajek
  }

  /// An estimate, or the reason why there is none.
  public enum Answer: Sendable, Hashable {
    /// The difference with its interval.
    case estimate(Estimate, standardError: Double)
    /// A cell has fewer people than it needs.
    case refused(exposed: Int, unexposed: Int, needed: Int)
  }

  /// The fewest people in each of the two cells.
  public static let fewest = 30

  private var people: [(outcome: Double, exposure: Exposure, weight: Double)] = []

  /// Creates a mapping without people.
  public init() {}

  /// Adds a person with the outcome and the probability of the person's exposure.
  public mutating func record(_ outcome: Double, _ exposure: Exposure, probability: Double) {
    precondition(probability > 0 && probability <= 1, "a probability of \(probability)")
    people.append((outcome, exposure, 1 / probability))
  }

  /// Returns the difference, or a refusal with fewer than 30 people in a cell.
  public func difference(_ weights: Weights, confidence: Double = 0.95) -> Answer {
    let exposed = people.count { $0.exposure == .all }
    let unexposed = people.count { $0.exposure == .none }
    guard min(exposed, unexposed) >= Self.fewest else {
      return .refused(exposed: exposed, unexposed: unexposed, needed: Self.fewest)
    }
    let (upper, lower) = (mean(.all, weights), mean(.none, weights))
    // A person's part in the difference; Hájek's estimator is linearised.
    let isHajek = weights == .hajek
    let parts = people.map { person -> Double in
      switch person.exposure {
      case .all: return person.weight * (person.outcome - (isHajek ? upper : 0))
      case .none: return -person.weight * (person.outcome - (isHajek ? lower : 0))
      case .some: return 0
      }
    }
    let error = RunningMoments(parts).standardError ?? .infinity
    let reach = StudentT(degreesOfFreedom: .infinity).criticalValue(confidence: confidence)
    return .estimate(
      Estimate(upper - lower, plusOrMinus: reach * error, confidence: confidence),
      standardError: error)
  }

  private func mean(_ exposure: Exposure, _ weights: Weights) -> Double {
    let cell = people.filter { $0.exposure == exposure }
    let sum = cell.reduce(0) { $0 + $1.weight * $1.outcome }
    let whole =
      weights == .hajek ? cell.reduce(0) { $0 + $1.weight } : Double(people.count)
    return sum / whole
  }
}
