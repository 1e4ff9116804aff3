public import Vocabulary

/// An arrival that may be credited to an inviter: a launch or a direct open.
public struct Arrival: Hashable, Sendable, BitwiseCopyable {
  /// The way from the click into the app.
  public enum Route: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Installed after the click; the link is resolved on launch.
    case deferred
    /// The link opened an app that was installed already, and signed out.
    case directOpen
  }

  /// The verified principal, whom a credit concerns.
  public var principal: PrincipalID
  /// Whether the principal had an account before.
  public var principalExists: Bool
  /// The way from the click into the app, which sets the end of the window (default: `deferred`).
  public var route: Route
  /// The moment of installation; it stands in for an unknown first launch.
  public var installedAt: Instant
  /// The moment of the first launch; `nil` counts as the moment of installation.
  public var firstLaunchedAt: Instant?
  /// The moment of phone verification, which ends the window of a direct open; `nil` counts as the
  /// first launch.
  public var verifiedAt: Instant?

  /// Creates an arrival, by default of a new account over a deferred link.
  public init(
    principal: PrincipalID, principalExists: Bool = false, route: Route = .deferred,
    installedAt: Instant, firstLaunchedAt: Instant? = nil, verifiedAt: Instant? = nil
  ) {
    self.principal = principal
    self.principalExists = principalExists
    self.route = route
    self.installedAt = installedAt
    self.firstLaunchedAt = firstLaunchedAt
    self.verifiedAt = verifiedAt
  }
}
