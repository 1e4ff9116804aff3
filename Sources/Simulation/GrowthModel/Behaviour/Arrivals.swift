public import Vocabulary

/// Who comes without an invite.
public struct Arrivals: Hashable, Sendable {
  /// Members from the start.
  public var seeds = 1_000
  /// Organic installs in a day, over the whole market.
  public var organicPerDay = 50.0
  /// Many installs at once, as after a television show.
  public var crowd: Crowd?

  public struct Crowd: Hashable, Sendable {
    public var installs: Int
    public var after: Interval
    public var within: Interval

    public init(installs: Int, after: Interval, within: Interval) {
      self.installs = installs
      self.after = after
      self.within = within
    }
  }

  public init() {}
}
