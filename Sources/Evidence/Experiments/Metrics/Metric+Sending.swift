import GrowthModel
import Invites

extension Metric {
  /// Invites that members send, in each of the three units that the documents count in.
  static let sending: [Metric] =
    [
      .share(
        "sends.senderShare", "Members who send", "of active members and months",
        "The share of members with a session in a month who sent at least one invite in it, over all "
          + "months of 30 days.",
        "P-MET-01", target: .of(0.15, "P-MET-01")
      ) { ($0.tally.activity.monthlySenders.reduce(0, +), $0.memberMonths) },
      .ratio(
        "sends.perActiveMonth", "Send rate in shares",
        "completed shares per active member and month",
        "Completed shares, whatever their recipients, per member with a session in the month, over "
          + "all months of 30 days; copying the link is no share.",
        "KPI-02", "CNF-06", target: .above(1.5, "KPI-02")
      ) { ($0.completions, $0.memberMonths) },
      .ratio(
        "sends.recordsPerActiveMonth", "Send rate in records",
        "shares and copies per active member and month",
        "Completed shares and copied links per member with a session in the month, over all months of "
          + "30 days.",
        "CNF-06"
      ) { ($0.completions + $0.copies, $0.memberMonths) },
      .ratio(
        "sends.recipientsPerActiveMonth", "Send rate in recipients",
        "invited recipients per active member and month",
        "Recipients of invites, each counted every time, per member with a session in the month, over "
          + "all months of 30 days.",
        "KPI-02", "CNF-06"
      ) { ($0.invites, $0.memberMonths) },
      .count(
        "sends.completions", "Invites as shares", "completed shares",
        "Completed shares; copying the link is none.", "CNF-06"
      ) { $0.completions },
      .count(
        "sends.records", "Invites as records", "shares and copies",
        "Completed shares and copied links.", "CNF-06"
      ) { $0.completions + $0.copies },
      .count(
        "sends.recipients", "Invites as recipients", "recipients",
        "Recipients of invites, each counted every time.", "CNF-06", "D-MET-12"
      ) { $0.invites },
      .ratio(
        "sends.perSender", "Invites of a sender", "recipients per sender",
        "Recipients of invites per member who ever sent one.", "D-MET-12"
      ) { ($0.invites, $0.tally.activity.senders) },
      .ratio(
        "sends.perMember", "Invites of a member", "recipients per member",
        "Recipients of invites per member, those of the start among them."
      ) { ($0.invites, $0.members) },
      .count(
        "flow.opened", "Entry points opened", "times",
        "Times that a member opened a way to share, by an entry point or a prompt.", "P-DSH-01"
      ) { $0.opened },
      .ratio(
        "flow.openedPerActiveDay", "Flow open rate", "times per active member and day",
        "Times that a way to share was opened, per member with a session on the day, over all days.",
        "D-MET-04"
      ) { ($0.opened, $0.tally.days.reduce(0) { $0 + $1.active }) },
      .share(
        "flow.completion", "Flows that end in an invite", "of times opened",
        "Completed shares and copied links, per time that a way to share was opened.",
        "D-MET-01", "P-DSH-01", target: .above(0.5, "D-MET-01")
      ) { ($0.completions + $0.copies, $0.opened) },
      .count(
        "flow.sheets", "Share sheets", "times", "Times that a share sheet opened.", "P-DSH-01"
      ) { $0.sheets },
      .share(
        "flow.sheetCompletion", "Share sheets completed", "of share sheets",
        "The share of share sheets that were completed rather than cancelled.",
        "D-MET-06", target: .above(0.7, "D-MET-06")
      ) { ($0.completions, $0.sheets) },
      Metric(
        key: "flow.seconds", name: "Time to send", unit: "seconds per completed share",
        style: .ratio,
        definition:
          "The mean time from opening a way to share to the end of attempts that were completed.",
        answers: ["P-MET-04"], target: .below(8, "P-MET-04"),
        value: { run in
          run.completions == 0 ? nil : run.tally.shares.secondsToComplete / Double(run.completions)
        }),
      .count(
        "flow.unsent", "Shares that reach nobody", "completed shares",
        "Completed shares in which nothing was sent, as a draft that was left."
      ) { $0.tally.shares.unsent },
      .ratio(
        "flow.linkRequests", "Requests for a link", "requests per link",
        "Requests to create a link, repeated ones among them, per link that was created."
      ) { ($0.tally.shares.linkRequests, $0.tally.shares.linksCreated) },
    ]
    + SharingAttempt.Ending.allCases.map { ending in
      .count(
        "flow.ended.\(ending)", "Attempts \(ending)", "attempts to share",
        "Attempts to share that ended so: \(ending).", "P-DSH-03"
      ) { $0.attempts(ending: ending) }
    }

  /// What became of invites, by their way and by their channel.
  static let sendingByOrigin: [Metric] =
    Origin.Way.allCases.flatMap { way in
      let place = Int(way.rawValue)
      return [
        Metric.count(
          "way.\(way).opened", "Opened by \(way)", "times",
          "Times that a way to share was opened by \(way).", "P-DSH-03"
        ) { $0.opened(by: way) },
        Metric.share(
          "way.\(way).completion", "Ended in an invite by \(way)", "of times opened",
          "Completed shares and copied links by \(way), per time that it was opened.", "P-DSH-03"
        ) {
          (
            $0.attempts(by: way, ending: .completed) + $0.attempts(by: way, ending: .copied),
            $0.opened(by: way)
          )
        },
      ] + funnel("way.\(way)", "by \(way)", "P-DSH-03") { $0.byWay[place] }
    }
    + (ShareTarget.allCases.map(\.rawValue) + ["untold"]).enumerated().flatMap { place, name in
      funnel("channel.\(name)", "through \(name)", "P-DSH-02") { $0.byTarget[place] }
    }

  private static func funnel(
    _ key: String, _ phrase: String, _ answers: String,
    of funnel: @escaping @Sendable (OriginTally) -> OriginTally.Funnel
  ) -> [Metric] {
    [
      .count(
        "\(key).invites", "Invites \(phrase)", "recipients", "Recipients of invites \(phrase).",
        answers
      ) { funnel($0.tally.origins).invites },
      .share(
        "\(key).tapped", "Tapped \(phrase)", "of recipients",
        "Taps on links that went out \(phrase), per recipient.", answers
      ) { (funnel($0.tally.origins).taps, funnel($0.tally.origins).invites) },
      .share(
        "\(key).launched", "Launched \(phrase)", "of recipients",
        "First launches that an invite \(phrase) led to, per recipient.", answers
      ) { (funnel($0.tally.origins).launches, funnel($0.tally.origins).invites) },
      .share(
        "\(key).home", "Home \(phrase)", "of recipients",
        "Newcomers whom an invite \(phrase) brought home, per recipient.", answers
      ) { (funnel($0.tally.origins).homes, funnel($0.tally.origins).invites) },
    ]
  }
}
