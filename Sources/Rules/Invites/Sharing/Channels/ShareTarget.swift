import Vocabulary

/// Where a share may go to from the share sheet.
public enum ShareTarget: String, CaseIterable, Sendable, BitwiseCopyable {
  case messages
  case whatsapp
  case telegram
  case email
  case copy
  case airdrop
  /// Any other app on the device that takes text or links.
  case otherInstalled
}

extension ShareTarget {
  /// Whether choosing the target opens a draft that still wants to be sent.
  public var asksToSend: Bool {
    switch self {
    case .messages, .whatsapp, .telegram, .email, .otherInstalled: true
    case .copy, .airdrop: false
    }
  }

  /// The channel that the target is; what no vocabulary names, such as Telegram, is `other`.
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
  /// The name under which a share to `target` is reported.
  ///
  /// A target without a name of its own is `other`. A target that the system did not tell is `nil`
  /// where channels are tracked as well as can be, and `other` where a channel is always reported.
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
    Rule("D-SHR-04", "The channel is told as well as can be, and never before one was picked."),
  ]
}
