public import Profiles

/// The settings of a service beside its profile.
public struct ServiceSettings: Sendable {
  public var profile: Profile
  public var clock = ServiceClock.real
  /// The folder that keeps the time of day between two runs; `nil` keeps nothing.
  public var clockFolder: ClockFolder?
  /// Whether the store's file of events receives those that the service sees.
  public var exportsEvents = false
  public var limits = ServiceLimits()
  /// The address of the app's page in the store.
  public var storeAddress = "https://apps.apple.com/"
  /// The app id: team and bundle.
  public var appID = "TEAM.app.example"
  /// Whether a proxy stands in front, whose `X-Forwarded-For` gives the client's address.
  public var isBehindProxy = false
  /// Whether only the backend may read the metrics.
  public var guardsMetrics = false

  public init(_ profile: Profile) {
    self.profile = profile
  }
}
