public import Profiles
public import Vocabulary

/// What to simulate: people's behaviour under a profile, for so many days.
public struct GrowthPlan: Hashable, Sendable {
  public var profile = Profile.rin
  public var behaviour = Behaviour()
  public var days = 180
  /// When the simulation begins: midnight of a Monday.
  public var start = Instant(milliseconds: 1_767_571_200_000)

  public init() {}
}
