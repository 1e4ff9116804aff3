import Statistics

/// The report of `simulate` on a study of matching.
enum MatchingRun: RunKind {
  static let name = "matching"

  static func report(of run: RunFields, in folder: RunFiles) throws -> Report {
    let rules = try run.list("rules").map { rule in
      (
        name: try rule.text("rule"),
        shares: try ["right", "wrong", "missed", "stolen"].map {
          try rule.object($0).measure("mean", .share)
        }
      )
    }
    let invited = NumberText.decimal(try run.number("invitedLaunches"), 0)
    let organic = NumberText.decimal(try run.number("organicLaunches"), 0)
    let fates = BarChart(
      Axis("of the \(invited) first launches that a tap led to", .share), labels: "rule",
      series: ["right", "wrong", "missed"],
      rules.map { BarChart.Group($0.name, Array($0.shares.prefix(3))) }, isStacked: true)
    let stolen = BarChart(
      Axis("of the \(organic) first launches that no tap led to", .share), labels: "rule",
      series: ["stolen"], rules.map { BarChart.Group($0.name, [$0.shares[3]]) })
    return Report(
      try run.text("title"), question: try run.optionalText("question"),
      command: try run.text("command"),
      facts: [
        .init("Seed", try run.digits("seed")), .init("Replications", try Replications.words(run)),
      ],
      sections: [
        Section(
          "Each rule against the truth", anchor: "rules",
          [
            .chart(
              Chart(
                "Launches that a tap led to",
                caption:
                  "Right is the friend who sent the link, wrong another inviter, missed nobody. "
                  + "The truth would be right throughout. A comparison of rules in one dense town, and "
                  + "no forecast.", .bars(fates))),
            .chart(
              Chart(
                "Launches that no tap led to, and that were credited all the same",
                caption: "Every one of them is stolen: the newcomer came by themselves.",
                .bars(stolen))),
          ]), try Rest.section(of: run),
      ])
  }
}
