/// What answers the requests of a web server.
///
/// All of it is called on the server's one thread.
public protocol WebApplication: AnyObject {
  /// Answers a request now, or promises to do so once this turn is committed.
  func answer(_ request: borrowing WebRequest) -> WebAnswer

  /// Begins to make durable what the answers that wait rest on, all at once.
  ///
  /// It is called when at least one waits and no commit is under way, and once more when the server
  /// has stopped. Requests are answered meanwhile; those that wait then are for the next commit.
  /// `ready` is called, on any thread, when `endCommit` need not wait any more.
  func beginCommit(_ ready: @escaping @Sendable () -> Void)

  /// Returns when what was begun is durable.
  ///
  /// If it throws, each of those answers becomes a 503, and each that waits since, for it may rest on
  /// them: the application has taken back both.
  func endCommit() throws

  /// Does what must be done from time to time, at intervals that the limits set; tells whether that
  /// is to be committed.
  func tick() -> Bool
}

extension WebApplication {
  /// Leaves all of it to `endCommit`.
  public func beginCommit(_ ready: @escaping @Sendable () -> Void) { ready() }

  /// Does nothing.
  public func tick() -> Bool { false }
}
