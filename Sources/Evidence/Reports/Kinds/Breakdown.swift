import Statistics

/// Metrics side by side: a row for each kind of something, a column for each measure.
struct Breakdown {
  let title: String
  let anchor: String
  let header: [String]
  let rows: [(name: String, keys: [String])]
  /// What has to be known to read it; `nil` in runs of earlier builds, too.
  let note: String?

  init(_ fields: RunFields) throws {
    title = try fields.text("title")
    anchor = try fields.text("id")
    header = try fields.texts("header")
    rows = try fields.list("rows").map { (try $0.text("name"), try $0.texts("keys")) }
    note = try fields.optionalText("note")
  }

  /// The counts as one picture and the shares as another; what is neither, as a table.
  func section(_ metrics: Metrics) -> Section? {
    let told = rows.compactMap { row -> (name: String, figures: [Figure?])? in
      let figures = row.keys.map { metrics[$0] }
      let happened = figures.contains { ($0?.measure.value ?? 0) > 0 }
      let missing = header.count - 1 - figures.count
      return happened ? (row.name, figures + [Figure?](repeating: nil, count: missing)) : nil
    }
    guard !told.isEmpty else { return nil }
    let styles = (0..<header.count - 1).map { column in
      Set(told.compactMap { $0.figures[column]?.measure.style })
    }
    let charts = [
      chart(told, styles, .count, "how often"), chart(told, styles, .share, "how many of them"),
    ].compactMap(\.self)
    let isDrawn = styles.allSatisfy { $0 == [.count] || $0 == [.share] }
    let blocks = isDrawn ? charts : [.table(table(told))]
    return Section(title, anchor: anchor, blocks + (note.map { [.paragraph($0)] } ?? []))
  }

  private func chart(
    _ told: [(name: String, figures: [Figure?])], _ styles: [Set<NumberStyle>],
    _ style: NumberStyle, _ words: String
  ) -> Block? {
    let columns = styles.indices.filter { styles[$0] == [style] }
    guard !columns.isEmpty else { return nil }
    let groups = told.map { row in
      BarChart.Group(
        row.name,
        columns.map { row.figures[$0]?.measure ?? Measure(nil, style: style) })
    }.filter { group in group.bars.contains { $0.value != nil } }
    let caption =
      style == .count
      ? "Bars are means over the replications, the lines across them 95% intervals."
      : "Where intervals overlap, the difference may be luck."
    return .chart(
      Chart(
        "\(header[0].prefix(1).uppercased())\(header[0].dropFirst()): \(words)", caption: caption,
        .bars(
          BarChart(
            Axis(style == .count ? "times in a replication" : "share", style), labels: header[0],
            series: columns.map { header[$0 + 1] }, groups))))
  }

  private func table(_ told: [(name: String, figures: [Figure?])]) -> Table {
    Table(
      [Table.Column(header[0])] + header.dropFirst().map { .number($0) },
      told.map { row in
        [row.name]
          + row.figures.map { figure in
            guard let figure else { return "" }
            let verdict = figure.verdict.map { " \($0.sign)" } ?? ""
            return figure.measure.textWithInterval + verdict
          }
      })
  }
}
