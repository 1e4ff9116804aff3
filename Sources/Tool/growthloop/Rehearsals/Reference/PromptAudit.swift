import GrowthloopModel
import Prompts
import Vocabulary

/// A comparison of every prompt decision with the reference policy.
struct PromptAudit {
  private let reference: PromptPolicy
  private var pasts: [UInt32: PromptPast] = [:]
  private var stories: [UInt32: [String]] = [:]
  private(set) var reconciliation = Reconciliation()

  init(_ policies: ReferencePolicies) {
    reference = policies.prompts
  }

  mutating func begin(of person: UInt32, at moment: Instant) {
    pasts[person, default: PromptPast()].begin(at: moment, under: reference)
  }

  mutating func observe(_ event: PromptEvent, of person: UInt32, at moment: Instant) {
    pasts[person, default: PromptPast()].observe(event, at: moment, under: reference)
    switch event {
    case .contactsCounted(let count): tell("has \(count) contacts", of: person, at: moment)
    case .shared: tell("shares", of: person, at: moment)
    case .copied: tell("copies the link", of: person, at: moment)
    case .sessionBegan, .dismissed, .tapped, .coreFlowBegan, .coreFlowEnded,
      .sectionsAbove:
      break
    }
  }

  mutating func answer(_ answer: PromptAnswer, of person: UInt32, at moment: Instant) {
    guard answer != .ignored else { return }
    pasts[person, default: PromptPast()].answer(answer == .dismissed, at: moment)
    tell("the card is \(answer.rawValue)", of: person, at: moment)
  }

  mutating func observe(_ decision: PromptDecision, of person: UInt32, at moment: Instant) {
    let past = pasts[person, default: PromptPast()]
    var expectedObjections = past.objections(to: decision.trigger, at: moment, under: reference)
    if reference.maxPerWeek != nil, reference.calendar.week == .calendarWeek {
      // The documents define no calendar week.
      expectedObjections.remove(.weeklyCap)
      if decision.suppressions.contains(.weeklyCap) { expectedObjections.insert(.weeklyCap) }
    }
    let count = past.shown.count
    tell(
      "\(decision.trigger.rawValue): \(words(decision.suppressions, after: count))", of: person,
      at: moment)
    let disputed = PromptSuppression.allCases.filter {
      expectedObjections.contains($0) != decision.suppressions.contains($0)
    }
    let story = disputed.isEmpty ? [] : stories[person] ?? []
    reconciliation.compare(
      .promisedPrompts, of: person, .promise, words(expectedObjections, after: count), .simulator,
      words(decision.suppressions, after: count),
      rules: disputed.map { "\($0.rule(in: reference.document))" }, story: story)
    pasts[person, default: PromptPast()].meet(
      decision.trigger, isShown: decision.isShown, at: moment, under: reference)
  }

  private func words(_ objections: PromptSuppression.Set, after count: Int) -> String {
    guard !objections.isEmpty else { return "prompt \(count + 1) is shown" }
    let reasons = objections.members.map { "\($0.rawValue) (\($0.rule(in: reference.document)))" }
    return "no prompt: \(reasons.joined(separator: ", "))"
  }

  private mutating func tell(_ what: String, of person: UInt32, at moment: Instant) {
    stories[person, default: []].append("\(moment.iso8601) person \(person): \(what)")
  }
}
