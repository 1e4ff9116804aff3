public import Vocabulary

/// A town whose launches are given to several matching rules, with the true clicker known.
///
/// Each person clicks or installs once in a long while, so two clicks of one person rarely meet.
/// All parameters are assumed, and chosen to be hard: one dense town behind few addresses. Read it
/// as a comparison of rules, not as a forecast.
public struct MatchingStudy: Hashable, Sendable {
  public var people = 200_000
  public var clicksPerDay = 5_000.0
  /// The chance that a click leads to an install.
  public var install = 0.25
  /// The proportion of installs without a click.
  public var organicShare = 0.25
  /// The time from the click to the launch.
  public var delay = Self.inviteLike
  public var devices = Self.town
  /// The time for which clicks are stored.
  public var retention = Interval.days(7)
  /// The time before launches count, so that late launches are present from the start.
  public var settling = Interval.days(30)
  /// The time during which launches count.
  public var measured = Interval.days(14)

  public init() {}
}

extension MatchingStudy {
  /// A delay by AppsFlyer's rule of thumb: three of four installs within the hour, 94 % within the
  /// day.
  public static let adLike = Delay.logNormal(median: .seconds(318), sigma: 3.61)
  /// A delay by the times in which friends answer friends (Iribarren and Moro, 2011).
  public static let inviteLike = Delay.logNormal(median: .minutes(570), sigma: 1.634)

  /// The devices of one town, which has one time zone.
  public static let town: Devices = {
    var devices = Devices()
    devices.timeZones = Variety(count: 1, exponent: 0)
    return devices
  }()
}
