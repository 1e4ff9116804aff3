public import Vocabulary

/// A town in which every first launch is put to several matching rules, and it is known who clicked.
///
/// Everybody clicks or installs once in a long while, so that two clicks of one person rarely meet.
/// All of it is assumed, and chosen to be hard: one dense town behind few addresses. To be read as a
/// comparison of rules, not as a forecast.
public struct MatchingStudy: Hashable, Sendable {
  public var people = 200_000
  public var clicksPerDay = 5_000.0
  /// The chance that a click leads to an install.
  public var install = 0.25
  /// The share of installs that no click led to.
  public var organicShare = 0.25
  /// How long it takes from the click to the first launch.
  public var delay = Self.inviteLike
  public var devices = Self.town
  /// How long clicks are kept.
  public var retention = Interval.days(7)
  /// The time before the first launch that counts, so that late launches are there from the start.
  public var settling = Interval.days(30)
  /// The time in which launches count.
  public var measured = Interval.days(14)

  public init() {}
}

extension MatchingStudy {
  /// After AppsFlyer's rule of thumb: three of four installs within the hour, 94 % within the day.
  public static let adLike = Delay.logNormal(median: .seconds(318), sigma: 3.61)
  /// After the times in which friends answer friends (Iribarren and Moro, 2011).
  public static let inviteLike = Delay.logNormal(median: .minutes(570), sigma: 1.634)

  /// The devices of one town, which has one time zone.
  public static let town: Devices = {
    var devices = Devices()
    devices.timeZones = Variety(count: 1, exponent: 0)
    return devices
  }()
}
