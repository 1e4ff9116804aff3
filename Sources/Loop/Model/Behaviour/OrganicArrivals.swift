public import Vocabulary

/// The arrivals without an invite: people of the market who are not members, in random order.
///
/// A person who arrived by an invite before their turn is replaced by another, while the market has
/// people whose phone runs the app.
public struct OrganicArrivals: Hashable, Sendable {
  /// The start members; their phones run the app, whatever the proportion in the market.
  public var seeds = 1_000
  /// Who they are.
  public var placement = SeedPlacement.random
  /// What they have done with the app before the start.
  public var seedsAre = SeedPast.warm
  /// The organic newcomers per day, over the whole market.
  public var organicPerDay = 50.0
  /// A crowd of newcomers at once, as after a television show.
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

/// What start members have done with the app before the start.
public enum SeedPast: String, CaseIterable, Hashable, Sendable {
  /// They have lived with it as members of the same scenario do, since they joined.
  case warm
  /// Nothing, as at a launch; they will stay as those do who have stayed for a month.
  case cold
}

/// Who the start members are.
public enum SeedPlacement: String, CaseIterable, Hashable, Sendable {
  /// Anyone: all people are equally likely.
  case random
  /// Whole communities, one after another, from one that is drawn.
  case dense
  /// As many of each community, as far as the number goes.
  case spread
  /// Those with the most contacts.
  case connected
}
