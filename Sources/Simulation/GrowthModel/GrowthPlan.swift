public import Profiles
public import Vocabulary

/// A scenario as a value: people's behaviour under a profile, for a number of days.
public struct GrowthPlan: Hashable, Sendable {
  public var profile = Profile.rin
  public var behaviour = Behaviour()
  public var days = 180
  /// The start of the simulation: midnight of a Monday.
  public var start = Instant(milliseconds: 1_767_571_200_000)

  public init() {}
}
