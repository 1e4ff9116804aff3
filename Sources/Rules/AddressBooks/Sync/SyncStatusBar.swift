public import Vocabulary

/// The line below the search bar that reports a sync.
public struct SyncStatusBar: Hashable, Sendable {
  /// The content of the bar.
  public enum State: Hashable, Sendable {
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
      case .syncing: "Syncing contacts..."
      case .updated: "Updated just now"
      case .failed: "Sync failed. Pull to retry."
      case .offline: "You're offline. Contacts will sync when you reconnect."
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
