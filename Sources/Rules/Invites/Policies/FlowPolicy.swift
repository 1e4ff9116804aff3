/// The entry points of the sharing flow, and its access to the address book.
public struct FlowPolicy: Hashable, Sendable {
  /// The screen that follows a tap on an entry point.
  public enum FirstScreen: String, CaseIterable, Sendable {
    /// The share screen, with link, message and share buttons, as in `rin`.
    case shareScreen
    /// The system's share sheet, without a screen of the app in between, as in `product`.
    case shareSheet
    /// The picker of contacts, as in `design`.
    case picker
  }

  /// A place from which the sharing flow is entered.
  public enum EntryPoint: String, CaseIterable, Sendable {
    /// The row on Profile Home.
    case profile
    /// The invite button on the page of one contact.
    case contactDetail
    /// The prompt card on Home.
    case homePrompt
    /// The row in Settings.
    case settings
    /// The row "Invite Friends" in the Profile/Settings tab of `product`.
    case profileSettings
    /// The row in the navigation menu, within reach of every screen.
    case navigationMenu
    /// A contextual prompt of `product`, such as a celebration or an empty state.
    case contextual
    /// The sheet that `design` shows after an action of value.
    case postAction
  }

  /// The screen behind the entry points; a contact's page always opens the share sheet.
  public var entryOpens = FirstScreen.shareScreen
  /// The entry points that the profile offers; `open(from:in:)` refuses any other.
  public var entryPoints: [EntryPoint] = [.profile, .contactDetail, .homePrompt, .settings]
  /// Whether contacts are picked and the message composed on one screen; `nil` without a picker.
  public var mergeSelectAndCompose: Bool?
  /// Whether the flow lists the address book to pick recipients from.
  public var invitePicker = false
  /// Whether the page of one contact offers to invite them.
  public var perContactInvite = true
  /// Whether contacts are matched with users on the server.
  public var serverMatching = true
  /// Whether a request for a link includes the selected contacts.
  public var uploadContactIDs = false
  /// Whether contacts that the user writes to often are suggested.
  public var frequentSuggestions = false

  /// Creates the settings of `rin`.
  public init() {}
}

extension FlowPolicy {
  /// The settings of `rin`, the default: a share screen, and an invite on each contact's page.
  public static let rin = FlowPolicy()

  /// The settings of `invite-friends-product`: the share sheet, without any access to contacts.
  public static let product: FlowPolicy = {
    var policy = FlowPolicy()
    policy.entryOpens = .shareSheet
    policy.entryPoints = [.profileSettings, .navigationMenu, .contextual]
    policy.perContactInvite = false
    policy.serverMatching = false
    return policy
  }()

  /// The settings of `invite-friends-design`: a picker, with contacts that stay on the device.
  public static let design: FlowPolicy = {
    var policy = FlowPolicy()
    policy.entryOpens = .picker
    policy.entryPoints = [.profile, .postAction, .settings]
    policy.mergeSelectAndCompose = false
    policy.invitePicker = true
    policy.perContactInvite = false
    policy.serverMatching = false
    return policy
  }()
}

/// The memory of invited contacts that the app keeps.
public struct HistoryPolicy: Hashable, Sendable {
  /// The time for which an invited contact is remembered.
  public enum Memory: String, CaseIterable, Sendable {
    /// Until the next session begins.
    case session
    /// Across sessions on this device, without an end.
    case device
  }

  /// The form in which an invited contact is remembered.
  public enum Key: String, CaseIterable, Sendable {
    /// An irreversible hash with a salt of the device: no name and no number.
    case opaqueHash
  }

  /// The time for which an invited contact is remembered; `nil` for none.
  public var memory: Memory? = .session
  /// The form of a remembered contact; `nil` where nothing is remembered.
  public var key: Key? = .opaqueHash

  /// Creates the settings of `rin`.
  public init() {}
}

extension HistoryPolicy {
  /// The settings of `rin`, the default: a contact reads "Invited" for the session (CIV-13).
  public static let rin = HistoryPolicy()

  /// The settings of `invite-friends-product`: no memory of invited contacts.
  public static let product: HistoryPolicy = {
    var policy = HistoryPolicy()
    policy.memory = nil
    policy.key = nil
    return policy
  }()

  /// The settings of `invite-friends-design`: a memory that outlives the session (D-HIS-03).
  public static let design: HistoryPolicy = {
    var policy = HistoryPolicy()
    policy.memory = .device
    return policy
  }()
}

/// The rewards for inviting.
public struct RewardPolicy: Hashable, Sendable {
  /// The rewards that an inviter may earn (CNF-44).
  public enum Mode: String, CaseIterable, Sendable {
    /// No rewards, and no text about them.
    case off
    /// No rewards, only a placeholder text, shown if `hookVisible` is set.
    case hookOnly
    /// Three qualified friends earn a month of premium.
    case premiumThreeForOne
    /// A reward for the inviter and one for the invitee, for each qualified friend.
    case bothSides
  }

  /// The rewards in force (default: `off`).
  public var mode = Mode.off
  /// Whether anybody can earn one.
  public var givesRewards: Bool { mode == .premiumThreeForOne || mode == .bothSides }
  /// Whether the placeholder of `hookOnly` is shown; `false` in every profile.
  public var hookVisible = false
  /// Whether an inviter reads how many friends they brought; `rin` refuses it (RWD-08).
  public var leaderboard = false

  /// Creates the settings of `rin`.
  public init() {}
}

extension RewardPolicy {
  /// The settings of `rin`, the default: no rewards.
  public static let rin = RewardPolicy()
  /// The settings of `invite-friends-product`: no rewards.
  public static let product = RewardPolicy()

  /// The settings of `invite-friends-design`: a placeholder for rewards, hidden.
  public static let design: RewardPolicy = {
    var policy = RewardPolicy()
    policy.mode = .hookOnly
    return policy
  }()
}
