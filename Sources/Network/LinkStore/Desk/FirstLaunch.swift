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
  /// When the client sent the report, by the clock of the other moments; `nil` where it is not said.
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
  /// Returns the report by the clock of the service, as far as the service can believe it.
  ///
  /// A client that says when it sent the report says how wrong its clock is: the difference to `now`
  /// is taken off its moments. Without that its clock is taken to be right. Then no launch is later
  /// than `now` or earlier than `horizon`, before which no click is kept, and no installation is later
  /// than the launch.
  func bounded(at now: Instant, since horizon: Instant) -> FirstLaunch {
    let skew = sentAt.map { now - $0 } ?? .zero
    var launch = self
    launch.launchedAt = min(max(launchedAt + skew, horizon), now)
    launch.installedAt = min(installedAt + skew, launch.launchedAt)
    launch.sentAt = now
    return launch
  }
}
