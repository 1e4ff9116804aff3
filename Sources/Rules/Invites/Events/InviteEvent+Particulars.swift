public import Vocabulary

extension InviteEvent {
  /// A completed share, from a share sheet or a compose sheet.
  public struct Share: Hashable, Sendable {
    /// `nil` where the system did not say.
    public var target: ShareTarget?
    public var entry: FlowPolicy.EntryPoint
    public var isMessageCustomized: Bool
    /// The contacts that were picked; 0 where the app cannot know.
    public var recipients: Int

    public init(
      to target: ShareTarget?, from entry: FlowPolicy.EntryPoint, isMessageCustomized: Bool = false,
      recipients: Int = 0
    ) {
      self.target = target
      self.entry = entry
      self.isMessageCustomized = isMessageCustomized
      self.recipients = recipients
    }
  }

  /// Where a share went, as finely as anybody tells it apart.
  public enum ShareTarget: String, CaseIterable, Sendable, BitwiseCopyable {
    case messages
    case whatsapp
    case telegram
    case email
    /// Copy inside the share sheet, as against the Copy button of the share screen.
    case copy
    case airdrop
    case other
  }

  /// How the share screen was come to; a contact's page passes it by, and so has no Copy button.
  public enum ShareScreenEntry: String, CaseIterable, Sendable, BitwiseCopyable {
    case profile
    case homePrompt
    case settings

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

extension InviteEvent.ShareTarget {
  /// The name under which the target is reported: its own if the policy has one, otherwise `other`.
  public func reported(under policy: SharePolicy) -> ReportedChannel {
    let names: [ReportedChannel] =
      switch self {
      case .messages: [.messages, .imessage]
      case .whatsapp: [.whatsapp]
      case .email: [.email]
      case .copy: [.copy, .copyLink]
      case .airdrop: [.airdrop]
      case .telegram, .other: []
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

  /// The entry point in lower snake case, for the other two vocabularies. The spelling is ours.
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
