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
