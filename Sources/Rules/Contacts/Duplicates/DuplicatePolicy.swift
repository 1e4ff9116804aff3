public import Vocabulary

/// From which confidence on two entries are merged, or shown to be reviewed.
public struct DuplicatePolicy: Hashable, Sendable {
  /// At this confidence itself, entries are merged.
  public var autoMergeFrom = 0.95
  public var reviewFrom = 0.7

  public init() {}

  /// What is to become of a pair.
  public enum Band: String, CaseIterable, Sendable, BitwiseCopyable {
    case autoMerge
    case review
    case apart
  }

  public func band(of confidence: Double) -> Band {
    if confidence >= autoMergeFrom { return .autoMerge }
    return confidence >= reviewFrom ? .review : .apart
  }
}
