public import Attribution
public import Invites
public import Onboarding
public import Prompts
public import Vocabulary

/// An event in the story of a person; other people are numbers of the market.
public enum StoryEvent: Sendable {
  /// The person was a member before the first day: since that launch, with that history, where the
  /// past was lived.
  case wasThere(since: Instant?, PromptHistory)
  /// The person received an invite of `from`.
  case received(from: UInt32, origin: Origin)
  /// The person tapped a link of `from`.
  case tapped(from: UInt32, ReceiptDecision)
  /// The person launched the app for the first time, caused by an invite of `cause` or organically.
  case arrived(cause: UInt32?)
  case credit(CreditStory)
  case firstRun(FirstRunStory)
  /// The connection policy decided on the person and the other.
  case connection(with: UInt32, ConnectionDecision)
  case reachedHome
  /// A session with a decision or caused by a notification; its number is from 1, and `quietBefore`
  /// sessions without a decision preceded it.
  case session(number: Int, quietBefore: Int, isReturn: Bool)
  /// The prompt rules decided, after the first `heard` entries of their log.
  case prompt(PromptDecision, heard: Int)
  case answered(PromptAnswer)
  case shared(SharingStory)
  /// The person sent an invite to `to`, who taps it at that moment, or never.
  case invited(to: UInt32, origin: Origin, tapsAt: Instant?)
  /// The person's invite was tapped.
  case inviteTapped(by: UInt32, ReceiptDecision)
  /// A newcomer launched the app who is credited to the person, or whom an invite of the person
  /// caused.
  case joined(UInt32, isCredited: Bool, isCaused: Bool)
  /// The notification policy decided on a milestone of the person's invitee.
  case news(of: UInt32, JoinMilestone, NotificationDecision)
  case deletedAccount
  /// The person stopped using the app.
  case left
}

/// The answer of a member to a visible card.
public enum PromptAnswer: String, CaseIterable, Sendable {
  case tapped, dismissed, ignored
}

/// A credit decision with its inputs.
public struct CreditStory: Sendable {
  public let decision: CreditDecision
  /// The clicks that matching attributed to the person.
  public let clicks: [Click]
  public let passedOver: [AttributionPolicy.Verdict]
  /// The rule by which a link without acceptances left was excluded, with its clicks.
  public let usedUp: RuleID?
  /// The sender of the invite that caused the install.
  public let cause: UInt32?
  public let credited: UInt32?
  /// Whether clicks of several inviters compete.
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
  public let screens: [TimedStep<JourneyScreen>]
  /// The events that the journey reported.
  public let events: [TimedStep<JourneyEvent>]

  /// The screen at which the person left before home; `nil` if the person reached home.
  public var leftAt: JourneyScreen? {
    walk.completedAfter == nil ? walk.lastScreen : nil
  }
}

/// An attempt to share, with the moments of its steps.
public struct SharingStory: Sendable {
  public let entry: FlowPolicy.EntryPoint
  public let attempt: SharingAttempt
  public let steps: [TimedStep<SharingAttempt.Steps>]
  /// The events that the flow logged.
  public let events: [TimedStep<InviteEvent>]
}

/// A step, and the moment at which it was reached.
public struct TimedStep<Step: Sendable>: Sendable {
  public let step: Step
  public let at: Instant
}

extension StoryEvent {
  /// The rules that applied; the deciding one comes first.
  public var rules: [RuleID] {
    switch self {
    case .tapped(_, let received), .inviteTapped(_, let received): [received.rule]
    case .credit(let credit): [credit.rule] + credit.passedOver.map(\.rule)
    case .connection(_, let decision): [decision.rule]
    case .news(_, _, let decision): [decision.rule]
    case .prompt(let decision, _):
      decision.isShown ? [decision.rule] : decision.because.map(\.rule)
    case .shared(let story): story.attempt.rule.map { [$0] } ?? []
    case .wasThere, .received, .arrived, .firstRun, .reachedHome, .session, .answered, .invited,
      .joined, .deletedAccount, .left:
      []
    }
  }
}

/// An observer of the events of a running model.
///
/// Observation does not change the run. An observer implements what it needs; the rest does nothing.
public protocol GrowthObserver {
  func note(_ event: StoryEvent, of person: UInt32, at moment: Instant)
  /// Records an event that was decided in the session of `person`.
  func decide(_ event: StoryEvent, of person: UInt32, at moment: Instant)
  func begin(session number: Int, of person: UInt32, isReturn: Bool, at moment: Instant)
  /// Receives an event that the prompt rules receive.
  func observe(_ event: PromptEvent, of person: UInt32, at moment: Instant)
  /// Receives a decision of the prompt rules.
  func observe(_ decision: PromptDecision, of person: UInt32, at moment: Instant)
  /// Receives the member's answer to the visible card.
  func answer(_ answer: PromptAnswer, of person: UInt32, at moment: Instant)
  /// Receives an event that a link service receives.
  func observe(_ event: ServiceEvent, at moment: Instant)
  /// Receives that the push about `invitee` will bring `inviter` back at `moment`.
  func expect(returnOf inviter: UInt32, to invitee: UInt32, at moment: Instant)
}

extension GrowthObserver {
  public func note(_ event: StoryEvent, of person: UInt32, at moment: Instant) {}
  public func decide(_ event: StoryEvent, of person: UInt32, at moment: Instant) {}
  public func begin(session number: Int, of person: UInt32, isReturn: Bool, at moment: Instant) {}
  public func observe(_ event: PromptEvent, of person: UInt32, at moment: Instant) {}
  public func observe(_ decision: PromptDecision, of person: UInt32, at moment: Instant) {}
  public func answer(_ answer: PromptAnswer, of person: UInt32, at moment: Instant) {}
  public func observe(_ event: ServiceEvent, at moment: Instant) {}
  public func expect(returnOf inviter: UInt32, to invitee: UInt32, at moment: Instant) {}
}

/// Two observers of one run, which receive the same in that order.
public final class ObserverPair: GrowthObserver {
  private let first: any GrowthObserver
  private let second: any GrowthObserver

  public init(_ first: any GrowthObserver, _ second: any GrowthObserver) {
    self.first = first
    self.second = second
  }

  public func note(_ event: StoryEvent, of person: UInt32, at moment: Instant) {
    first.note(event, of: person, at: moment)
    second.note(event, of: person, at: moment)
  }

  public func decide(_ event: StoryEvent, of person: UInt32, at moment: Instant) {
    first.decide(event, of: person, at: moment)
    second.decide(event, of: person, at: moment)
  }

  public func begin(session number: Int, of person: UInt32, isReturn: Bool, at moment: Instant) {
    first.begin(session: number, of: person, isReturn: isReturn, at: moment)
    second.begin(session: number, of: person, isReturn: isReturn, at: moment)
  }

  public func observe(_ event: PromptEvent, of person: UInt32, at moment: Instant) {
    first.observe(event, of: person, at: moment)
    second.observe(event, of: person, at: moment)
  }

  public func observe(_ decision: PromptDecision, of person: UInt32, at moment: Instant) {
    first.observe(decision, of: person, at: moment)
    second.observe(decision, of: person, at: moment)
  }

  public func answer(_ answer: PromptAnswer, of person: UInt32, at moment: Instant) {
    first.answer(answer, of: person, at: moment)
    second.answer(answer, of: person, at: moment)
  }

  public func observe(_ event: ServiceEvent, at moment: Instant) {
    first.observe(event, at: moment)
    second.observe(event, at: moment)
  }

  public func expect(returnOf inviter: UInt32, to invitee: UInt32, at moment: Instant) {
    first.expect(returnOf: inviter, to: invitee, at: moment)
    second.expect(returnOf: inviter, to: invitee, at: moment)
  }
}
