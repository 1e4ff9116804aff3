public import Vocabulary

/// An occasion that may start a sync.
public enum SyncOccasion: String, CaseIterable, Sendable {
  /// The user pulled the list down.
  case pulled
  /// The app came to the foreground.
  case foreground
  /// The system granted a refresh in the background.
  case background
  /// The network is back.
  case reconnected
}

/// The results of earlier syncs.
public struct SyncHistory: Hashable, Sendable, KeptState {
  /// The end of the last sync that succeeded.
  public var lastSuccess: Instant?
  /// Whether the last attempt failed.
  public var lastFailed: Bool
  /// Whether the user pulled without a network, so that a sync is due.
  public var isOwed: Bool

  /// Creates a history; by default no sync has ever run.
  public init(lastSuccess: Instant? = nil, lastFailed: Bool = false, isOwed: Bool = false) {
    self.lastSuccess = lastSuccess
    self.lastFailed = lastFailed
    self.isOwed = isOwed
  }
}

/// The decision whether a sync runs now, with the reason.
///
/// An app needs it to sync or not, and to log the reason.
public enum SyncDecision: Hashable, Sendable {
  /// A sync runs now.
  case run(Reason)
  /// No sync runs now.
  case stay(Stillness)

  /// The reason for a sync.
  public enum Reason: String, CaseIterable, Sendable {
    /// The user pulled the list down.
    case userAsked
    /// In the foreground, the last success is too old, or there is none.
    case isOld
    /// In the foreground, the last attempt failed, however recent the last success is.
    case lastFailed
    /// The system granted a refresh in the background.
    case background
    /// The network is back after a pull that found none.
    case promised
  }

  /// The reason against a sync.
  public enum Stillness: String, CaseIterable, Sendable {
    /// The last success is no older than `SyncPolicy.freshness`.
    case isFresh
    /// There is no network, whatever the occasion.
    case isOffline
    /// The network is back, and no pull waits for it.
    case nothingPromised
  }

  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .run(.userAsked): "PTR-01"
    case .run(.isOld): "PTR-02"
    case .run(.lastFailed): "OFF-09"
    case .run(.background): "PTR-05"
    case .run(.promised), .stay(.isOffline), .stay(.nothingPromised): "OFF-03"
    case .stay(.isFresh): "PTR-03"
    }
  }
}

/// Decides when the address book is synced.
public struct SyncPolicy: Hashable, Sendable {
  /// The age of the last success up to which no automatic sync is due.
  public var freshness = Interval.hours(1)

  /// Creates the policy with an hour of freshness.
  public init() {}

  /// Returns whether a sync runs at `now`.
  ///
  /// A failed sync is run again at the next occasion, however recent the last success is.
  public func decide(
    _ occasion: SyncOccasion, after history: SyncHistory, isOffline: Bool, at now: Instant
  ) -> SyncDecision {
    if isOffline { return .stay(.isOffline) }
    switch occasion {
    case .pulled: return .run(.userAsked)
    case .background: return .run(.background)
    case .reconnected: return history.isOwed ? .run(.promised) : .stay(.nothingPromised)
    case .foreground:
      if history.lastFailed { return .run(.lastFailed) }
      guard let last = history.lastSuccess, now - last <= freshness else { return .run(.isOld) }
      return .stay(.isFresh)
    }
  }
}

extension ContactRules {
  static let syncing: [Rule] = [
    Rule("PTR-01", "A pull syncs, however fresh the last sync is."),
    Rule("PTR-02", "In the foreground a sync runs if the last success is over an hour old."),
    Rule("PTR-03", "An hour old or less, it does not."),
    Rule("PTR-04", "Sections are then evaluated anew from what the phone has."),
    Rule("PTR-05", "A refresh in the background syncs."),
    Rule(
      "OFF-03", "Offline a pull says that contacts will sync with the network, and then they do."),
    Rule("OFF-09", "A sync that failed runs again at the next occasion."),
  ]
}

/// The updates of the screen after a sync, in this order.
///
/// An app needs it to refresh the home tab after a sync.
public enum SyncAftermath: Hashable, Sendable {
  /// Evaluate the triggers of the sections again and update them in place.
  case sections
  /// Animate these changes of the list.
  case list(BookChange)
  /// Count the badge again.
  case badge

  /// Returns the steps after a sync that changed the book by `change`.
  public static func steps(after change: BookChange) -> [SyncAftermath] {
    [.sections, .list(change), .badge]
  }

  /// The source of the sections' content over time.
  public enum Source: String, CaseIterable, Sendable {
    /// The daily computation of the user's score.
    case dailyScore
    /// A sync in the background, with new contacts, enrichments and duplicates.
    case backgroundSync
    /// The passing of time, which brings birthdays nearer.
    case calendar
    /// The periodic search for contacts that may form a circle.
    case circlePatterns

    /// Whether it has new content without a network.
    public var worksOffline: Bool { self == .calendar }
  }
}

extension ContactRules {
  static let offline: [Rule] = [
    Rule("PTR-10", "After a sync the sections are evaluated again, in place."),
    Rule("PTR-12", "After a sync the badge is counted again."),
    Rule("PTR-13", "Sections come first, then the list by inserts and deletes, then the badge."),
    Rule("OFF-04", "Offline no section has anything new from the server; time still goes on."),
    Rule("STD-05", "Sections come back by what happens: a sync, enrichment, a score, a birthday."),
  ]
}

/// The line below the search bar that reports a sync.
public struct SyncStatusBar: Hashable, Sendable, KeptState {
  /// The content of the bar.
  public enum State: Hashable, Sendable, Codable {
    /// No bar.
    case absent
    /// With a spinner.
    case syncing
    /// Until it fades.
    case updated(at: Instant)
    /// In the colour of warnings; stays.
    case failed
    /// The answer to a pull without a network; stays until a dismissal, a pull or a sync's end.
    case offline

    /// The words in the bar; `nil` if there is no bar.
    public var text: String? {
      switch self {
      case .absent: nil
      case .syncing: worded("Syncing contacts...")
      case .updated: worded("Updated just now")
      case .failed: worded("Sync failed. Pull to retry.")
      case .offline: worded("You're offline. Contacts will sync when you reconnect.")
      }
    }

    /// The token of the text's colour, where it is not the usual one.
    public var colour: String? { self == .failed ? "rin.brand.warning" : nil }

    /// Whether a spinner turns beside the words.
    public var showsSpinner: Bool { self == .syncing }
  }

  /// The content of the bar after the last event; absent at first.
  public private(set) var state = State.absent

  /// The time for which the report of success stays.
  public static let updatedStays = Interval.milliseconds(1_500)

  /// Creates the bar before the first sync.
  public init() {}

  /// An event of a sync that concerns the bar.
  public enum Event: Hashable, Sendable {
    /// The start of a sync.
    case started(SyncOccasion)
    /// A pull that found no network.
    case refusedOffline
    /// The success of a sync.
    case succeeded
    /// The failure of a sync, shown whatever its occasion.
    case failed
    /// The user's dismissal of a failure, or of the answer to an offline pull.
    case dismissed
    /// The passing of time, which ends the report of a success after `updatedStays`.
    case timePassed
  }

  /// Applies `event`.
  ///
  /// The bar shows a running sync only after a pull; it always shows a failure.
  public mutating func receive(_ event: Event, at now: Instant) {
    switch (state, event) {
    case (_, .started(.pulled)): state = .syncing
    case (_, .started): break
    case (_, .refusedOffline): state = .offline
    case (.syncing, .succeeded): state = .updated(at: now)
    case (_, .succeeded): state = .absent
    case (_, .failed): state = .failed
    case (.failed, .dismissed), (.offline, .dismissed): state = .absent
    case (.updated(let since), .timePassed) where now - since >= Self.updatedStays: state = .absent
    case (_, .dismissed), (_, .timePassed): break
    }
  }
}

extension ContactRules {
  static let statusBar: [Rule] = [
    Rule("PTR-06", "While a pull syncs: \"Syncing contacts...\" and a spinner."),
    Rule("PTR-07", "Then \"Updated just now\", for a second and a half."),
    Rule("PTR-08", "After a failure: \"Sync failed. Pull to retry.\", in the colour of warnings."),
    Rule("PTR-09", "The failure stays until a sync succeeds or the user dismisses it."),
    Rule("PTR-14", "The bar is absent, syncing, updated, failed or offline; only pulls show it."),
  ]
}
