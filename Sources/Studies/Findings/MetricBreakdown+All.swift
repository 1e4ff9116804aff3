import Attribution
package import GrowthloopModel
import Invites
import Prompts
package import GrowthloopFindings
import Statistics
import Vocabulary

extension MetricBreakdown {
  /// Returns the breakdowns of every product, in the order of the loop.
  ///
  /// The notes below them say what sets the recipients' answers apart.
  package static func all(_ recipients: Recipients) -> [MetricBreakdown] {
    [
      arrivals, funnel(recipients), entryPoints(recipients), triggers(recipients), suppressions,
      channels(recipients), dashboardChannels(recipients), surfaces, waves, recruits,
    ]
  }

  private static let arrivals = MetricBreakdown(
    "arrivals", "Arrivals without an invite",
    ["arrivals", "attempted", "newcomers", "found no one"],
    ["organic", "crowd"].map { kind in
      (kind, ["attempted", "newcomers", "unanswered"].map { "arrivals.\(kind).\($0)" })
    },
    note: "An attempt finds no one once all people whose phone runs the app are members.")

  private static func funnel(_ recipients: Recipients) -> MetricBreakdown {
    MetricBreakdown(
      "funnel", "From the entry point to first value, each stage counted for itself",
      ["stage", "times", "share that gets there"],
      [
        ("entry point tapped", ["flow.opened"]),
        ("share sheet opened", ["flow.sheets"]),
        ("invite sent, by recipient", ["sends.recipients"]),
        ("link opened", ["taps.all", "conversion.tapped"]),
        ("app launched after an invite", ["members.invited", "conversion.launched"]),
        ("onboarding completed", ["members.invitedHome", "onboarding.invitedCompletion"]),
        ("first value reached", ["firstValue.invited", "firstValue.invitedReached"]),
      ],
      note: likeness(recipients))
  }

  /// How alike the invites of one person are, where inviters differ.
  private static func likeness(_ recipients: Recipients) -> String? {
    guard recipients.inviterSpread > 0 else { return nil }
    let (tap, install) = (recipients.spreadTap.likeness, recipients.spreadInstall.likeness)
    return
      "The invites of one person are alike (recipients.inviterSpread): the intraclass correlation "
      + "is \(NumberText.decimal(tap, 3)) of taps and \(NumberText.decimal(install, 3)) of installs."
  }

  private static let reach = ["recipients", "tapped", "launched", "home"]

  private static func reach(_ key: String) -> [String] {
    ["invites", "tapped", "launched", "home"].map { "\(key).\($0)" }
  }

  private static func chances(_ what: String, by key: String, _ differ: Bool) -> String {
    differ
      ? "Their chances of a tap differ by recipients.\(key); what is beyond that is chance and selection."
      : "\(what) share one tap probability in this scenario; differences here are chance and selection."
  }

  private static func entryPoints(_ recipients: Recipients) -> MetricBreakdown {
    MetricBreakdown(
      "entry-points", "By the way to the invite",
      ["way", "opened", "ended in an invite"] + reach,
      Origin.Way.allCases.map { way in
        let own = way == .elsewhere ? ["", ""] : ["way.\(way).opened", "way.\(way).completion"]
        return ("\(way)", own + reach("way.\(way)"))
      },
      note: chances("All ways", by: "byNameOdds", recipients.byNameOdds != 1))
  }

  private static func triggers(_ recipients: Recipients) -> MetricBreakdown {
    MetricBreakdown(
      "triggers", "By the trigger of the prompt",
      ["trigger", "moments", "shown", "prompt tapped", "ended in an invite"] + reach,
      PromptTrigger.allCases.map(\.rawValue).map { trigger in
        let prompts = ["prompts.met.\(trigger)", "prompts.shown.\(trigger)"]
        let answers = ["trigger.\(trigger).taken", "trigger.\(trigger).completion"]
        return (trigger, prompts + answers + reach("trigger.\(trigger)"))
      },
      note: chances("All triggers", by: "triggerOdds", recipients.triggerOdds != Odds()))
  }

  private static let suppressions = MetricBreakdown(
    "suppressions", "Prompts that were held back; one may be for several reasons",
    ["reason", "moments"],
    PromptSuppression.allCases.map { ($0.rawValue, ["prompts.suppressed.\($0.rawValue)"]) })

  private static func channels(_ recipients: Recipients) -> MetricBreakdown {
    MetricBreakdown(
      "channels", "By the channel of the invite", ["channel"] + reach,
      (ShareTarget.allCases.map(\.rawValue) + ["untold"]).map { ($0, reach("channel.\($0)")) },
      note: chances("All channels", by: "channelOdds", recipients.channelOdds != Odds()))
  }

  private static func dashboardChannels(_ recipients: Recipients) -> MetricBreakdown {
    MetricBreakdown(
      "dashboard", "The dashboard of channels", ["channel"] + reach,
      DashboardChannel.allCases.map { ($0.rawValue, reach("dashboard.\($0.rawValue)")) },
      note: chances("All channels", by: "channelOdds", recipients.channelOdds != Odds()))
  }

  private static let surfaces = MetricBreakdown(
    "surfaces", "What a tap on a link opens first", ["first surface", "taps"],
    ReceiptSurface.allCases.map { ($0.rawValue, ["surface.\($0.rawValue)"]) },
    note: "Which page a newcomer meets changes no chance in the model: the chance of an install "
      + "(recipients.install) stands for it.")

  private static let waves = MetricBreakdown(
    "waves", "Members by the invites in a row that led to them", ["invites in a row", "members"],
    rows(of: "wave", upTo: Metric.lastWave),
    note: "No invite led to those of the start, nor to newcomers without credit.")

  private static let recruits = MetricBreakdown(
    "recruits", "Members by the newcomers whom they brought", ["newcomers", "members"],
    rows(of: "recruits", upTo: Metric.lastRecruits))

  private static func rows(of key: String, upTo last: Int) -> [(String, [String])] {
    (0...last).map { ($0 == last ? "\($0) or more" : "\($0)", ["\(key).\($0)"]) }
  }

  /// The goals that the product document sets for Rin; another product has its own.
  static let judgement = MetricBreakdown(
    "judgement", "Targets of the product, judged eight weeks after the start",
    ["metric", "after 8 weeks", "at the end"],
    Metric.all.filter { $0.answers.contains("P-MET-06") }.map { metric in
      let key = String(metric.key.dropFirst("week8.".count))
      return (Metric.named(key)?.name ?? key, [metric.key, key])
    })
}
