public import Vocabulary

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

extension SharePolicy {
  /// Returns the actions of a flow without a success screen after a completed share.
  func confirm() -> [SharingAction] {
    switch confirmation {
    case .silent: []
    case .toast: [.showToast(.inviteSent, until: nil)]
    case .successScreen: [.open(.success)]
    }
  }
}

extension SharePolicy.Confirmation {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .silent: "CNF-23"
    case .toast: "P-SND-07"
    case .successScreen: "D-SUC-01"
    }
  }
}

extension SharePolicy.OnCancel {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .returnSilently: "SHR-23"
    case .logAndKeepRecord: "P-EDG-07"
    case .returnToPicker: "D-SHR-01"
    }
  }
}

extension SharingRules {
  static let closing: [Rule] = [
    Rule("CNF-23", "After a share: silence, a toast, or a success screen."),
    Rule("CNF-24", "After a cancel: back silently, a log entry, or back to the picker."),
    Rule("CNF-27", "Channels are a union of names, mapped to each profile's own."),
  ]
}

/// The true result of a share that the sheet reported as completed.
///
/// An app never learns it: the simulator draws it.
public struct ShareTruth: Hashable, Sendable, BitwiseCopyable {
  /// Whether the sender sent anything.
  public var wasSent: Bool
  /// The number of selected contacts among the recipients.
  public var selectedReached: Int

  @inlinable
  init(wasSent: Bool, selectedReached: Int) {
    self.wasSent = wasSent
    self.selectedReached = selectedReached
  }
}

extension SharePolicy {
  /// Draws the true result of a completed share with `selected` contacts.
  ///
  /// The sheet proves no send, and is not addressed to the contacts ticked in the picker. The
  /// number of draws does not depend on the rates, so two policies can share their random numbers.
  @inlinable
  public func truth(
    selected: Int, using chance: inout some RandomNumberGenerator
  ) -> ShareTruth {
    let wasSent = Double.random(in: 0..<1, using: &chance) >= falseCompletionRate
    var reached = 0
    for _ in 0..<selected
    where Double.random(in: 0..<1, using: &chance) < selectedIsReachedRate ?? 1 {
      reached += 1
    }
    return ShareTruth(wasSent: wasSent, selectedReached: wasSent ? reached : 0)
  }
}

extension SharingRules {
  static let truth: [Rule] = [
    Rule("D-SHR-06", "Those selected need not be those messaged: the sheet is not addressed.")
  ]
}
