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
public struct SyncHistory: Hashable, Sendable {
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
