import GrowthloopModel
import Prompts
import Vocabulary

extension Metric {
  /// The prompts that appeared, and their results.
  static let prompts: [Metric] = [
    .count(
      "prompts.met", "Moments for a prompt", "moments",
      "Moments at which a trigger of the policy met the prompt rules.", "KPI-06"
    ) { $0.promptsMet },
    .count("prompts.shown", "Prompts shown", "prompts", "Prompts that appeared.", "KPI-06") {
      $0.promptsShown
    },
    .share(
      "prompts.shownShare", "Moments that show a prompt", "of moments",
      "The share of moments at which the prompt appeared.", "KPI-06"
    ) { ($0.promptsShown, $0.promptsMet) },
    .ratio(
      "prompts.perActiveMonth", "Prompts a member sees a month",
      "prompts per active member and month",
      "Prompts that appeared per active member and month, over all months of 30 days.",
      "KPI-06"
    ) { ($0.promptsShown, $0.memberMonths) },
    .share(
      "prompts.tapShare", "Prompts tapped", "of prompts shown",
      "The share of prompts that were tapped.", "KPI-06"
    ) { ($0.tally.prompts.tapped.reduce(0, +), $0.promptsShown) },
    .share(
      "prompts.dismissShare", "Prompts dismissed", "of prompts shown",
      "Dismissals of a prompt, per prompt that appeared.", "KPI-06"
    ) { ($0.tally.prompts.dismissed.reduce(0, +), $0.promptsShown) },
    .ratio(
      "prompts.ignoredPerShown", "Visits past a prompt", "visits per prompt shown",
      "Sessions that left a prompt as it was, neither tapped nor dismissed, per prompt that "
        + "appeared.",
      "KPI-06"
    ) { ($0.tally.prompts.ignored, $0.promptsShown) },
  ]

  /// Prompts by their trigger, and by the reason that withheld them.
  static let promptsByKind: [Metric] =
    PromptTrigger.allCases.flatMap { trigger in
      let place = Int(trigger.ordinal)
      return [
        Metric.count(
          "prompts.met.\(trigger.rawValue)", "Met at \(trigger.rawValue)", "moments",
          "Moments at which \(trigger.rawValue) met the prompt rules.", "P-DSH-03"
        ) { $0.tally.prompts.met[place] },
        Metric.count(
          "prompts.shown.\(trigger.rawValue)", "Shown at \(trigger.rawValue)", "prompts",
          "Prompts that appeared at \(trigger.rawValue).", "P-DSH-03"
        ) { $0.tally.prompts.shown[place] },
      ]
    }
    + PromptSuppression.allCases.map { reason in
      let place = Int(reason.ordinal)
      return Metric.count(
        "prompts.suppressed.\(reason.rawValue)", "Held back by \(reason.rawValue)", "moments",
        "Moments at which \(reason.rawValue) withheld a prompt; a prompt held back for "
          + "several reasons counts for each.", "KPI-06"
      ) { $0.tally.prompts.suppressed[place] }
    }
}
