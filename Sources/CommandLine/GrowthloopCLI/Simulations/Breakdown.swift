import Experiments
import GrowthModel
import Invites
import Prompts
import Statistics
import Vocabulary

/// Metrics side by side: a row for each kind of something, a column for each measure.
struct Breakdown: Encodable {
  /// Short and lasting: what a report calls it.
  let id: String
  let title: String
  let header: [String]
  let rows: [Line]
  /// What has to be known to read it.
  let note: String?

  struct Line: Encodable {
    let name: String
    /// Keys of metrics; the first says whether there is anything to tell.
    let keys: [String]
  }

  /// All of them, in the order of the loop.
  static let all = [
    arrivals, funnel, entryPoints, triggers, suppressions, channels, dashboardChannels, judgement,
  ]

  private init(
    _ id: String, _ title: String, _ header: [String], _ rows: [(name: String, keys: [String])],
    note: String? = nil
  ) {
    self.id = id
    self.title = title
    self.header = header
    self.note = note
    self.rows = rows.map { Line(name: $0.name, keys: $0.keys) }
  }

  private static let arrivals = Breakdown(
    "arrivals", "Arrivals without an invite",
    ["arrivals", "attempted", "newcomers", "found no one"],
    ["organic", "crowd"].map { kind in
      (kind, ["attempted", "newcomers", "unanswered"].map { "arrivals.\(kind).\($0)" })
    },
    note: "An attempt finds no one once all people whose phone runs the app are members.")

  private static let funnel = Breakdown(
    "funnel", "From the entry point to first value (P-DSH-01), each stage counted for itself",
    ["stage", "times", "of the stages before"],
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

  private static let entryPoints = Breakdown(
    "entry-points", "By the way to the invite (P-DSH-03)",
    ["way", "opened", "ended in an invite"] + reach,
    Origin.Way.allCases.map { way in
      let own = way == .elsewhere ? ["", ""] : ["way.\(way).opened", "way.\(way).completion"]
      return ("\(way)", own + reach("way.\(way)"))
    },
    note: "All ways \(sameChance)")

  private static let triggers = Breakdown(
    "triggers", "By the trigger of the prompt (P-DSH-03)",
    ["trigger", "moments", "shown", "prompt tapped", "ended in an invite"] + reach,
    PromptTrigger.allCases.map(\.rawValue).map { trigger in
      let prompts = ["prompts.met.\(trigger)", "prompts.shown.\(trigger)"]
      let answers = ["trigger.\(trigger).taken", "trigger.\(trigger).completion"]
      return (trigger, prompts + answers + reach("trigger.\(trigger)"))
    },
    note: "All triggers \(sameChance)")

  private static let suppressions = Breakdown(
    "suppressions", "Prompts that were held back; one may be for several reasons",
    ["reason", "moments"],
    PromptSuppression.allCases.map { ($0.rawValue, ["prompts.suppressed.\($0.rawValue)"]) })

  private static let channels = Breakdown(
    "channels", "By the channel of the invite", ["channel"] + reach,
    (ShareTarget.allCases.map(\.rawValue) + ["untold"]).map { ($0, reach("channel.\($0)")) },
    note: "All channels \(sameChance)")

  private static let dashboardChannels = Breakdown(
    "dashboard", "The dashboard of channels (P-DSH-02, P-DSH-07)", ["channel"] + reach,
    DashboardChannel.allCases.map { ($0.rawValue, reach("dashboard.\($0.rawValue)")) },
    note: "All channels \(sameChance)")

  private static let judgement = Breakdown(
    "judgement", "Targets of the product, judged eight weeks after the start (P-MET-06)",
    ["metric", "after 8 weeks", "at the end"],
    Metric.all.filter { $0.answers.contains("P-MET-06") }.map { metric in
      let key = String(metric.key.dropFirst("week8.".count))
      return ("\(key)", [metric.key, key])
    })
}

extension Breakdown {
  /// The table of these metrics, without the rows in which nothing happened; `nil` if none is left.
  func table(of metrics: [StudyReport.Row], in replications: Int) -> ReportTable? {
    var table = ReportTable(header: header)
    for row in rows {
      let places = row.keys.map { Metric.place(of: $0) }
      guard places.contains(where: { $0.flatMap { metrics[$0].mean }.map { $0 > 0 } ?? false })
      else { continue }
      var cells = places.map { $0.map { metrics[$0].meanAndInterval(of: replications) } ?? "" }
      cells += [String](repeating: "", count: header.count - 1 - cells.count)
      table.rows.append([row.name] + cells)
    }
    return table.rows.isEmpty ? nil : table
  }
}

extension StudyReport.Row {
  /// The mean with its interval and of how many replications, and whether it meets the target, if there
  /// is one.
  func meanAndInterval(of all: Int) -> String {
    guard let mean, let style = Metric.named(metric)?.style else { return "–" }
    guard let interval = IntervalText(mean, from: low, to: high, in: style, evidence) else {
      return style.text(mean) + replications.among(all)
    }
    return interval.withValue + replications.among(all) + (target == nil ? "" : " \(self.verdict)")
  }

  /// The interval, and of how many replications, where not all of them define the metric.
  func interval(of all: Int) -> String {
    let style = Metric.named(metric)?.style ?? .ratio
    let text = IntervalText(mean, from: low, to: high, in: style, evidence)?.text ?? "–"
    return text + replications.among(all)
  }

  /// What became of the target.
  var verdict: String { meetsTarget.map { $0 ? "met" : "missed" } ?? "undecided" }
}
