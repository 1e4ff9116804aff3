public import Profiles

/// What a service is told beside the rules that it follows.
public struct ServiceSettings: Sendable {
  public var profile: Profile
  public var clock = ServiceClock.real
  /// Where the time of day is kept between two runs; `nil` keeps nothing.
  public var clockFolder: ClockFolder?
  public var limits = ServiceLimits()
  /// Where the app is got.
  public var storeAddress = "https://apps.apple.com/"
  /// The app as the system knows it: its team and its bundle.
  public var appID = "TEAM.app.example"
  /// Whether a proxy stands in front, whose `X-Forwarded-For` tells the address of who asks.
  public var isBehindProxy = false
  /// Whether only the backend may read the metrics.
  public var guardsMetrics = false

  public init(_ profile: Profile) {
    self.profile = profile
  }
}
