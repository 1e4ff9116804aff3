public import Vocabulary

extension InviteEvent {
  /// A completed share, from a share sheet or a compose sheet, as far as it can be known.
  public struct Share: Hashable, Sendable {
    /// `nil` where the system did not say.
    public var channel: ReportedChannel?
    public var entry: FlowPolicy.EntryPoint
    public var isCustomized: Bool
    /// The number of contacts picked for it; `nil` where nobody was picked in the app.
    public var recipients: Int?

    public init(
      channel: ReportedChannel?, entry: FlowPolicy.EntryPoint, isCustomized: Bool = false,
      recipients: Int? = nil
    ) {
      self.channel = channel
      self.entry = entry
      self.isCustomized = isCustomized
      self.recipients = recipients
    }
  }

  /// How the share screen was come to; a contact's page passes it by, and so has no Copy button.
  public enum ShareScreenEntry: String, CaseIterable, Sendable, BitwiseCopyable {
    case profile
    case homePrompt
    case settings

    /// Takes over an entry point; `nil` if it does not lead to the share screen.
    public init?(_ entry: FlowPolicy.EntryPoint) {
      switch entry {
      case .profile: self = .profile
      case .homePrompt: self = .homePrompt
      case .settings: self = .settings
      case .contactDetail, .profileSettings, .navigationMenu, .contextual, .postAction: return nil
      }
    }

    public var entryPoint: FlowPolicy.EntryPoint {
      switch self {
      case .profile: .profile
      case .homePrompt: .homePrompt
      case .settings: .settings
      }
    }
  }

  /// The code of the link that was followed, and whose it is.
  public struct InviteReference: Hashable, Sendable, BitwiseCopyable {
    /// `nil` for a link that carries no code.
    public var code: Code?
    public var referrer: PrincipalID

    public init(code: Code?, referrer: PrincipalID) {
      self.code = code
      self.referrer = referrer
    }
  }

  /// Who opened a link.
  public enum Opener: String, CaseIterable, Sendable, BitwiseCopyable {
    case signedOut
    case signedIn
    /// The inviter, on the own link.
    case owner
  }

  /// The moment that a prompt followed, as the prompt rules name it.
  public enum Trigger: String, CaseIterable, Sendable, BitwiseCopyable {
    case dedupReview = "dedup_review"
    case contactThreshold = "contact_threshold"
    case scoreMilestone = "score_milestone"
    case keyAction = "key_action"
    case socialContent = "social_content"
    case emptyState = "empty_state"
    case thirdSession = "third_session"
    case contactsPermission = "contacts_permission"
    case postAction = "post_action"
  }

  /// An invite code of at most eight ASCII characters, in one integer.
  public struct Code: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
    private let packed: UInt64

    /// Packs `text`; `nil` unless it is one to eight ASCII characters.
    public init?(_ text: String) {
      let bytes = text.utf8
      guard (1...8).contains(bytes.count), bytes.allSatisfy({ (1...127).contains($0) }) else {
        return nil
      }
      packed = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    public var description: String {
      let bytes = (0..<8).map { UInt8(truncatingIfNeeded: packed >> UInt64(56 - 8 * $0)) }
      return String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
    }
  }
}

extension ReportedChannel {
  /// The name of the channel among those of `policy`; `other` if it has no such channel.
  ///
  /// A target that no vocabulary names, such as Telegram, is `other` from the start.
  public func named(in policy: SharePolicy) -> ReportedChannel {
    let names: [ReportedChannel] =
      switch self {
      case .messages, .imessage: [.messages, .imessage]
      case .copy, .copyLink: [.copy, .copyLink]
      case .whatsapp, .email, .airdrop, .other: [self]
      }
    return names.first { policy.channels.contains($0) } ?? .other
  }
}

extension FlowPolicy.EntryPoint {
  /// The `source` of the entry point in `rin`, which knows four; others take the nearest.
  var rinSource: String {
    switch self {
    case .profile, .profileSettings, .navigationMenu: "profile"
    case .contactDetail: "contact"
    case .homePrompt, .contextual, .postAction: "prompt"
    case .settings: "settings"
    }
  }

  /// The entry point in lower snake case, for the other two vocabularies; the spelling is ours.
  var snakeCase: String {
    switch self {
    case .profile: "profile"
    case .contactDetail: "contact_detail"
    case .homePrompt: "home_prompt"
    case .settings: "settings"
    case .profileSettings: "profile_settings"
    case .navigationMenu: "navigation_menu"
    case .contextual: "contextual"
    case .postAction: "post_action"
    }
  }
}

extension EventRules {
  static let particulars: [Rule] = [
    Rule("EVT-19", "A target outside the named five, such as Telegram, is reported as other."),
    Rule("EVT-22", "Copy in the share sheet is a channel; the Copy button is an event of its own."),
    Rule("EVT-27", "The Copy button has no source contact: a contact's page has no share screen."),
  ]
}
