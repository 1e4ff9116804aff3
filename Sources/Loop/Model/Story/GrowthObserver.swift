public import Prompts
public import Vocabulary

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
