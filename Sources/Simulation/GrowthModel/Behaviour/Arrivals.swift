public import Vocabulary

/// Who comes without an invite: people of the market who are no members, in an order that chance gives.
///
/// A person who came by an invite before their turn is replaced by another, so that as many come as are
/// said, for as long as there are people left whose phone runs the app.
public struct Arrivals: Hashable, Sendable {
  /// Members from the start; their phones run the app, whatever the share of those that do.
  public var seeds = 1_000
  /// Organic newcomers in a day, over the whole market.
  public var organicPerDay = 50.0
  /// Many newcomers at once, as after a television show.
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
