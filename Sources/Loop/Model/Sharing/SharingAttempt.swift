public import Invites
public import Vocabulary

/// The result of an attempt to share.
public struct SharingAttempt: Hashable, Sendable, BitwiseCopyable {
  public enum Ending: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    /// The share sheet, or the compose sheet of Messages, reported a share.
    case completed
    /// The link was copied by the Copy button.
    case copied
    /// A sheet was shown and cancelled.
    case cancelled
    /// The member left the flow before a sheet was shown.
    case gaveUp
    /// Creating the link failed, and was not retried.
    case linkFailed
    /// There was no network, and no creation is queued.
    case offline
    /// The creation waited for the network, and the member did not continue.
    case queued
    /// A limit refused it: see `refusal`.
    case refused
    /// The profile does not offer the entry point: see `rule`.
    case notOffered
  }

  /// The steps that an attempt reached.
  public struct Steps: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// The number of steps.
    public static let count = 15

    public static let opened = Steps(rawValue: 1)
    /// The explainer for the address book was shown.
    public static let explained = Steps(rawValue: 1 << 1)
    /// The system asked for access to the address book.
    public static let asked = Steps(rawValue: 1 << 2)
    /// At least one contact was picked, and the message was opened.
    public static let picked = Steps(rawValue: 1 << 3)
    /// A link was ready, new or reused.
    public static let linkReady = Steps(rawValue: 1 << 4)
    public static let linkFailed = Steps(rawValue: 1 << 5)
    /// The flow reported that the phone was offline.
    public static let offline = Steps(rawValue: 1 << 6)
    /// The creation waited for the network.
    public static let queued = Steps(rawValue: 1 << 7)
    /// The link was ready later than promised, after the network came back.
    public static let late = Steps(rawValue: 1 << 8)
    public static let sheetOpened = Steps(rawValue: 1 << 9)
    public static let sheetCancelled = Steps(rawValue: 1 << 10)
    public static let completed = Steps(rawValue: 1 << 11)
    public static let copied = Steps(rawValue: 1 << 12)
    /// The user was warned of many recipients.
    public static let warned = Steps(rawValue: 1 << 13)
    /// The member tapped Invite More on the screen that confirms a share.
    public static let askedForMore = Steps(rawValue: 1 << 14)
  }

  public internal(set) var ending = Ending.gaveUp
  public internal(set) var steps: Steps = []
  /// The channel that the policy reports; `nil` without a share, or without a report by the system.
  public internal(set) var channel: ReportedChannel?
  /// The true target of the share, `copy` also for the Copy button; `nil` without a share.
  public internal(set) var target: ShareTarget?
  /// Whether a message really reached a recipient.
  public internal(set) var wasSent = false
  /// The number of recipients of the message; 0 without one.
  public internal(set) var recipients = 0
  /// The number of contacts picked in the app, and of those that are recipients.
  public internal(set) var selected = 0
  public internal(set) var selectedReached = 0
  /// The number of contacts passed over because they were invited too recently.
  public internal(set) var passedOver = 0
  /// The number of created links, and of requests for them with repetitions.
  public internal(set) var linksCreated = 0
  public internal(set) var linkRequests = 0
  /// The number of share sheets shown.
  public internal(set) var sheets = 0
  /// The taps from the entry point to the end.
  public internal(set) var taps = TapTally()
  /// The limit that ended the attempt or the picking.
  public internal(set) var refusal: LimitRefusal?
  /// The rule that does not offer the entry point, where the ending is `notOffered`.
  public internal(set) var closedBy: RuleID?
  /// The access to the address book after the attempt.
  public internal(set) var access: ContactsAccess
  /// The time from the tap on the entry point to the end, in whole seconds; of a queued share with
  /// the time without network.
  public internal(set) var took = Interval.zero
  /// The advice on bulk picking after the attempt.
  public internal(set) var advice = BulkAdvice()
  /// The number of events sent to the flow.
  public internal(set) var events = 0

  init(access: ContactsAccess) {
    self.access = access
  }

  /// The rule that ended or limited the attempt.
  public var rule: RuleID? { closedBy ?? refusal?.rule }
}

/// The steps that an attempt had reached after each event, and the events that its flow logged;
/// recorded only for an observer.
final class StepTrace {
  private(set) var steps: [TimedStep<SharingAttempt.Steps>] = []
  private(set) var events: [TimedStep<InviteEvent>] = []

  func note(_ steps: SharingAttempt.Steps, at moment: Instant) {
    self.steps.append(TimedStep(step: steps, at: moment))
  }

  func log(_ event: InviteEvent, at moment: Instant) {
    events.append(TimedStep(step: event, at: moment))
  }
}
