public import Prompts
public import Vocabulary

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
