public import Vocabulary

extension InviteEvent {
  /// A completed share, from a share sheet or a compose sheet, with the reported details.
  public struct Share: Hashable, Sendable, BitwiseCopyable {
    /// The channel; `nil` where the system did not report it.
    public var channel: ReportedChannel?
    /// The entry point through which the user came to share.
    public var entry: FlowPolicy.EntryPoint
    /// Whether the user changed the text before sharing it.
    public var isCustomized: Bool
    /// The number of contacts picked for it; `nil` where no contact was picked in the app.
    public var recipients: Int?

    /// Creates a share, of the unchanged text and without picked contacts unless stated.
    public init(
      channel: ReportedChannel?, entry: FlowPolicy.EntryPoint, isCustomized: Bool = false,
      recipients: Int? = nil
    ) {
      self.channel = channel
      self.entry = entry
      self.isCustomized = isCustomized
      self.recipients = recipients
    }

    /// Returns the number of invites that the share stands for.
    public func invites(countedBy unit: MetricPolicy.InviteUnit) -> Int {
      switch unit {
      case .shareCompletion, .inviteRecord: 1
      case .recipient: recipients.map { max($0, 1) } ?? 1
      }
    }
  }

  /// The code of the opened link, and its inviter.
  public struct InviteReference: Hashable, Sendable, BitwiseCopyable {
    /// The code; `nil` for a link that carries none.
    public var code: InviteCode?
    /// The inviter, whose link it is.
    public var referrer: PrincipalID

    /// Creates a reference to a link by its code and its inviter.
    public init(code: InviteCode?, referrer: PrincipalID) {
      self.code = code
      self.referrer = referrer
    }
  }

  /// The person who opened a link.
  public enum Opener: String, CaseIterable, Sendable, BitwiseCopyable {
    /// A person who is not signed in, with or without an account.
    case signedOut
    /// A signed-in user other than the inviter.
    case signedIn
    /// The inviter, on their own link.
    case owner
  }
}

extension ReportedChannel {
  /// Returns the name of the channel among those of `policy`; `other` if it has no such channel.
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
  /// The `source` of the entry point in `rin`, which has four values; other entry points map to the
  /// nearest.
  var rinSource: String {
    switch self {
    case .profile, .profileSettings, .navigationMenu: "profile"
    case .contactDetail: "contact"
    case .homePrompt, .contextual, .postAction: "prompt"
    case .settings: "settings"
    }
  }
}

extension ReportedChannel: BitwiseCopyable {}
extension FlowPolicy.EntryPoint: BitwiseCopyable {}

extension EventRules {
  static let particulars: [Rule] = [
    Rule("EVT-19", "A target outside the named five, such as Telegram, is reported as other."),
    Rule("D-SUC-06", "A send is logged for each recipient, with count and channel."),
    Rule("EVT-22", "Copy in the share sheet is a channel; the Copy button is an event of its own."),
    Rule("EVT-27", "The Copy button has no source contact: a contact's page has no share screen."),
  ]
}
