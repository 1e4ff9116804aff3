public import Attribution
public import Vocabulary

/// An action of a person that a link service receives; people are numbers of the market.
public enum ServiceEvent: Sendable {
  /// A member's app got a link, new or reused.
  case gotLink(UInt32)
  /// A share sheet reported that the member shared.
  case shared(UInt32)
  /// A member sent an invite, and messengers fetched this many previews of its link.
  case invited(by: UInt32, invite: UInt16, previews: Int)
  case tapped(Tap)
  case launched(Launch)
  /// A person with an account installed the app again.
  case launchedAgain(UInt32, signals: DeviceSignals?)
  /// A newcomer has an account.
  case signedUp(UInt32)
  case sawValue(UInt32)
  /// A newcomer accepted the invite; refused if its link had no acceptances left.
  case accepted(UInt32, isRefused: Bool)
  case completedOnboarding(UInt32)
  case deletedAccount(UInt32)

  /// A tap on the link of an invite.
  public struct Tap: Sendable {
    public let person: UInt32
    /// The sender of the invite, and its number among the sender's.
    public let sender: UInt32
    public let invite: UInt16
    /// The opener of the link: a browser, or the app.
    public let opener: LinkOpener
    /// The signals of the browser; `nil` where phones are identified.
    public let signals: DeviceSignals?
    public let received: ReceiptDecision
  }

  /// A launch, and its credit decision.
  public struct Launch: Sendable {
    public let person: UInt32
    public let installedAt: Instant
    /// The signals of the app; `nil` where phones are identified.
    public let signals: DeviceSignals?
    /// Whether the match was lost on the way to the app.
    public let isLost: Bool
    public let credit: CreditStory
  }
}
