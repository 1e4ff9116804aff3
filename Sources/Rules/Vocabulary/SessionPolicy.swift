/// The boundary between one session of the app and the next.
public struct SessionPolicy: Hashable, Sendable {
  /// The quiet time after which activity begins a new session.
  public var idleTimeout: Interval

  public init(idleTimeout: Interval) {
    self.idleTimeout = idleTimeout
  }

  public static let standard = SessionPolicy(idleTimeout: .minutes(30))

  /// Returns whether activity at `now` begins a session after the last activity at `last`.
  public func beginsSession(at now: Instant, after last: Instant?) -> Bool {
    guard let last else { return true }
    return now - last >= idleTimeout
  }
}
