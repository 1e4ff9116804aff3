import GrowthloopPlans

/// The newest measurements of a history, as `benchmark-action/github-action-benchmark` reads them.
///
/// It takes a list of smaller-is-better figures: name, unit, value, range, and a remark.
package struct BenchmarkExport {
  package static let format = "github-action-benchmark"

  package let text: String

  /// Creates the list of these figures, one for each machine and plan.
  init(_ figures: [String], of entries: [HistoryEntry]) {
    var newest: [(place: [String], entry: HistoryEntry)] = []
    for entry in entries {
      let place = [entry.machine, entry.plan]
      newest.removeAll { $0.place == place && $0.entry.at <= entry.at }
      if !newest.contains(where: { $0.place == place }) { newest.append((place, entry)) }
    }
    let rows = newest.flatMap { _, entry in
      figures.compactMap { name in
        entry.figures[name].map { Self.row(name, $0, of: entry) }
      }
    }
    text = "\(OrderedJSON.array(rows))\n"
  }

  private static func row(
    _ name: String, _ figure: HistoryEntry.Figure, of entry: HistoryEntry
  ) -> OrderedJSON {
    var row: [OrderedJSON.Member] = [
      .init("name", .text("\(entry.plan): \(name)")), .init("unit", .text(figure.unit)),
      .init("value", .number(figure.value)),
    ]
    if let low = figure.low, let high = figure.high {
      row.append(.init("range", .text("\(low) to \(high)")))
    }
    let commit = entry.commit.map { ", commit \($0)" } ?? ""
    row.append(.init("extra", .text("\(entry.at)\(commit), \(entry.machine)")))
    return .object(row)
  }
}
