/// What the sync has found so far among the user's own contacts.
public struct ContactFindings: Hashable, Sendable, BitwiseCopyable {
  public var duplicates: Int
  /// Contacts that could do with some cleaning.
  public var cleanups: Int
  public var identityMatches: Int

  public init(duplicates: Int = 0, cleanups: Int = 0, identityMatches: Int = 0) {
    self.duplicates = duplicates
    self.cleanups = cleanups
    self.identityMatches = identityMatches
  }
}
