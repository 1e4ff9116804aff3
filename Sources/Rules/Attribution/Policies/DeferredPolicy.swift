/// Which matcher finds the click behind a first launch, and how well it is assumed to do.
public struct DeferredPolicy: Hashable, Sendable {
  public var matcher = MatcherName.ownService
  /// The share of matches that come through, from 0 to 1.
  public var matchRate = 1.0
  /// The share of launches without a match that are handed somebody else's click, from 0 to 1.
  public var falseMatchRate = 0.0

  public init() {}
}

extension DeferredPolicy {
  public static let rin = DeferredPolicy()
  public static let product = rin
  public static let design = rin
}
