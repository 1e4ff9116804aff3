import Vocabulary

/// The confidence from which two entries are merged, or shown for review.
public struct DuplicatePolicy: Hashable, Sendable {
  /// At this confidence itself, entries are merged and not shown.
  public var autoMergeFrom = 0.95
  /// At this confidence itself, a pair is shown.
  public var reviewFrom = 0.7

  /// Creates the policy of NAT-03: review from 70%, merging from 95%.
  public init() {}

  /// The treatment of a pair.
  public enum Band: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Merged without asking the user.
    case autoMerge
    /// Shown to the user for review.
    case review
    /// Neither merged nor shown.
    case apart
  }

  /// Returns the treatment of a pair with that confidence.
  public func band(of confidence: Double) -> Band {
    if confidence >= autoMergeFrom { return .autoMerge }
    return confidence >= reviewFrom ? .review : .apart
  }
}

extension DuplicatePolicy {
  /// The greatest confidence of pairs that people should review.
  private static let doubtful = 0.94

  /// Returns the confidence, limited where people must decide instead of the app.
  func limited(_ confidence: Double, by odds: PairOdds) -> Double {
    odds.isDoubtful ? min(confidence, Self.doubtful) : confidence
  }
}

extension PairOdds {
  /// Whether the pair is doubtful: given names differ, only names agree, or half a name is known
  /// and neither a number nor an e-mail address is shared.
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
