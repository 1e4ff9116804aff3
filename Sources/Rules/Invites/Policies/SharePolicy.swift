public import Vocabulary

/// The behaviour when the share sheet closes, and the reliability of its result.
public struct SharePolicy: Hashable, Sendable {
  public enum Confirmation: String, CaseIterable, Sendable {
    case silent
    case toast
    case successScreen
  }

  public enum OnCancel: String, CaseIterable, Sendable {
    case returnSilently
    case logAndKeepRecord
    case returnToPicker
  }

  public enum Tracking: String, CaseIterable, Sendable {
    case always = "true"
    case bestEffort
  }

  public var confirmation = Confirmation.silent
  /// The time after which the success screen closes without a touch; `nil` without such a screen.
  public var successAutoDismiss: Interval?
  public var onCancel = OnCancel.returnSilently
  /// The proportion of reported completions in which nothing was sent.
  public var falseCompletionRate = 0.0
  /// The proportion of selected contacts who receive the message; `nil` without a picker.
  public var selectedIsReachedRate: Double?
  /// The names under which channels are reported.
  public var channels: [ReportedChannel] = [.messages, .whatsapp, .email, .copy, .airdrop, .other]
  public var channelTracking = Tracking.always

  public init() {}
}

/// The name of a share channel in events and records, over all three vocabularies.
public enum ReportedChannel: String, CaseIterable, Sendable {
  case messages
  case imessage
  case whatsapp
  case email
  case copy
  case copyLink = "copy_link"
  case airdrop
  case other
}

extension SharePolicy {
  public static let rin = SharePolicy()

  public static let product: SharePolicy = {
    var policy = SharePolicy()
    policy.confirmation = .toast
    policy.onCancel = .logAndKeepRecord
    policy.channels = [.imessage, .whatsapp, .copyLink, .airdrop, .other]
    return policy
  }()

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
