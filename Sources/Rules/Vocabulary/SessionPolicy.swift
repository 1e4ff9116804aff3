/// The boundary between one session of the app and the next.
public struct SessionPolicy: Hashable, Sendable {
  /// The quiet time after which activity begins a new session.
  public var idleTimeout: Interval

  /// Creates a policy in which a session ends after `idleTimeout` without activity.
  public init(idleTimeout: Interval) {
    self.idleTimeout = idleTimeout
  }

  /// Half an hour of quiet, which every profile uses (CNF-53).
  public static let standard = SessionPolicy(idleTimeout: .minutes(30))

  /// Returns whether activity at `now` begins a session after the last activity at `last`.
  public func beginsSession(at now: Instant, after last: Instant?) -> Bool {
    guard let last else { return true }
    return now - last >= idleTimeout
  }
}
