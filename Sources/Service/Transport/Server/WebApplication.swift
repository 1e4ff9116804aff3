/// The application behind a web server.
///
/// The server calls every method on its one thread.
public protocol WebApplication: AnyObject {
  /// Answers a request, for release at once or after the commit of this turn.
  func answer(_ request: borrowing WebRequest) -> WebAnswer

  /// Begins the commit of all changes that waiting answers depend on.
  ///
  /// The server calls it when an answer waits and no commit is in progress, and once more after it
  /// has stopped. It answers requests meanwhile; new answers that wait belong to the next commit.
  /// Any thread calls `ready` when `endCommit` would not block.
  func beginCommit(_ ready: @escaping @Sendable () -> Void)

  /// Returns when the commit that began is durable.
  ///
  /// If it throws, the application has reverted this commit's changes and all since. The answers of
  /// both become a 503.
  func endCommit() throws

  /// Does periodic work, at the interval of the limits; returns whether that needs a commit.
  func tick() -> Bool
}

extension WebApplication {
  /// Leaves the whole commit to `endCommit`.
  public func beginCommit(_ ready: @escaping @Sendable () -> Void) { ready() }

  /// Does nothing.
  public func tick() -> Bool { false }
}
