public import Vocabulary

/// The facts that determine the state of the home tab.
public struct HomeFacts: Hashable, Sendable {
  /// The app's permission to read the device's address book.
  public var access: ContactsAccess
  /// The number of contacts in the book.
  public var contacts: Int
  /// Whether this is the first launch, right after onboarding.
  public var isFirstLaunch: Bool
  /// The start of the running sync; `nil` without one.
  public var syncingSince: Instant?
  /// Whether a sync has ever completed.
  public var hasSynced: Bool
  /// Whether the latest sync failed.
  public var lastSyncFailed: Bool
  /// Whether there is no network.
  public var isOffline: Bool
  /// The number of active sections.
  public var sections: Int
  /// The number of items on the badge now.
  public var badge: Int
  /// The number of items on the badge at the last look, kept offline, in a sync and if one failed.
  public var lastBadge: Int

  /// Creates facts; by default a sync has completed, and no section is active.
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
  /// The first launch, right after onboarding (MTX-01).
  case firstLaunch
  /// An active section or an item on the badge, and no other state holds (MTX-02).
  case pendingReview
  /// Neither of the two, and no other state holds (MTX-03).
  case steady
  /// Access is denied and the book is empty, even in a sync or offline (MTX-04).
  case deniedWithoutContacts
  /// Access is denied, but the book has contacts (MTX-05).
  case deniedWithContacts
  /// A sync is running (MTX-06).
  case syncing
  /// There is no network (MTX-07).
  case offline
  /// The latest sync failed, and none is running (MTX-08).
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
        facts.sections > 0 || facts.badge > 0 ? .pendingReview : .steady
      }
  }
}
