extension HTMLPage {
  /// From how many rows on a table is only there for who opens it: under a picture, and by itself.
  private static let mostOpenRows = (underPicture: 10, alone: 60)

  /// A table of more rows is on paper only where it was opened: it would fill pages.
  private static let mostRowsOnPaper = 60

  mutating func write(_ block: Block) {
    switch block {
    case .paragraph(let words): markup.element("p", words: words)
    case .list(let items):
      markup.element("ul") { list in
        for item in items { list.element("li", words: item) }
      }
    case .chart(let chart): write(chart, with: chart.table, called: "The numbers")
    case .table(let table): write(table, open: Self.mostOpenRows.alone)
    case .grid(let grid): write(grid.table, open: Self.mostOpenRows.alone)
    case .figures(let figures):
      let bullets = Chart(
        "Against what is asked",
        caption:
          "Each bar is what was measured as a share of its target, the line across it its 95% "
          + "interval; green ground is where the target is met.", .bullets(Figure.bullets(figures)))
      bullets.isEmpty
        ? write(Figure.table(figures))
        : write(bullets, with: Figure.table(figures), called: "All figures")
      writeMeanings(of: figures)
    case .metrics(let figures):
      write(Figure.table(figures), called: "All metrics")
      writeMeanings(of: figures)
    case .gates(let rows):
      let bullets = Chart(
        "Against the limits",
        caption:
          "Each bar is what was measured as a share of its limit, the line across it its 95% "
          + "interval; green ground is where the gate is kept.", .bullets(GateRow.bullets(rows)))
      bullets.isEmpty
        ? write(GateRow.table(rows))
        : write(bullets, with: GateRow.table(rows), called: "The gates")
      let remarks = GateRow.remarks(rows)
      if !remarks.isEmpty { write(.list(remarks)) }
    case .settings(let rows): write(SettingRow.table(rows), called: "All of them")
    case .disclosure(let summary, let blocks):
      markup.verbatim("<details>")
      markup.element("summary", words: summary)
      for block in blocks { write(block) }
      markup.verbatim("</details>")
    }
    markup.line()
  }

  /// A chart for a wide and for a narrow page, and its numbers.
  private mutating func write(_ chart: Chart, with table: Table, called name: String) {
    guard !chart.isEmpty else {
      markup.element("p", words: "\(chart.title): there is nothing to draw.")
      return
    }
    charts += 1
    let id = "c\(charts)"
    markup.verbatim("<figure>\n<figcaption>")
    markup.element("h3", words: chart.title)
    markup.element("p", words: chart.caption)
    markup.verbatim("</figcaption>\n<div class=\"desk\">")
    markup.verbatim(chart.svg(width: 900, id: id))
    markup.verbatim("</div>\n<div class=\"phone\">")
    markup.verbatim(chart.svg(width: 360, id: id + "n"))
    markup.verbatim("</div>\n")
    write(table, called: name)
    markup.verbatim("</figure>\n")
  }

  private mutating func write(
    _ table: Table, called name: String = "The numbers", open most: Int = mostOpenRows.underPicture
  ) {
    let isLong = table.rows.count > most
    if isLong {
      let isForPaper = table.rows.count <= Self.mostRowsOnPaper
      markup.verbatim(isForPaper ? "<details>" : "<details class=\"endless\">")
      markup.element("summary", words: "\(name) (\(table.rows.count) rows)")
    }
    markup.element("div", ["class": "scroll"]) { box in
      box.element("table") { element in
        element.element("thead") { Self.row("th", table.columns.map(\.title), of: table, &$0) }
        element.element("tbody") { body in
          for row in table.rows { Self.row("td", row, of: table, &body) }
        }
      }
    }
    if isLong { markup.verbatim("</details>") }
    markup.line()
  }

  private static func row(
    _ name: String, _ cells: [String], of table: Table, _ markup: inout Markup
  ) {
    markup.element("tr") { row in
      for (cell, column) in zip(cells, table.columns) {
        column.isNumeric
          ? row.element(name, ["class": "n"], words: cell) : row.element(name, words: cell)
      }
    }
  }

  private mutating func writeMeanings(of figures: [Figure]) {
    let meanings = figures.compactMap { figure in
      figure.meaning.map { [figure.key, $0] }
    }
    guard !meanings.isEmpty else { return }
    markup.verbatim("<details>")
    markup.element("summary", words: "What each figure means")
    write(Table(["metric", "meaning"], meanings), called: "Meanings")
    markup.verbatim("</details>")
  }
}
