public import Prompts
public import Vocabulary

/// Who is told what happens to people while a model runs.
public protocol Onlooker {
  func note(_ event: StoryEvent, of person: UInt32, at moment: Instant)
  /// Notes something that is decided in the session of `person`.
  func decide(_ event: StoryEvent, of person: UInt32, at moment: Instant)
  func begin(session number: Int, of person: UInt32, isReturn: Bool, at moment: Instant)
  /// Notes what the prompt rules are told.
  func hear(_ event: PromptEvent, of person: UInt32, at moment: Instant)
  /// Notes what the prompt rules decided.
  func hear(_ decision: PromptDecision, of person: UInt32, at moment: Instant)
  /// Notes what became of the card that was up.
  func answer(_ answer: PromptAnswer, of person: UInt32, at moment: Instant)
  /// Notes what a link service hears of.
  func hear(_ traffic: Traffic, at moment: Instant)
}

extension Onlooker {
  public func hear(_ traffic: Traffic, at moment: Instant) {}
}
