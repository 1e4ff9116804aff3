import GrowthloopModel
import Prompts
import Vocabulary

/// Hands what happens in a run to closures, each of which may be left out.
final class Witness: GrowthObserver {
  var noted: (StoryEvent, UInt32, Instant) -> Void = { _, _, _ in }
  var began: (UInt32, Instant) -> Void = { _, _ in }
  var heard: (ServiceEvent, Instant) -> Void = { _, _ in }
  var counted: (Int, UInt32) -> Void = { _, _ in }

  /// Runs `plan` to its end under the eyes of the witness, and returns what was counted.
  func follow(_ plan: GrowthPlan, seed: UInt64) throws -> Tally {
    var run = try GrowthRun(plan, seed: seed, observer: self)
    run.run()
    return run.tally
  }

  func note(_ event: StoryEvent, of person: UInt32, at moment: Instant) {
    noted(event, person, moment)
  }
  func decide(_ event: StoryEvent, of person: UInt32, at moment: Instant) {
    noted(event, person, moment)
  }
  func begin(session number: Int, of person: UInt32, isReturn: Bool, at moment: Instant) {
    began(person, moment)
  }
  func observe(_ event: PromptEvent, of person: UInt32, at moment: Instant) {
    if case .contactsCounted(let count) = event { counted(count, person) }
  }
  func observe(_ decision: PromptDecision, of person: UInt32, at moment: Instant) {
    noted(.prompt(decision, heard: 0), person, moment)
  }
  func answer(_ answer: PromptAnswer, of person: UInt32, at moment: Instant) {
    noted(.answered(answer), person, moment)
  }
  func observe(_ event: ServiceEvent, at moment: Instant) { heard(event, moment) }
}
