import Gates
import Statistics

/// The report of `load --find-capacity`.
enum CapacityRun: RunKind {
  static let name = "capacity"
  private static let answers = ["kept", "missed", "undecided", "invalid"]

  static func report(of run: RunFields, in folder: RunFiles) throws -> Report {
    let capacity = try run.object("capacity")
    let steps = try capacity.list("steps").map { step in
      (rate: try step.number("rate"), trials: try step.texts("trials"))
    }.sorted { $0.rate < $1.rate }
    let groups = steps.map { step in
      BarChart.Group(
        "\(NumberText.decimal(step.rate, 0))/s",
        answers.map { answer in
          Measure(Double(step.trials.count { $0 == answer }), style: .whole)
        })
    }
    let ends = ["low", "high"]
    let figures = try zip(ends, ["kept at", "missed at"]).map { key, name in
      Figure(
        name, Measure(try capacity.optionalNumber(key), style: .whole), unit: "requests a second")
    }
    let because = try run.texts("because")
    return Report(
      try run.text("title"), command: try run.optionalText("command"),
      facts: try told(of: run) + [
        .init("Target", try run.text("target")),
        .init("Gates", try run.texts("gates").joined(separator: ", ")),
        .init("Machine", try run.text("machine")), .init("Build", try run.text("build")),
      ],
      verdict: try verdict(capacity),
      sections: [
        Section(
          "Capacity", anchor: "capacity",
          [
            .metrics(figures),
            .chart(
              Chart(
                "Trials at each rate",
                caption:
                  "A rate counts as kept or missed where most of its trials say so; the capacity "
                  + "lies where the one turns into the other.",
                .bars(
                  BarChart(
                    Axis("trials", .whole), labels: "requests a second", series: answers, groups,
                    isStacked: true)))),
          ]
            + (because.isEmpty
              ? [] : [.paragraph("Of the last trial that was not valid:"), .list(because)]))
      ] + [try PlanSettings.section(of: run)].compactMap(\.self))
  }

  /// What older versions did not tell.
  private static func told(of run: RunFields) throws -> [Report.Fact] {
    guard run.has("parameters") else { return [] }
    return [.init("Profile", try run.text("profile")), .init("Seed", try run.digits("seed"))]
  }

  private static func verdict(_ capacity: RunFields) throws -> Report.Verdict {
    func rate(_ key: String) throws -> String? {
      try capacity.optionalNumber(key).map { "\(NumberText.decimal($0, 0)) requests a second" }
    }
    if try capacity.flag("isPartial") {
      return Report.Verdict(.undecided, "Interrupted: the search is not done.")
    }
    switch (try rate("low"), try rate("high")) {
    case (let low?, let high?):
      return Report.Verdict(.kept, "The gates are kept at \(low), and missed at \(high).")
    case (let low?, nil):
      return Report.Verdict(.undecided, "Kept at \(low); no higher rate missed them for sure.")
    case (nil, let high?):
      return Report.Verdict(.missed, "Missed at \(high), and kept at no rate tried.")
    case (nil, nil):
      return Report.Verdict(
        .undecided,
        "No rate was decided: trials are too short, or the generator was the bottleneck.")
    }
  }
}
