import GrowthloopFindings
import Statistics

extension MetricBreakdown {
  /// A row with at least one event, and a figure for each column that it fills.
  private struct Filled {
    let name: String
    let figures: [Figure?]
  }

  private func filled(_ figures: Figures) -> [Filled] {
    rows.compactMap { row in
      let own = row.keys.map { figures[$0] }
      let happened = own.contains { ($0?.measured.value ?? 0) > 0 }
      let missing = [Figure?](repeating: nil, count: header.count - 1 - own.count)
      return happened ? Filled(name: row.name, figures: own + missing) : nil
    }
  }

  /// Returns the counts as one picture and the proportions as another; the rest as a table.
  func section(_ figures: Figures) -> Section? {
    let rows = filled(figures)
    guard !rows.isEmpty else { return nil }
    let styles = (0..<header.count - 1).map { column in
      Set(rows.compactMap { $0.figures[column]?.measured.style })
    }
    let charts = [
      chart(rows, styles, .count, "how often"), chart(rows, styles, .share, "how many of them"),
    ].compactMap(\.self)
    let isDrawn = styles.allSatisfy { $0 == [.count] || $0 == [.share] }
    let blocks = isDrawn ? charts : [.table(table(rows))]
    return Section(title, anchor: id, blocks + noteBlocks)
  }

  private var noteBlocks: [Block] { note.map { [.paragraph($0)] } ?? [] }

  private func chart(
    _ rows: [Filled], _ styles: [Set<NumberStyle>], _ style: NumberStyle, _ words: String
  ) -> Block? {
    let columns = styles.indices.filter { styles[$0] == [style] }
    guard !columns.isEmpty else { return nil }
    let groups = rows.map { row in
      BarChart.Group(
        row.name, columns.map { row.figures[$0]?.measured ?? Measure(nil, in: style) })
    }.filter { group in group.bars.contains { $0.value != nil } }
    let caption =
      style == .count
      ? "Bars are means over the replications, the lines across them 95% intervals."
      : "Where intervals overlap, the difference may be noise."
    return .chart(
      Chart(
        "\(header[0].prefix(1).uppercased())\(header[0].dropFirst()): \(words)", caption: caption,
        .bars(
          BarChart(
            Axis(style == .count ? "times in a replication" : "share", style), labels: header[0],
            series: columns.map { title(of: $0, in: rows) }, groups))))
  }

  /// Returns the section for a terminal.
  func summary(_ figures: Figures) -> Section? {
    let rows = filled(figures)
    return rows.isEmpty ? nil : Section(title, anchor: id, [.table(table(rows))] + noteBlocks)
  }

  private func table(_ rows: [Filled]) -> Table {
    Table(
      [Table.Column(header[0])]
        + (0..<header.count - 1).map { .number(title(of: $0, in: rows)) },
      rows.map { row in
        [row.name]
          + row.figures.enumerated().map { column, figure in
            guard let figure else { return "" }
            let isJudged = figure.target != nil && figure.measured.interval != nil
            let isNamed = figure.measured.style != .share || whole(of: column, in: rows) != nil
            return figure.measured.textWithInterval
              + (isNamed || figure.measured.value == nil ? "" : " \(figure.unit)")
              + (isJudged ? " \(figure.targetVerdict)" : "")
          }
      })
  }

  /// Returns the words for what the shares of a column are of; `nil` where it has other numbers, or
  /// shares of different things.
  private func whole(of column: Int, in rows: [Filled]) -> String? {
    let figures = rows.compactMap { $0.figures[column] }
    let units = Set(figures.map(\.unit))
    return figures.allSatisfy { $0.measured.style == .share } && units.count == 1
      ? units.first : nil
  }

  /// Returns the title of a column, with what its shares are of.
  private func title(of column: Int, in rows: [Filled]) -> String {
    let title = header[column + 1]
    return whole(of: column, in: rows).map { "\(title), \($0)" } ?? title
  }
}
