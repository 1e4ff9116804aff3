import Invites
public import Onboarding
public import Vocabulary

/// The result of a newcomer's first run, from the launch to home or to the screen of leaving.
public struct FirstRunWalk: Hashable, Sendable, BitwiseCopyable {
  /// The connection of inviter and newcomer, as far as the first run decides it.
  public enum Connection: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case none
    /// The policy connects them in the background.
    case automatic
    /// The newcomer was offered the connection, and did not accept.
    case offered
    /// The newcomer accepted the offer.
    case accepted
  }

  /// The journey at its end: the last screen, the milestones, and the access to contacts.
  public internal(set) var journey: Journey
  /// The screens that were shown, except the store.
  public internal(set) var screens = SmallSet<JourneyScreen>()
  /// Whether the newcomer left before home.
  public internal(set) var hasLeft = false
  public internal(set) var connection = Connection.none

  // Times are counted from the launch; nil for events outside of the first run.

  /// The time at which the newcomer had an account: new or signed in to, verified or not.
  public internal(set) var signedUpAfter: Interval?
  /// The time at which the connection was made automatically, or offered.
  public internal(set) var connectionAfter: Interval?
  /// The time at which the destination or home was reached.
  public internal(set) var completedAfter: Interval?
  /// The time of the first value, as the policy defines it; a delivered invite comes later.
  public internal(set) var firstValueAfter: Interval?
  /// The time from the launch to the end, in whole seconds.
  public internal(set) var took = Interval.zero
  /// Whether the explainer for the address book was shown, and whether the system's question was.
  public internal(set) var wasExplained = false
  public internal(set) var wasAsked = false
  /// Whether the app generated the username.
  public internal(set) var hasGeneratedUsername = false
  /// The number of inputs to the journey.
  public internal(set) var inputs = 0

  init(journey: Journey) {
    self.journey = journey
  }

  /// Returns the time at which the newcomer accepts the invite: with an offered connection, else
  /// with the account; nil if never.
  func takesInviteAfter(under policy: ConnectionPolicy) -> Interval? {
    switch policy.mode {
    case .suggested: connection == .accepted ? connectionAfter : nil
    case .autoMutualAtVerification, .none: signedUpAfter
    }
  }

  /// The screen at the end.
  public var lastScreen: JourneyScreen { journey.screen }
  public var milestones: Milestones { journey.milestones }
  public var access: ContactsAccess { journey.access }
}
