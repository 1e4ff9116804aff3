public import Attribution
public import Vocabulary

/// The first launch of an app, as its client reports it.
public struct FirstLaunch: Hashable, Sendable {
  public var principal: PrincipalID
  /// Whether the principal had an account before.
  public var hadAccount: Bool
  public var device: DeviceSignals
  public var installedAt: Instant
  public var launchedAt: Instant
  /// The users who were signed in on the device before, as its app knows them; never stored.
  public var formerUsers: [PrincipalID] = []
  /// The time at which the client sent the report, by the same clock; `nil` if not reported.
  public var sentAt: Instant?

  public init(
    by principal: PrincipalID, hadAccount: Bool = false, on device: DeviceSignals,
    installedAt: Instant, launchedAt: Instant, sentAt: Instant? = nil
  ) {
    self.principal = principal
    self.hadAccount = hadAccount
    self.device = device
    self.installedAt = installedAt
    self.launchedAt = launchedAt
    self.sentAt = sentAt
  }
}

extension FirstLaunch {
  /// Returns the report in the service's time, limited to plausible moments.
  ///
  /// The difference between `sentAt` and `now` is the error of the client's clock, and corrects its
  /// moments. Without `sentAt` no correction applies. Then the launch lies between `horizon`,
  /// before which no click is stored, and `now`; the installation is no later than the launch.
  func bounded(at now: Instant, since horizon: Instant) -> FirstLaunch {
    let skew = sentAt.map { now - $0 } ?? .zero
    var launch = self
    launch.launchedAt = min(max(launchedAt + skew, horizon), now)
    launch.installedAt = min(installedAt + skew, launch.launchedAt)
    launch.sentAt = now
    return launch
  }
}
