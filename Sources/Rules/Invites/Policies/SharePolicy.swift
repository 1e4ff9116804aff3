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
public enum ReportedChannel: String, CaseIterable, Sendable, Codable {
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

/// The settings for connecting an inviter with an invitee.
public struct ConnectionPolicy: Hashable, Sendable, Codable {
  /// A circle that a connection adds each account to, without asking either.
  public enum Circle: String, CaseIterable, Sendable, Codable {
    /// The circle "Contacts", the only one that is ever chosen automatically (CON-05).
    case contacts = "Contacts"
  }

  /// An occasion to request a failed connection again.
  public enum Retry: String, CaseIterable, Sendable, Codable {
    /// The next sync of the inviter's or the invitee's app, and again until it succeeds (CON-18).
    case nextSync
  }

  /// The way in which inviter and invitee become connected, if at all (CNF-39).
  public var mode = ConnectionMode.autoMutualAtVerification
  /// The circle that each is added to; `nil` where there are no circles.
  public var circle: Circle? = .contacts
  /// The occasion for another request after a failed one; `nil` never tries again.
  public var retry: Retry? = .nextSync

  /// Creates the settings of `rin`.
  public init() {}
}

extension ConnectionPolicy {
  /// The settings of `rin`, the default: a silent, mutual connection in "Contacts".
  public static let rin = ConnectionPolicy()

  /// The settings of `invite-friends-product`: a connection that the invitee is offered, without
  /// circles.
  public static let product: ConnectionPolicy = {
    var policy = ConnectionPolicy()
    policy.mode = .suggested
    policy.circle = nil
    policy.retry = nil
    return policy
  }()

  /// The settings of `invite-friends-design`: no connection.
  public static let design: ConnectionPolicy = {
    var policy = ConnectionPolicy()
    policy.mode = .none
    policy.circle = nil
    policy.retry = nil
    return policy
  }()
}

/// The names and identities under which events leave the product.
public struct EventPolicy: Hashable, Sendable {
  /// The form in which accounts appear in exported events.
  public enum Identities: String, CaseIterable, Sendable {
    /// A keyed hash, as an `IdentityHasher` computes it.
    case hashed
    /// The number of the account as it is.
    case raw
  }

  /// The openings of a link that are exported as events (CNF-55).
  public enum LinkOpened: String, CaseIterable, Sendable {
    /// The link opened an installed app.
    case appOpen
    /// The link was tapped, with or without the app.
    case anyClick
    /// No opening of a link is exported.
    case notLogged
  }

  /// The document that names the events.
  public var vocabulary = ProfileID.rin
  /// The form of accounts in exported events; session numbers are never hashed.
  public var identities = Identities.hashed
  /// The openings of a link that are exported; the others stay internal.
  public var linkOpenedMeans = LinkOpened.appOpen

  /// Creates the settings of `rin`.
  public init() {}
}

extension EventPolicy {
  /// The settings of `rin`, the default: hashed accounts, and openings of an installed app.
  public static let rin = EventPolicy()

  /// The settings of `invite-friends-product`: hashed accounts, and every tap on a link.
  public static let product: EventPolicy = {
    var policy = EventPolicy()
    policy.vocabulary = .product
    policy.linkOpenedMeans = .anyClick
    return policy
  }()

  /// The settings of `invite-friends-design`: plain accounts, and no opening of a link.
  public static let design: EventPolicy = {
    var policy = EventPolicy()
    policy.vocabulary = .design
    policy.identities = .raw
    policy.linkOpenedMeans = .notLogged
    return policy
  }()
}
