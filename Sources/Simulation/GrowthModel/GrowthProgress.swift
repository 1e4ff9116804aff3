/// How far a run has come.
public struct GrowthProgress: Sendable {
  /// The share of the days that is behind, from 0 to 1.
  public let share: Double
  /// The events that have happened, and those still to come.
  public let events: UInt64
  public let pending: Int
  /// The memory held for those to come.
  public let bytes: Int
}
