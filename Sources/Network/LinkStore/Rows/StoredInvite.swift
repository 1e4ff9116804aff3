public import Invites
public import Vocabulary

/// An invite as a store keeps it: its record, and how often its link was shared.
public struct StoredInvite: Hashable, Sendable {
  public var record: InviteRecord
  /// The completed shares of its link.
  public var shares: Int
  /// When it was first shared.
  public var sharedAt: Instant?

  public init(_ record: InviteRecord, shares: Int = 0, sharedAt: Instant? = nil) {
    self.record = record
    self.shares = shares
    self.sharedAt = sharedAt
  }

  /// Whether it is listed before `other` among the invites of one sender: the newest come first.
  func isListed(before other: StoredInvite) -> Bool {
    (other.record.createdAt, other.record.id) < (record.createdAt, record.id)
  }
}
