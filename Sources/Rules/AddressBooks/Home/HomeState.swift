public import Vocabulary

/// The facts that determine the state of the home tab.
public struct HomeFacts: Hashable, Sendable {
  public var access: ContactsAccess
  /// The number of contacts in the book.
  public var contacts: Int
  public var isFirstLaunch: Bool
  /// The start of the running sync; `nil` without one.
  public var syncingSince: Instant?
  /// Whether a sync has ever completed.
  public var hasSynced: Bool
  public var lastSyncFailed: Bool
  public var isOffline: Bool
  /// The number of active sections.
  public var sections: Int
  /// The number of items on the badge now, and at the last look.
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

  /// Whether access is denied, by the user or by a policy, and not merely undetermined.
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

  /// Creates the state for `facts`; where several hold, the one that limits most.
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
