public import Attribution
public import Vocabulary

/// What people do that a link service hears of; people are numbers of the market.
public enum Traffic: Sendable {
  /// A member's app has a link at hand: a new one, or one from before.
  case gotLink(UInt32)
  /// A share sheet reported that the member shared.
  case shared(UInt32)
  /// An invite of that number went out, and messengers looked so often what its link shows.
  case invited(by: UInt32, invite: UInt16, previews: Int)
  case tapped(Tap)
  case launched(Launch)
  /// Somebody installed the app anew who has an account.
  case launchedAgain(UInt32, signals: DeviceSignals?)
  /// A newcomer has an account.
  case signedUp(UInt32)
  case sawValue(UInt32)
  /// A newcomer wanted to take the invite that brought them; refused if it brought as many as it may.
  case accepted(UInt32, isRefused: Bool)
  case completedOnboarding(UInt32)
  case deletedAccount(UInt32)

  /// A tap on the link of an invite.
  public struct Tap: Sendable {
    public let person: UInt32
    /// Who sent the invite, and its number among theirs.
    public let sender: UInt32
    public let invite: UInt16
    /// What the link opened: a browser, or the app.
    public let opener: LinkOpener
    /// What the browser tells; `nil` where phones are known by what they are.
    public let signals: DeviceSignals?
    public let received: ReceiptDecision
  }

  /// A first launch, and what was decided about it.
  public struct Launch: Sendable {
    public let person: UInt32
    public let installedAt: Instant
    /// What the app tells; `nil` where phones are known by what they are.
    public let signals: DeviceSignals?
    /// Whether the match was lost on the way to the app.
    public let isLost: Bool
    public let credit: CreditStory
  }
}
