/// What answers the requests of a web server.
///
/// All of it is called on the server's one thread.
public protocol WebApplication: AnyObject {
  /// Answers a request now, or promises to do so once this turn is committed.
  func answer(_ request: borrowing WebRequest) -> WebAnswer

  /// Makes durable what the answers that wait rest on, all at once.
  ///
  /// It is called when at least one waits, and once more when the server has stopped. If it throws,
  /// each of them becomes a 503.
  func endOfTurn() throws

  /// Does what must be done from time to time, at intervals that the limits set.
  func tick()
}

extension WebApplication {
  /// Does nothing.
  public func tick() {}
}
