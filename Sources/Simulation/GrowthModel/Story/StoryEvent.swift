public import Attribution
public import Invites
public import Onboarding
public import Prompts
public import Vocabulary

/// Something that happened to somebody, as their story has it; other people are numbers of the market.
public enum StoryEvent: Sendable {
  /// They were a member before the first day.
  case wasThere
  /// An invite of `from` reached them.
  case received(from: UInt32, origin: Origin)
  /// They tapped a link of `from`.
  case tapped(from: UInt32, ReceiptDecision)
  /// They opened the app for the first time, since an invite of `cause` led to it or of themselves.
  case arrived(cause: UInt32?)
  case credit(CreditStory)
  case firstRun(FirstRunStory)
  /// They and the other were to be connected.
  case connection(with: UInt32, ConnectionDecision)
  case reachedHome
  /// A session in which something was decided, or that news brought about; its number is from 1, and
  /// so many quiet ones went before.
  case session(number: Int, quietBefore: Int, isReturn: Bool)
  /// The prompt rules decided, after the first `heard` happenings of their log.
  case prompt(PromptDecision, heard: Int)
  case answered(PromptAnswer)
  case shared(SharingStory)
  /// They sent an invite to `to`, who will tap it at that moment, or never.
  case invited(to: UInt32, origin: Origin, tapsAt: Instant?)
  /// An invite of theirs was tapped.
  case inviteTapped(by: UInt32, ReceiptDecision)
  /// Someone joined whom they are credited with, or whom an invite of theirs really brought.
  case joined(UInt32, isCredited: Bool, isCaused: Bool)
  /// They were to hear of someone who came so far.
  case news(of: UInt32, JoinMilestone, NotificationDecision)
  case deletedAccount
  /// They stopped using the app.
  case left
}

/// What somebody did with the card that was up.
public enum PromptAnswer: String, CaseIterable, Sendable {
  case tapped, dismissed, ignored
}

/// A decision about credit, and everything that it was made from.
public struct CreditStory: Sendable {
  public let decision: CreditDecision
  /// The clicks that matching took for theirs.
  public let clicks: [Click]
  public let passedOver: [AttributionPolicy.Verdict]
  /// The rule by which a link of theirs had brought all whom it may; its clicks are none.
  public let usedUp: RuleID?
  /// Whose invite led to the install.
  public let cause: UInt32?
  public let credited: UInt32?
  /// Whether clicks of several inviters may compete.
  public let isConflict: Bool

  public var verdict: CreditVerdict { CreditVerdict(cause: cause, credited: credited) }

  /// The rule that decided.
  public var rule: RuleID {
    decision.outcome == .none ? usedUp ?? decision.rule : decision.rule
  }
}

/// A first run, with the moments of its screens.
public struct FirstRunStory: Sendable {
  public let walk: FirstRunWalk
  public let screens: [Mark<JourneyScreen>]

  /// The screen at which they left before home; `nil` if they came there.
  public var leftAt: JourneyScreen? {
    walk.completedAfter == nil ? walk.lastScreen : nil
  }
}

/// An attempt to share, with the moments of what it came by.
public struct SharingStory: Sendable {
  public let entry: FlowPolicy.EntryPoint
  public let attempt: SharingAttempt
  public let steps: [Mark<SharingAttempt.Steps>]
}
