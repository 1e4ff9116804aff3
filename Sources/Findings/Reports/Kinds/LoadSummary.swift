public import GrowthloopFindings
import Statistics

extension LoadFindings {
  /// The run in the form for a terminal.
  public var summary: Report {
    let failures = all.counts.named
    let article = loop.hasPrefix("open") ? "an" : "a"
    let counts = all.counts
    let about =
      "\(machine), \(build) build; seed \(seed), profile \(profile)\nTarget: \(target)\n"
      + "As \(article) \(loop)."
    let legend =
      "Milliseconds from the planned moment to the end of the answer, of all answers after the "
      + "warm-up. A request without an answer has no time: it is later than any limit. Of "
      + "\(counts.planned) planned requests \(counts.answered) were answered, \(counts.failed) failed, "
      + "\(counts.notSent) were not sent."
    var blocks: [Block] = [
      .paragraph(about), .table(kindTable), .paragraph(legend), .table(timeTable),
    ]
    if !failures.isEmpty {
      let rows = failures.map { [$0.name, "\($0.count)"] }
      blocks.append(.table(Table(["error", .number("requests")], rows)))
    }
    blocks += agentTables
    if !gates.isEmpty { blocks.append(.table(Table(gates: gates))) }
    if !doubts.isEmpty { blocks.append(.paragraph(doubts.joined(separator: "\n"))) }
    return Report(title, sections: [Section(blocks)])
  }

  private var kindTable: Table {
    let columns = ["planned", "answered", "errors"] + Self.shownPercentiles
    let rows = (kinds.count > 1 ? kinds + [all] : kinds).map { kind -> [String] in
      let counts = [kind.counts.planned, kind.counts.answered, kind.counts.errors]
      return [kind.name] + counts.map { "\($0)" }
        + Self.cells(kind.response, Self.shownPercentiles)
    }
    return Table(["request"] + columns.map { .number($0) }, rows)
  }

  private var timeTable: Table {
    let names = RequestFigures.percentiles.map(RequestFigures.name)
    return Table(
      ["time of all answers"] + names.map { Table.Column.number($0) },
      [
        ("response: from the planned moment", all.response),
        ("service: from the sending", all.service),
        ("lag: from the planned moment to the sending", all.lag),
      ].map { [$0] + Self.cells($1, names) })
  }

  private static func cells(_ times: [String: Double], _ names: [String]) -> [String] {
    names.map { times[$0].map { NumberText.significant($0) } ?? "–" }
  }
}
