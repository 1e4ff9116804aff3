public import Vocabulary

/// One newcomer's way from the store to the end of the first session.
///
/// A state machine: it receives what happened and answers what to do, and performs nothing. Twelve
/// bytes, no allocation. Who leaves simply sends nothing more; `screenNumber` and `screenCount`
/// tell where that was.
public struct Journey: Hashable, Sendable, BitwiseCopyable {
  public internal(set) var milestones: Milestones = []
  /// The cards that have something to show.
  public internal(set) var found = SmallSet<FirstValuePolicy.Card>()
  public internal(set) var screen = JourneyScreen.appStore
  public internal(set) var access = ContactsAccess.notDetermined
  public internal(set) var sync = SyncState.idle
  var marks: Marks = []

  /// How far the contact sync is.
  public enum SyncState: UInt8, Sendable, BitwiseCopyable {
    case idle
    case running
    case completed
  }

  struct Marks: OptionSet, Hashable, Sendable, BitwiseCopyable {
    let rawValue: UInt8

    static let invited = Marks(rawValue: 1)
    /// The explainer is up above the screen, because an action needs contacts.
    static let explaining = Marks(rawValue: 1 << 1)
    static let systemPromptIsUp = Marks(rawValue: 1 << 2)
    static let requestedContacts = Marks(rawValue: 1 << 3)
    static let hasUsername = Marks(rawValue: 1 << 4)
    /// Contacts were put off with "Not now".
    static let putOff = Marks(rawValue: 1 << 5)
  }

  /// Begins a journey in front of the store.
  ///
  /// Someone is invited whose link was resolved to an inviter that is still there; see
  /// `init(invitedBy:)`. Everyone else is organic.
  public init(isInvited: Bool) {
    if isInvited { marks.insert(.invited) }
  }
}

extension Journey {
  public var isInvited: Bool { marks.contains(.invited) }

  /// Whether the explainer stands above the present screen.
  public var isExplainingContacts: Bool { marks.contains(.explaining) }

  /// Whether the system's contacts prompt is up.
  public var isSystemPromptUp: Bool { marks.contains(.systemPromptIsUp) }

  /// Whether the user chose "Not now", which leaves the system's prompt unspent.
  public var isContactsPutOff: Bool { marks.contains(.putOff) }

  /// The screens that this newcomer meets.
  public func plan(under rules: JourneyRules) -> JourneyPlan {
    isInvited ? rules.invited : rules.organic
  }

  /// How many screens onboarding has, as the policy sets it.
  public func screenCount(under rules: JourneyRules) -> Int { plan(under: rules).counted.count }

  /// The place of the present screen among them, from 1; `nil` in the store, and for screens that
  /// follow onboarding.
  public func screenNumber(under rules: JourneyRules) -> Int? {
    plan(under: rules).number(of: screen)
  }

  /// Whether the newcomer was brought by an invite and did what makes it successful.
  public var isSuccessfulInvite: Bool { isInvited && milestones.isSuperset(of: .success) }

  /// Whether the app works without contacts from here on.
  public func isSelfManaged(under rules: JourneyRules) -> Bool {
    milestones.contains(.permissionAnswered) && !rules.permission.mayRead(access)
  }
}
