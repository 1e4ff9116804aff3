import GrowthModel
import Prompts
import Vocabulary

/// Holds every decision about a prompt against what was promised, counted from what people met before.
struct PromptAudit {
  private let promised: PromptPolicy
  private var pasts: [UInt32: PromptPast] = [:]
  private var stories: [UInt32: [String]] = [:]
  private(set) var reconciliation = Reconciliation()

  init(_ promises: Promises) {
    promised = promises.prompts
  }

  mutating func begin(of person: UInt32, at moment: Instant) {
    pasts[person, default: PromptPast()].begin(at: moment, under: promised)
  }

  mutating func hear(_ event: PromptEvent, of person: UInt32, at moment: Instant) {
    pasts[person, default: PromptPast()].hear(event, at: moment, under: promised)
    switch event {
    case .contactsCounted(let count): tell("has \(count) contacts", of: person, at: moment)
    case .shared: tell("shares", of: person, at: moment)
    case .copied: tell("copies the link", of: person, at: moment)
    case .sessionBegan, .dismissed, .tapped, .coreFlowBegan, .coreFlowEnded: break
    }
  }

  mutating func answer(_ answer: PromptAnswer, of person: UInt32, at moment: Instant) {
    guard answer != .ignored else { return }
    pasts[person, default: PromptPast()].answer(answer == .dismissed, at: moment)
    tell("the card is \(answer.rawValue)", of: person, at: moment)
  }

  mutating func hear(_ decision: PromptDecision, of person: UInt32, at moment: Instant) {
    let past = pasts[person, default: PromptPast()]
    var promisedObjections = past.objections(to: decision.trigger, at: moment, under: promised)
    if promised.maxPerWeek != nil, promised.calendar.week == .calendarWeek {
      // What a week is somebody's own word: nothing is promised about it.
      promisedObjections.remove(.weeklyCap)
      if decision.suppressions.contains(.weeklyCap) { promisedObjections.insert(.weeklyCap) }
    }
    let count = past.shown.count
    tell(
      "\(decision.trigger.rawValue): \(words(decision.suppressions, after: count))", of: person,
      at: moment)
    let disputed = PromptSuppression.allCases.filter {
      promisedObjections.contains($0) != decision.suppressions.contains($0)
    }
    let story = disputed.isEmpty ? [] : stories[person] ?? []
    reconciliation.compare(
      .promisedPrompts, of: person, .promise, words(promisedObjections, after: count), .simulator,
      words(decision.suppressions, after: count),
      rules: disputed.map { "\($0.rule(in: promised.document))" }, story: story)
    pasts[person, default: PromptPast()].meet(
      decision.trigger, isShown: decision.isShown, at: moment, under: promised)
  }

  private func words(_ objections: PromptSuppression.Set, after count: Int) -> String {
    guard !objections.isEmpty else { return "prompt \(count + 1) is shown" }
    let reasons = objections.members.map { "\($0.rawValue) (\($0.rule(in: promised.document)))" }
    return "no prompt: \(reasons.joined(separator: ", "))"
  }

  private mutating func tell(_ what: String, of person: UInt32, at moment: Instant) {
    stories[person, default: []].append("\(moment.iso8601) person \(person): \(what)")
  }
}
