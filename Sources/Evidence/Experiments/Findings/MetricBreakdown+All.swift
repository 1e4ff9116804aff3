import GrowthModel
import Invites
import Prompts
package import Runs
import Vocabulary

extension MetricBreakdown {
  /// All breakdowns, in the order of the loop.
  package static let all = [
    arrivals, funnel, entryPoints, triggers, suppressions, channels, dashboardChannels, judgement,
  ]

  private static let arrivals = MetricBreakdown(
    "arrivals", "Arrivals without an invite",
    ["arrivals", "attempted", "newcomers", "found no one"],
    ["organic", "crowd"].map { kind in
      (kind, ["attempted", "newcomers", "unanswered"].map { "arrivals.\(kind).\($0)" })
    },
    note: "An attempt finds no one once all people whose phone runs the app are members.")

  private static let funnel = MetricBreakdown(
    "funnel", "From the entry point to first value (P-DSH-01), each stage counted for itself",
    ["stage", "times", "share that gets there"],
    [
      ("entry point tapped", ["flow.opened"]),
      ("share sheet opened", ["flow.sheets"]),
      ("invite sent, by recipient", ["sends.recipients"]),
      ("link opened", ["taps.all", "conversion.tapped"]),
      ("app launched after an invite", ["members.invited", "conversion.launched"]),
      ("onboarding completed", ["members.invitedHome", "onboarding.invitedCompletion"]),
      ("first value reached", ["firstValue.invited", "firstValue.invitedReached"]),
    ])

  private static let reach = ["recipients", "tapped", "launched", "home"]

  private static func reach(_ key: String) -> [String] {
    ["invites", "tapped", "launched", "home"].map { "\(key).\($0)" }
  }

  private static let sameChance =
    "share one tap probability in this model; differences here are chance and selection."

  private static let entryPoints = MetricBreakdown(
    "entry-points", "By the way to the invite (P-DSH-03)",
    ["way", "opened", "ended in an invite"] + reach,
    Origin.Way.allCases.map { way in
      let own = way == .elsewhere ? ["", ""] : ["way.\(way).opened", "way.\(way).completion"]
      return ("\(way)", own + reach("way.\(way)"))
    },
    note: "All ways \(sameChance)")

  private static let triggers = MetricBreakdown(
    "triggers", "By the trigger of the prompt (P-DSH-03)",
    ["trigger", "moments", "shown", "prompt tapped", "ended in an invite"] + reach,
    PromptTrigger.allCases.map(\.rawValue).map { trigger in
      let prompts = ["prompts.met.\(trigger)", "prompts.shown.\(trigger)"]
      let answers = ["trigger.\(trigger).taken", "trigger.\(trigger).completion"]
      return (trigger, prompts + answers + reach("trigger.\(trigger)"))
    },
    note: "All triggers \(sameChance)")

  private static let suppressions = MetricBreakdown(
    "suppressions", "Prompts that were held back; one may be for several reasons",
    ["reason", "moments"],
    PromptSuppression.allCases.map { ($0.rawValue, ["prompts.suppressed.\($0.rawValue)"]) })

  private static let channels = MetricBreakdown(
    "channels", "By the channel of the invite", ["channel"] + reach,
    (ShareTarget.allCases.map(\.rawValue) + ["untold"]).map { ($0, reach("channel.\($0)")) },
    note: "All channels \(sameChance)")

  private static let dashboardChannels = MetricBreakdown(
    "dashboard", "The dashboard of channels (P-DSH-02, P-DSH-07)", ["channel"] + reach,
    DashboardChannel.allCases.map { ($0.rawValue, reach("dashboard.\($0.rawValue)")) },
    note: "All channels \(sameChance)")

  private static let judgement = MetricBreakdown(
    "judgement", "Targets of the product, judged eight weeks after the start (P-MET-06)",
    ["metric", "after 8 weeks", "at the end"],
    Metric.all.filter { $0.answers.contains("P-MET-06") }.map { metric in
      let key = String(metric.key.dropFirst("week8.".count))
      return (Metric.named(key)?.name ?? key, [metric.key, key])
    })
}
