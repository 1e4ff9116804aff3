/// The entry points of the sharing flow, and its access to the address book.
public struct FlowPolicy: Hashable, Sendable {
  public enum FirstScreen: String, CaseIterable, Sendable {
    case shareScreen
    case shareSheet
    case picker
  }

  public enum EntryPoint: String, CaseIterable, Sendable {
    case profile
    case contactDetail
    case homePrompt
    case settings
    case profileSettings
    case navigationMenu
    case contextual
    case postAction
  }

  public var entryOpens = FirstScreen.shareScreen
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

  public init() {}
}

extension FlowPolicy {
  public static let rin = FlowPolicy()

  public static let product: FlowPolicy = {
    var policy = FlowPolicy()
    policy.entryOpens = .shareSheet
    policy.entryPoints = [.profileSettings, .navigationMenu, .contextual]
    policy.perContactInvite = false
    policy.serverMatching = false
    return policy
  }()

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
