public import Vocabulary

/// An arrival that may be credited to an inviter: a launch or a direct open.
public struct Arrival: Hashable, Sendable, BitwiseCopyable {
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
  public var route: Route
  public var installedAt: Instant
  public var firstLaunchedAt: Instant?
  public var verifiedAt: Instant?

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
