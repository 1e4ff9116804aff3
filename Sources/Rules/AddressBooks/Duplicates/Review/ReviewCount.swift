/// How far the review of a book has come, by numbers alone: for whoever has too many books to keep
/// their pairs.
public struct ReviewCount: Hashable, Sendable, BitwiseCopyable {
  /// The pairs that wait for an answer.
  public private(set) var pending: Int
  /// How many pairs were answered, not skipped, since the app was launched.
  public private(set) var resolvedSinceLaunch: Int

  /// Begins with a launch of the app.
  public init(pending: Int) { self.init(pending: pending, resolvedSinceLaunch: 0) }

  init(pending: Int, resolvedSinceLaunch: Int) {
    self.pending = pending
    self.resolvedSinceLaunch = resolvedSinceLaunch
  }

  /// Answers so many pairs by Merge or Not Same, as far as there are any.
  public mutating func resolve(_ pairs: Int) {
    let answered = min(pairs, pending)
    pending -= answered
    resolvedSinceLaunch += answered
  }
}
