internal import Invites
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
  public var pages = PageSettings()
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

/// What the pages of links say of an app beside its profile.
public struct PageSettings: Sendable {
  /// The address of the app's page in the store.
  public var storeAddress = "https://apps.apple.com/"
  /// What people do with the app, for the subtitle of a card (P-OGC-02); `nil` leaves it out.
  public var coreActivity: String?
  /// The address of a content's picture, with `contentMark` in place of its id; `nil` where contents
  /// have none.
  public var contentImage: String?
  public static let contentMark = "{content}"

  public init() {}

  /// The address of the picture of what an invite is about.
  func thumbnail(of content: OpaqueID?) -> String? {
    guard let content, let contentImage else { return nil }
    return contentImage.replacing(Self.contentMark, with: content.text)
  }
}
