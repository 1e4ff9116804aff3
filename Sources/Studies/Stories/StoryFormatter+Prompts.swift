import GrowthloopFindings
import GrowthloopModel
import Prompts
import Vocabulary

extension StoryFormatter {
  func prompt(_ decision: PromptDecision, heard: Int, at moment: Instant) -> Telling {
    guard !decision.isShown else {
      return Telling(
        "shown", decision.trigger.rawValue, rule: decision.rule,
        text: "\(decision.trigger): the prompt is shown, number \(decision.number)")
    }
    var notes = decision.because.map { reason in
      StoryLine.Note(
        "\(reason.suppression) (\(reason.rule))"
          + (reason.until.map { " until \(clock.text($0))" } ?? ""),
        reason: reason.suppression.rawValue, rule: reason.rule, until: reason.until)
    }
    notes.append(
      decision.eligibleAt.map {
        StoryLine.Note("with time alone it would be eligible on \(clock.text($0))", until: $0)
      } ?? StoryLine.Note("with time alone it would never be eligible"))
    if let prompts {
      notes += words(
        PromptRelief(
          of: decision, at: moment, zone: zone, heard: heard, in: prompts, under: profile))
    }
    return Telling(
      "suppressed", decision.trigger.rawValue,
      text: "\(decision.trigger): the prompt is withheld, "
        + decision.because.map(\.suppression.rawValue).joined(separator: ", "), notes: notes)
  }

  private func words(_ relief: PromptRelief) -> [StoryLine.Note] {
    func text(_ changes: [PromptRelief.Change], _ conjunction: String) -> String {
      changes.map { "\($0.setting)=\($0.to)" }.joined(separator: conjunction)
    }
    if !relief.single.isEmpty {
      return [
        StoryLine.Note(
          "one change would have let it through: \(text(relief.single, ", or "))",
          changes: relief.single)
      ]
    }
    if relief.together.isEmpty {
      return [StoryLine.Note("no change of prompt settings would have let it through")]
    }
    return [
      StoryLine.Note(
        "no single change would have let it through, but together: "
          + text(relief.together, " "), changes: relief.together)
    ]
  }
}
