public import Vocabulary

/// All that the state of the home tab hangs on.
public struct HomeFacts: Hashable, Sendable {
  public var access: ContactsAccess
  /// How many contacts the book has.
  public var contacts: Int
  public var isFirstLaunch: Bool
  /// Since when a sync runs; `nil` while none does.
  public var syncingSince: Instant?
  /// Whether a sync has ever come to its end.
  public var hasSynced: Bool
  public var lastSyncFailed: Bool
  public var isOffline: Bool
  /// How many sections are active.
  public var sections: Int
  /// How many items the badge counts now, and at the last look.
  public var badge: Int
  public var lastBadge: Int

  public init(
    access: ContactsAccess, contacts: Int, isFirstLaunch: Bool = false,
    syncingSince: Instant? = nil, hasSynced: Bool = true, lastSyncFailed: Bool = false,
    isOffline: Bool = false, sections: Int = 0, badge: Int = 0, lastBadge: Int = 0
  ) {
    self.access = access
    self.contacts = contacts
    self.isFirstLaunch = isFirstLaunch
    self.syncingSince = syncingSince
    self.hasSynced = hasSynced
    self.lastSyncFailed = lastSyncFailed
    self.isOffline = isOffline
    self.sections = sections
    self.badge = badge
    self.lastBadge = lastBadge
  }

  /// Whether the user, and not only the system's silence, keeps the address book closed.
  var isDenied: Bool { access == .denied || access == .restricted }
}

/// The states that the home tab can be in: the whole matrix.
public enum HomeState: String, CaseIterable, Sendable, BitwiseCopyable {
  case firstLaunch
  case pendingReview
  case steady
  case deniedWithoutContacts
  case deniedWithContacts
  case syncing
  case offline
  case syncFailed

  /// The state that `facts` amount to; where several hold, the one that limits most.
  public init(_ facts: HomeFacts) {
    self =
      if facts.isDenied && facts.contacts == 0 {
        .deniedWithoutContacts
      } else if facts.isOffline {
        .offline
      } else if facts.syncingSince != nil {
        .syncing
      } else if facts.lastSyncFailed {
        .syncFailed
      } else if facts.isDenied {
        .deniedWithContacts
      } else if facts.isFirstLaunch {
        .firstLaunch
      } else {
        facts.sections > 0 ? .pendingReview : .steady
      }
  }
}
