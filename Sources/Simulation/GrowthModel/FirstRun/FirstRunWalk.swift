import Invites
public import Onboarding
public import Vocabulary

/// What came of one newcomer's first run, from the launch to home or to where they left.
public struct FirstRunWalk: Hashable, Sendable, BitwiseCopyable {
  /// How inviter and newcomer come to be connected, as far as the first run knows.
  public enum Connection: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case none
    /// The policy connects them in the background.
    case automatic
    /// The newcomer was offered the connection, and did not take it.
    case offered
    /// The newcomer took the offer.
    case accepted
  }

  /// The journey where it ended: the last screen, the milestones, and the access to contacts.
  public internal(set) var journey: Journey
  /// The screens that were shown; the store is none.
  public internal(set) var screens = SmallSet<JourneyScreen>()
  /// Whether the newcomer left before home.
  public internal(set) var hasLeft = false
  public internal(set) var connection = Connection.none

  // Times are counted from the launch; nil for what did not happen in the first run.

  /// When the account was made, by a verified number or without one, or an older one signed in to.
  public internal(set) var signedUpAfter: Interval?
  /// When the connection was made by itself, or offered.
  public internal(set) var connectionAfter: Interval?
  /// When the destination or home was reached.
  public internal(set) var completedAfter: Interval?
  /// When the first value was seen, as the policy defines it; a delivered invite comes later.
  public internal(set) var firstValueAfter: Interval?
  /// From the launch to the end, in whole seconds.
  public internal(set) var took = Interval.zero
  /// Whether the explainer for the address book, and whether the system's question was up.
  public internal(set) var wasExplained = false
  public internal(set) var wasAsked = false
  /// Whether the app made up the username.
  public internal(set) var hasGeneratedUsername = false
  /// The inputs that the journey was given.
  public internal(set) var inputs = 0

  init(journey: Journey) {
    self.journey = journey
  }

  /// When the newcomer takes the invite: with the connection where that is offered, else with the
  /// account; nil if never.
  func takesInviteAfter(under policy: ConnectionPolicy) -> Interval? {
    switch policy.mode {
    case .suggested: connection == .accepted ? connectionAfter : nil
    case .autoMutualAtVerification, .none: signedUpAfter
    }
  }

  /// The screen that was up at the end.
  public var lastScreen: JourneyScreen { journey.screen }
  public var milestones: Milestones { journey.milestones }
  public var access: ContactsAccess { journey.access }
}
