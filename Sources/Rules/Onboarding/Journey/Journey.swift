public import Vocabulary

/// One newcomer's way from the store to the end of the first session.
///
/// A state machine: it receives inputs and returns actions, and performs none. Twelve bytes, no
/// allocation. A newcomer who leaves sends no further input; `screenNumber` and `screenCount` give
/// the place.
public struct Journey: Hashable, Sendable, BitwiseCopyable {
  /// The milestones reached so far.
  public internal(set) var milestones: Milestones = []
  /// The cards that have content.
  public internal(set) var found = SmallSet<FirstValuePolicy.Card>()
  /// The present screen; a journey starts in front of the store.
  public internal(set) var screen = JourneyScreen.appStore
  /// The system's last answer about contacts; `notDetermined` until the user has given one.
  public internal(set) var access = ContactsAccess.notDetermined
  /// The progress of the contact sync; without permission to read contacts it is `idle`.
  public internal(set) var sync = SyncState.idle
  var marks: Marks = []

  /// The progress of the contact sync.
  public enum SyncState: UInt8, Sendable, BitwiseCopyable {
    /// No sync has started, or the permission was withdrawn.
    case idle
    /// The sync has started, and reads contacts while onboarding goes on.
    case running
    /// The sync reported its end.
    case completed
  }

  struct Marks: OptionSet, Hashable, Sendable, BitwiseCopyable {
    let rawValue: UInt8

    static let invited = Marks(rawValue: 1)
    /// The explainer covers the screen, because an action needs contacts.
    static let explaining = Marks(rawValue: 1 << 1)
    static let systemPromptIsUp = Marks(rawValue: 1 << 2)
    static let requestedContacts = Marks(rawValue: 1 << 3)
    static let hasUsername = Marks(rawValue: 1 << 4)
    /// Contacts were put off with "Not now".
    static let putOff = Marks(rawValue: 1 << 5)
  }

  /// Creates a journey in front of the store.
  ///
  /// A newcomer is invited if the link was resolved to an inviter with an active account; see
  /// `init(invitedBy:)`. Every other newcomer is organic.
  public init(isInvited: Bool) {
    if isInvited { marks.insert(.invited) }
  }
}

extension Journey {
  /// Whether the newcomer counts as invited; `false` once the sign-up leads to a known account.
  public var isInvited: Bool { marks.contains(.invited) }

  /// Whether the explainer covers the present screen.
  public var isExplainingContacts: Bool { marks.contains(.explaining) }

  /// Whether the system's contacts prompt is on screen.
  public var isSystemPromptUp: Bool { marks.contains(.systemPromptIsUp) }

  /// Whether the user chose "Not now", which leaves the system's prompt unspent.
  public var isContactsPutOff: Bool { marks.contains(.putOff) }

  /// Returns the screens of this newcomer.
  public func plan(under rules: JourneyRules) -> JourneyPlan {
    isInvited ? rules.invited : rules.organic
  }

  /// Returns the number of onboarding screens, as the policy sets it.
  public func screenCount(under rules: JourneyRules) -> Int { plan(under: rules).counted.count }

  /// Returns the place of the present screen among them, from 1.
  ///
  /// `nil` in the store, and for screens that follow onboarding.
  public func screenNumber(under rules: JourneyRules) -> Int? {
    plan(under: rules).number(of: screen)
  }

  /// Whether the newcomer was invited and reached the milestones of a successful invite.
  public var isSuccessfulInvite: Bool { isInvited && milestones.isSuperset(of: .success) }

  /// Returns whether the app works without contacts from here on.
  public func isSelfManaged(under rules: JourneyRules) -> Bool {
    milestones.contains(.permissionAnswered) && !rules.permission.mayRead(access)
  }
}
