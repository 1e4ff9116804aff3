public import Vocabulary

/// The behaviour when the share sheet closes, and the reliability of its result.
public struct SharePolicy: Hashable, Sendable {
  /// The feedback to the sender after a completed share (CNF-23).
  public enum Confirmation: String, CaseIterable, Sendable {
    /// Nothing is shown.
    case silent
    /// A toast says that the invite was sent; no tap is needed.
    case toast
    /// A screen with "Invite More" and "Done".
    case successScreen
  }

  /// The reaction to a share sheet that was cancelled (CNF-24).
  public enum OnCancel: String, CaseIterable, Sendable {
    /// The screen under the sheet returns, without a message.
    case returnSilently
    /// The screen under the sheet returns; the record stays as it was created (P-EDG-07).
    case logAndKeepRecord
    /// The picker returns, with its selection.
    case returnToPicker
  }

  /// The certainty with which the channel of a share is reported (CNF-27).
  public enum Tracking: String, CaseIterable, Sendable {
    /// Every share has a channel; a target that the system does not report is `other`.
    case always = "true"
    /// A share whose target the system does not report has no channel.
    case bestEffort
  }

  /// The feedback after a completed share (default: none).
  public var confirmation = Confirmation.silent
  /// The time after which the success screen closes without a touch; `nil` without such a screen.
  public var successAutoDismiss: Interval?
  /// The reaction to a cancelled share sheet; every cancel is logged internally.
  public var onCancel = OnCancel.returnSilently
  /// The proportion of reported completions in which nothing was sent.
  public var falseCompletionRate = 0.0
  /// The proportion of selected contacts who receive the message; `nil` without a picker.
  public var selectedIsReachedRate: Double?
  /// The names under which channels are reported.
  public var channels: [ReportedChannel] = [.messages, .whatsapp, .email, .copy, .airdrop, .other]
  /// The certainty with which the channel of a share is reported.
  public var channelTracking = Tracking.always

  /// Creates the settings of `rin`.
  public init() {}
}

/// The name of a share channel in events and records, over all three vocabularies.
public enum ReportedChannel: String, CaseIterable, Sendable {
  /// Messages, as `rin` and `design` name it.
  case messages
  /// Messages, as `product` names it.
  case imessage
  /// WhatsApp, in every vocabulary.
  case whatsapp
  /// An email; `product` reports it as `other`.
  case email
  /// The copied link, as `rin` names it; `design` reports it as `other`.
  case copy
  /// The copied link, as `product` names it.
  case copyLink = "copy_link"
  /// AirDrop; `design` reports it as `other`.
  case airdrop
  /// A target without a name of its own, such as Telegram.
  case other
}

extension SharePolicy {
  /// The settings of `rin`, the default: silence after a share and after a cancel.
  public static let rin = SharePolicy()

  /// The settings of `invite-friends-product`: a toast after a share, silence after a cancel.
  public static let product: SharePolicy = {
    var policy = SharePolicy()
    policy.confirmation = .toast
    policy.onCancel = .logAndKeepRecord
    policy.channels = [.imessage, .whatsapp, .copyLink, .airdrop, .other]
    return policy
  }()

  /// The settings of `invite-friends-design`: a success screen for 5 s, the picker after a cancel.
  public static let design: SharePolicy = {
    var policy = SharePolicy()
    policy.confirmation = .successScreen
    policy.successAutoDismiss = .seconds(5)
    policy.onCancel = .returnToPicker
    policy.selectedIsReachedRate = 1.0
    policy.channels = [.messages, .whatsapp, .email, .other]
    policy.channelTracking = .bestEffort
    return policy
  }()
}
