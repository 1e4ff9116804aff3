import Vocabulary

/// A destination in the share sheet.
public enum ShareTarget: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Messages; reported as `imessage` under product, otherwise as `messages`.
  case messages
  /// WhatsApp; reported by its name under every profile.
  case whatsapp
  /// Telegram; reported as `other` under every profile.
  case telegram
  /// Email; reported as `other` under product.
  case email
  /// The sheet's own Copy; reported as `copy`, under product `copy_link`, under design `other`.
  case copy
  /// AirDrop, which needs no draft; reported as `other` under design.
  case airdrop
  /// Any other app on the device that takes text or links.
  case otherInstalled
}

extension ShareTarget {
  /// Whether choosing the target opens a draft that must still be sent.
  public var asksToSend: Bool {
    switch self {
    case .messages, .whatsapp, .telegram, .email, .otherInstalled: true
    case .copy, .airdrop: false
    }
  }

  /// The channel of the target; one that no vocabulary names, such as Telegram, is `other`.
  var channel: ReportedChannel {
    switch self {
    case .messages: .messages
    case .whatsapp: .whatsapp
    case .email: .email
    case .copy: .copy
    case .airdrop: .airdrop
    case .telegram, .otherInstalled: .other
    }
  }
}

extension SharePolicy {
  /// Returns the name under which a share to `target` is reported.
  ///
  /// A target without a name of its own is `other`. A target that the system did not report is
  /// `nil` where channels are tracked as far as possible, and `other` where a channel is always
  /// reported.
  public func reportedChannel(for target: ShareTarget?) -> ReportedChannel? {
    guard let target else {
      switch channelTracking {
      case .always: return .other
      case .bestEffort: return nil
      }
    }
    return target.channel.named(in: self)
  }
}

extension SharingRules {
  static let channels: [Rule] = [
    Rule("SHR-14", "Messages, WhatsApp, Telegram, Email, Copy, AirDrop and others are targets."),
    Rule("P-SND-04", "The sender picks iMessage, WhatsApp, copy link, AirDrop or another target."),
    Rule("D-SHR-04", "The channel is as precise as possible, and never set before one was picked."),
  ]
}

/// The channels that the dashboard of channels distinguishes.
public enum DashboardChannel: String, CaseIterable, Sendable {
  /// Shares to Messages.
  case iMessage
  /// Shares to WhatsApp.
  case whatsApp
  /// Shares by copying the link.
  case copyLink
  /// Shares to all other targets, AirDrop and unreported ones included.
  case other

  /// Creates the channel that counts a share to `target`; `nil` is a target that the system did not
  /// report.
  public init(_ target: ShareTarget?) {
    self =
      switch target {
      case .messages: .iMessage
      case .whatsapp: .whatsApp
      case .copy: .copyLink
      case .telegram, .email, .airdrop, .otherInstalled, nil: .other
      }
  }
}

extension SharingRules {
  static let dashboardChannels: [Rule] = [
    Rule("P-DSH-07", "The dashboard of channels counts AirDrop under other.")
  ]
}
