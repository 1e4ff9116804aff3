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

  /// The reported names that mean this target, over all three vocabularies.
  var names: [ReportedChannel] {
    switch self {
    case .messages: [.messages, .imessage]
    case .whatsapp: [.whatsapp]
    case .email: [.email]
    case .copy: [.copy, .copyLink]
    case .airdrop: [.airdrop]
    case .telegram, .otherInstalled: []
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
    return target.names.first { channels.contains($0) } ?? .other
  }
}

extension SharingRules {
  static let channels: [Rule] = [
    Rule("SHR-14", "Messages, WhatsApp, Telegram, Email, Copy, AirDrop and others are targets."),
    Rule("P-SND-04", "The sender picks iMessage, WhatsApp, copy link, AirDrop or another target."),
    Rule("D-SHR-04", "The channel is told as well as can be, and never before one was picked."),
  ]
}
