public import GrowthloopFindings
import Statistics

extension MatchingFindings: ReportedFindings {
  private static let remark = "A comparison of rules in one dense town, and no forecast."

  private var invited: String { NumberText.decimal(invitedLaunches, 0) }
  private var organic: String { NumberText.decimal(organicLaunches, 0) }

  /// The page of `simulate` on a study of matching.
  public func report(in folder: RunFolder) -> Report {
    let fates = BarChart(
      Axis("of the \(invited) first launches that a tap led to", .share), labels: "rule",
      series: ["right", "wrong", "missed"],
      rules.map { rule in
        BarChart.Group(
          rule.rule, [rule.right.measured, rule.wrong.measured, rule.missed.measured])
      }, isStacked: true,
      tones: [.good, .bad, .open])
    let stolen = BarChart(
      Axis("of the \(organic) first launches that no tap led to", .share), labels: "rule",
      series: ["stolen"], rules.map { BarChart.Group($0.rule, [$0.stolen.measured]) }, tones: [.bad]
    )
    return Report(
      title, question: question, command: command,
      facts: [.init("Seed", "\(seed)"), .init("Replications", replicationsText)],
      sections: [
        Section(
          "Each rule against the truth", anchor: "rules",
          [
            .chart(
              Chart(
                "Launches that a tap led to",
                caption:
                  "Right is the friend who sent the link, wrong another inviter, missed no one. "
                  + "The truth would be right throughout. \(Self.remark)", .bars(fates))),
            .chart(
              Chart(
                "Launches that no tap led to, and that were credited all the same",
                caption: "Every one of them is stolen: the newcomer came by themselves.",
                .bars(stolen))),
          ]), .evidence(parameters),
      ])
  }

  /// The study in the form for a terminal.
  public var summary: Report {
    let table = Table(
      ["rule"] + ["right", "wrong", "missed", "stolen"].map { .number($0) },
      [["the truth: who clicked", "100%", "0%", "0%", "0%"]]
        + rules.map { rule in
          [rule.rule]
            + [rule.right, rule.wrong, rule.missed, rule.stolen].map(\.measured.textWithInterval)
        })
    let words =
      "Right, wrong and missed are shares of the \(invited) first launches of a replication that a tap "
      + "led to;\nstolen is the share of the \(organic) that none did. \(Self.remark)"
    return Report(
      title, question: question, command: command,
      sections: [
        Section(
          [
            .paragraph(
              "Seed \(seed); \(replicationsClause) with 95% intervals over them, every rule under the "
                + "same launches."), .table(table), .paragraph(words),
          ] + undefined.map(Block.paragraph) + [parameters.assumptions].compactMap(\.self))
      ])
  }

  /// A sentence about replications without launches of a kind, whose proportions are undefined.
  private var undefined: [String] {
    guard let rule = rules.first else { return [] }
    return [
      ("Right, wrong and missed", "a tap led to", rule.right),
      ("Stolen shares", "no tap led to", rule.stolen),
    ].compactMap { shares, launches, share in
      let count = share.measured.count ?? replications
      return count == 0
        ? "\(shares) are not defined: no replication had a first launch that \(launches)."
        : count < replications
          ? "\(shares) are defined in \(count) of \(replications) replications: the others had no "
            + "first launch that \(launches)." : nil
    }
  }

  /// The files of the study beside `run.json` and the page.
  public var files: [ResultFile] {
    [
      .init("rules.csv", sharesCSV), .init("replications.csv", CSV(replicates).description),
      .init("summary.md", summary.markdown),
    ]
  }

  /// A row for each rule and proportion, beside the truth.
  private var sharesCSV: String {
    let shares: [(name: String, whole: String, path: KeyPath<Rule, Measured<Truth>>)] = [
      ("right", "of invited launches", \.right), ("wrong", "of invited launches", \.wrong),
      ("missed", "of invited launches", \.missed), ("stolen", "of organic launches", \.stolen),
    ]
    var csv = CSV(["rule", "share", "whole", "truth", "replications", "mean", "low", "high"])
    for rule in rules {
      for share in shares {
        let found = rule[keyPath: share.path]
        let measured = found.measured
        csv.add(
          [
            rule.rule, share.name, share.whole, "\(found.truth)",
            "\(measured.count ?? replications)",
          ] + [measured.value, measured.low, measured.high].map(CSV.cell))
      }
    }
    return csv.description
  }
}
