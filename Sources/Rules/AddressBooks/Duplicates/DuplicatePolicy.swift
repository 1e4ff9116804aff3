import Vocabulary

/// From which confidence on two entries are merged, or shown to be reviewed.
public struct DuplicatePolicy: Hashable, Sendable {
  /// At this confidence itself, entries are merged and not shown.
  public var autoMergeFrom = 0.95
  /// At this confidence itself, a pair is shown.
  public var reviewFrom = 0.7

  public init() {}

  /// What is to become of a pair.
  public enum Band: String, CaseIterable, Sendable, BitwiseCopyable {
    case autoMerge
    case review
    case apart
  }

  /// Returns what is to become of a pair of that confidence.
  public func band(of confidence: Double) -> Band {
    if confidence >= autoMergeFrom { return .autoMerge }
    return confidence >= reviewFrom ? .review : .apart
  }
}

extension DuplicatePolicy {
  /// The most that entries are worth which people should look at.
  private static let doubtful = 0.94

  /// Leaves to people what no machine should decide.
  func limited(_ confidence: Double, by odds: PairOdds) -> Double {
    odds.isDoubtful ? min(confidence, Self.doubtful) : confidence
  }
}

extension PairOdds {
  /// Whether given names differ, or names are all that is shared, or half a name and no way to
  /// reach someone.
  fileprivate var isDoubtful: Bool {
    givenNamesDiffer || address * reach < Self.clear
      || isHalfNamed && !sharesPhone && !sharesEmail
  }
}

extension ContactRules {
  static let duplicateBands: [Rule] = [
    Rule("NAT-03", "Below 70% a pair is not suggested; from 95% itself on it is merged unasked.")
  ]
}
