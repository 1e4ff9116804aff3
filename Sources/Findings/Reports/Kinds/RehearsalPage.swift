public import GrowthloopFindings
import Statistics

extension RehearsalFindings: ReportedFindings {
  /// The page of `rehearse`.
  public func report(in folder: RunFolder) -> Report {
    Report(
      title, question: question, command: command, facts: facts, verdict: verdict,
      sections: [
        comparisonSection, differenceSection,
        gates.isEmpty ? nil : Section("Gates", anchor: "gates", [.gates(gates)]),
        Section(
          "Latency", anchor: "latency",
          [.chart(histograms.chart(limits: gates.limits, numbers: .grid(Grid(latencies))))]),
      ].compactMap(\.self))
  }

  private var facts: [Report.Fact] {
    let times = outageSeconds.map { NumberStyle.seconds.text($0) }.joined(separator: ", ")
    return [
      .init("Profile", profile),
      settingsOfService.isEmpty
        ? nil : .init("The service with", settingsOfService.joined(separator: ", ")),
      .init("Seed", "\(seed)"), .init("Newcomers", "\(people)"), .init("Requests", "\(requests)"),
      .init("Took", NumberStyle.seconds.text(seconds)),
      .init(
        "Killed",
        outageSeconds.isEmpty ? "never" : "\(outageSeconds.count.counting("time")), away \(times)"),
      .init("Machine", machine), .init("Build", build),
    ].compactMap(\.self)
  }

  private var verdict: Report.Verdict {
    guard !partial else {
      return Report.Verdict(.undecided, "Interrupted: nothing was compared.")
    }
    let all = NumberStyle.whole.text(Double(compared))
    guard different == 0 else {
      return Report.Verdict(
        .missed,
        "\(NumberStyle.whole.text(Double(different))) of \(all) comparisons came out "
          + "differently.")
    }
    let words = Report.Verdict(gates)
    return Report.Verdict(
      words?.gates ?? .kept, "All \(all) comparisons came out the same. \(words?.words ?? "")")
  }

  private var comparisonSection: Section {
    Section(
      "What was compared", anchor: "comparisons",
      [
        .paragraph(
          "What the service made of the replayed traffic, read through its interface, beside what "
            + "the rule modules decided in the simulation; and both beside what the documents "
            + "promise, counted from the taps, launches and prompts alone."),
        .grid(
          Grid(
            FigureTable(
              of: comparisons,
              [
                .words("compared") { $0.subject }, .count("count") { $0.compared },
                .count("different") { $0.different },
              ]))),
      ])
  }

  /// The greatest number of differences of one subject on a page.
  private static let mostShown = 5

  /// The stories of the differences, by subject; `nil` without any.
  private var differenceSection: Section? {
    let groups = comparisons.filter { $0.different > 0 }.map { row -> Block in
      let stories = differences.filter { $0.subject == row.subject }.prefix(Self.mostShown)
      let rest = row.different - stories.count
      let more: [Block] = rest > 0 ? [.paragraph("And \(rest) more in differences.jsonl.")] : []
      return .disclosure(
        "\(row.subject): \(row.different) different", stories.map(Self.story) + more)
    }
    return groups.isEmpty ? nil : Section("Differences", anchor: "differences", groups)
  }

  private static func story(of difference: DifferenceFound) -> Block {
    let rules = difference.rules.isEmpty ? "" : " (\(difference.rules.joined(separator: ", ")))"
    let words = difference.sides.map { "\($0.side): \($0.said)" }.joined(separator: "; ")
    return .disclosure(
      "person \(difference.person)\(rules): \(words)",
      [.list(difference.story.map { $0.replacing("\n    ", with: "; ") })])
  }
}

extension RehearsalFindings {
  /// The number of differences that a terminal shows in full; the folder of a run has all of them.
  private static let mostTold = 3

  /// Returns the rehearsal in the form for a terminal; `meaning` explains a rule.
  public func summary(meaning: (String) -> String?) -> Report {
    Report(
      title,
      sections: [
        Section(
          [
            .paragraph(about),
            .table(
              Table(
                ["compared", .number("count"), .number("equal"), .number("different")],
                comparisons.map {
                  [
                    $0.subject, "\($0.compared)", "\($0.compared - $0.different)",
                    "\($0.different)",
                  ]
                })), .table(Table(latencies)),
          ] + (gates.isEmpty ? [] : [.table(Table(gates: gates))])
            + stories(meaning).map(Block.paragraph) + [.paragraph(verdictText)])
      ])
  }

  private var about: String {
    let others =
      settingsOfService.isEmpty
      ? "" : ", the service with \(settingsOfService.joined(separator: ", "))"
    let away = outageSeconds.map { NumberText.decimal($0, 2) + " s" }.joined(separator: ", ")
    let repeats = repeated == 1 ? "1 request was" : "\(repeated) requests were"
    let killed =
      outageSeconds.isEmpty
      ? ""
      : "\nKilled \(outageSeconds.count.counting("time")), away \(away); \(repeats) sent again, "
        + "\(disturbed) due meanwhile or right after are timed by themselves."
    return "profile \(profile)\(others), seed \(seed); \(people) newcomers, \(links) links.\n"
      + "\(requests) requests in \(NumberText.decimal(seconds, 1)) s, "
      + "\(Int(Double(requests) / seconds)) a second (planned: \(rate)), up to \(mostInFlight) at a "
      + "time.\(killed)"
  }

  /// Returns differences of each subject in turn, so that the first few show as many subjects as
  /// possible.
  private func stories(_ meaning: (String) -> String?) -> [String] {
    let firsts = comparisons.compactMap { row in differences.first { $0.subject == row.subject } }
    let shown = firsts.prefix(Self.mostTold).map { Self.text(of: $0, meaning) }
    let rest = different - shown.count
    return shown
      + (rest > 0 ? ["and \(rest) more; '--out DIR' writes them all to differences.jsonl"] : [])
  }

  private static func text(of difference: DifferenceFound, _ meaning: (String) -> String?) -> String
  {
    let rules = difference.rules.isEmpty ? "" : " [\(difference.rules.joined(separator: ", "))]"
    var lines = ["\(difference.subject) of person \(difference.person)\(rules)"]
    if difference.promise != nil {
      lines += difference.rules.compactMap { meaning($0).map { "  \($0)" } }
    }
    lines += difference.sides.map { "  \("\($0.side):".padded(to: 11))\($0.said)" }
    lines += difference.story.map { "    " + $0.replacing("\n", with: "\n    ") }
    return lines.joined(separator: "\n")
  }

  private var verdictText: String {
    if partial { return "Interrupted: nothing was compared." }
    return different == 0
      ? "All \(compared) comparisons came out the same."
      : "\(different) of \(compared) comparisons came out differently."
  }

  /// The files of the run beside `run.json` and the page.
  public func files(_ summary: Report) -> [ResultFile] {
    [
      .init("latency.hlog", histograms.log(of: title, lasting: .seconds(seconds))),
      .init("summary.md", summary.markdown),
    ]
  }
}
