public import Invites
public import Vocabulary

/// What came of one attempt to share.
public struct SharingAttempt: Hashable, Sendable, BitwiseCopyable {
  public enum Ending: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    /// The share sheet, or the compose sheet of Messages, reported a share.
    case completed
    /// The link was copied by the Copy button.
    case copied
    /// A sheet was up, and cancelled.
    case cancelled
    /// The flow was left before a sheet came up.
    case gaveUp
    /// The link could not be created, and was not asked for again.
    case linkFailed
    /// There was no network, and nothing waits for it.
    case offline
    /// The creation waited for the network, and nobody went on with it.
    case queued
    /// A limit stood against it: see `refusal`.
    case refused
    /// The profile has no such way into a flow: see `rule`.
    case notOffered
  }

  /// What an attempt came by on its way.
  public struct Steps: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// How many steps there are.
    public static let count = 14

    public static let opened = Steps(rawValue: 1)
    /// The explainer for the address book was shown.
    public static let explained = Steps(rawValue: 1 << 1)
    /// The system asked for the address book.
    public static let asked = Steps(rawValue: 1 << 2)
    /// At least one contact was picked, and the message gone on to.
    public static let picked = Steps(rawValue: 1 << 3)
    /// There was a link, new or from before.
    public static let linkReady = Steps(rawValue: 1 << 4)
    public static let linkFailed = Steps(rawValue: 1 << 5)
    /// The phone was offline when it mattered.
    public static let offline = Steps(rawValue: 1 << 6)
    /// The creation waited for the network.
    public static let queued = Steps(rawValue: 1 << 7)
    /// The network came back, and the link was there later than promised.
    public static let late = Steps(rawValue: 1 << 8)
    public static let sheetOpened = Steps(rawValue: 1 << 9)
    public static let sheetCancelled = Steps(rawValue: 1 << 10)
    public static let completed = Steps(rawValue: 1 << 11)
    public static let copied = Steps(rawValue: 1 << 12)
    /// The user was warned of many recipients.
    public static let warned = Steps(rawValue: 1 << 13)
  }

  public internal(set) var ending = Ending.gaveUp
  public internal(set) var steps: Steps = []
  /// The channel that the policy reports; `nil` without a share, or where the system did not say.
  public internal(set) var channel: ReportedChannel?
  /// Where the share really went, `copy` also by the Copy button; `nil` without a share.
  public internal(set) var target: ShareTarget?
  /// Whether a message really went to somebody.
  public internal(set) var wasSent = false
  /// How many people the message went to; 0 if nothing was sent.
  public internal(set) var recipients = 0
  /// How many contacts were picked in the app, and how many of these are among the recipients.
  public internal(set) var selected = 0
  public internal(set) var selectedReached = 0
  /// How many contacts came to mind and were passed over, since they were invited too lately.
  public internal(set) var passedOver = 0
  /// The links that were created, and the requests that it took, repeated ones among them.
  public internal(set) var linksCreated = 0
  public internal(set) var linkRequests = 0
  /// How often a share sheet came up.
  public internal(set) var sheets = 0
  /// What the fingers did, from the entry point to the end.
  public internal(set) var taps = TapTally()
  /// The limit that spoke, be it that the attempt ended there or that no more could be picked.
  public internal(set) var refusal: LimitRefusal?
  /// The rule that kept the way closed, where the ending is `notOffered`.
  public internal(set) var closedBy: RuleID?
  /// How far the address book may be read after the attempt.
  public internal(set) var access: ContactsAccess
  /// From the tap on the entry point to the end, in whole seconds; of a queued share this includes
  /// the time without network.
  public internal(set) var took = Interval.zero
  /// Where the attempt left the advice on picking many.
  public internal(set) var advice = BulkAdvice()
  /// The events that the flow was told.
  public internal(set) var events = 0

  init(access: ContactsAccess) {
    self.access = access
  }

  /// The rule that ended the attempt, or limited it.
  public var rule: RuleID? { closedBy ?? refusal?.rule }
}
