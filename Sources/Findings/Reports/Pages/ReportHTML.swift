import GrowthloopFindings

extension Report {
  /// The report as one self-contained page: no network, no script, no other file.
  public var html: String {
    var page = ReportHTML()
    page.write(self)
    return page.text
  }
}

extension [Block] {
  /// Returns the blocks as a part of a page that has the stylesheet.
  ///
  /// `id` begins the names of the pictures, which are drawn for a place of that width, with the table of
  /// their numbers or without.
  package func fragment(id: String, width: Double, withNumbers: Bool = true) -> String {
    var part = ReportHTML()
    part.id = id
    part.width = width
    part.hasNumbers = withNumbers
    for block in self { part.write(block) }
    return part.text
  }
}

extension ReportAnswer {
  /// The answer as a part of a page.
  package var fragment: String {
    var part = ReportHTML()
    part.write(self)
    return part.text
  }
}

/// A page under construction.
struct ReportHTML {
  var markup = Markup()
  /// The beginning of the charts' names.
  var id = "c"
  /// The number of charts so far, so that each has names of its own.
  var charts = 0
  /// The width of the place for pictures; `nil` for a wide and a narrow picture, of which the page
  /// shows one.
  var width: Double?
  /// Whether pictures have a table of their numbers.
  var hasNumbers = true

  var text: String { markup.text }

  mutating func write(_ report: Report) {
    markup.verbatim(
      "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n")
    markup.element("meta", ["charset": "utf-8"])
    markup.element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    markup.element("meta", ["name": "generator", "content": "growthloop"])
    markup.line()
    markup.element("title", words: report.title)
    markup.verbatim("\n<style>\n\(Stylesheet.text)\n</style>\n</head>\n<body>\n")
    writeHead(of: report)
    markup.verbatim("<main>\n")
    for section in report.sections { write(section) }
    markup.verbatim("</main>\n")
    markup.element("footer") { footer in
      footer.element(
        "p",
        words:
          "Made by growthloop from the files of the run. Intervals hold the truth in 95 of 100 "
          + "runs with other random numbers.")
    }
    markup.verbatim("\n</body>\n</html>\n")
  }

  private mutating func writeHead(of report: Report) {
    markup.verbatim("<header>\n")
    markup.element("h1", words: report.title)
    if let question = report.question {
      markup.element("p", ["class": "question"], words: question)
    }
    if let answer = report.answer { write(answer) }
    if let verdict = report.verdict {
      markup.element("p", ["class": "verdict v-\(verdict.gates.rawValue)"]) { box in
        box.element("strong", words: verdict.gates.mark)
        box.words(" ")
        box.element("span", words: verdict.words)
      }
    }
    if !report.facts.isEmpty {
      markup.element("dl", ["class": "facts"]) { list in
        for fact in report.facts {
          // A long value has a line of its own: in a column it would break into many.
          let isLong =
            fact.value.count > Self.longestInColumn.value
            || fact.value.split(separator: " ").contains { $0.count > Self.longestInColumn.word }
          list.element("div", isLong ? ["class": "long"] : [:]) { pair in
            pair.element("dt", words: fact.name)
            pair.element("dd", words: fact.value)
          }
        }
      }
    }
    if let command = report.command {
      markup.element("pre") { $0.element("code", words: command) }
    }
    writeContents(of: report)
    markup.verbatim("\n</header>\n")
  }

  mutating func write(_ answer: ReportAnswer) {
    for lead in answer.leads { markup.element("p", ["class": "answer"], words: lead) }
    for ground in answer.grounds { markup.element("p", ["class": "basis"], words: ground) }
  }

  /// The longest word, and the longest value, that a column of facts holds on a phone.
  private static let longestInColumn = (word: 18, value: 40)

  private mutating func writeContents(of report: Report) {
    guard report.sections.count > 2 else { return }
    markup.element("nav", ["aria-label": "Contents"]) { nav in
      let owners = report.sections.map(\.owner).reduce(into: [""]) { owners, owner in
        if owners.last != owner { owners.append(owner) }
      }
      for owner in owners {
        let sections = report.sections.filter { $0.owner == owner }
        guard !owner.isEmpty else {
          Self.write(links: sections, to: &nav)
          continue
        }
        // The sections of other reports are too many to be open.
        nav.element("details") { details in
          details.element("summary", words: owner)
          Self.write(links: sections, to: &details)
        }
      }
    }
  }

  private static func write(links sections: [Section], to nav: inout Markup) {
    nav.element("ul") { list in
      for section in sections {
        list.element("li") { item in
          item.element("a", ["href": "#\(section.anchor)"], words: section.title)
        }
      }
    }
  }

  private mutating func write(_ section: Section) {
    markup.verbatim("<section>\n")
    markup.element("h2", ["id": section.anchor], words: section.heading)
    markup.line()
    for block in section.blocks { write(block) }
    markup.verbatim("</section>\n")
  }
}

extension ReportHTML {
  /// The number of rows from which on a table is collapsed: under a picture, which has said it, and by
  /// itself.
  private static let mostOpenRows = (underPicture: 4, alone: 60)

  /// The number of rows beyond which a table is printed only if opened: it would fill pages.
  private static let mostRowsOnPaper = 60

  /// The number of columns from which on a table is wider than a phone.
  private static let fewestStackedColumns = 4

  /// The number of rows up to which a wide table is a stack of cells on a phone, and the length of a cell
  /// from which on any is: others scroll beside their first column.
  private static let stacked = (rows: 5, cell: 60)

  /// The length of the names of rows from which on they have a wider column on a phone.
  private static let longestName = 22

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
        ? write(Figure.table(figures), open: Self.mostOpenRows.alone)
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
          + "interval; green ground is where the gate is kept.", .bullets(BulletChart(rows)))
      if !bullets.isEmpty { write(bullets) }
      // The gates are the reader's main interest: always open.
      write(Table(gates: rows, marking: true), open: .max)
      let remarks = rows.remarks
      if !remarks.isEmpty { write(.list(remarks)) }
    case .settings(let rows): write(Table(rows), called: "All of them")
    case .disclosure(let summary, let blocks):
      markup.verbatim("<details>")
      markup.element("summary", words: summary)
      for block in blocks { write(block) }
      markup.verbatim("</details>")
    }
    markup.line()
  }

  /// Writes a chart for a wide and for a narrow page, and its numbers.
  private mutating func write(_ chart: Chart, with table: Table, called name: String) {
    write(chart)
    if hasNumbers, !chart.isEmpty || !table.rows.isEmpty { write(table, called: name) }
  }

  private mutating func write(_ chart: Chart) {
    guard !chart.isEmpty else {
      markup.element("p", words: "\(chart.title): there is nothing to draw.")
      return
    }
    charts += 1
    let id = "\(id)\(charts)"
    markup.verbatim("<figure>\n<figcaption>")
    markup.element("h3", words: chart.title)
    markup.element("p", words: chart.caption)
    markup.verbatim("</figcaption>\n")
    if let width {
      markup.verbatim(chart.svg(width: width, id: id) + "</figure>\n")
      return
    }
    markup.verbatim("<div class=\"desk\">")
    markup.verbatim(chart.svg(width: 900, id: id))
    markup.verbatim("</div>\n<div class=\"phone\">")
    markup.verbatim(chart.svg(width: 360, id: id + "n"))
    markup.verbatim("</div>\n</figure>\n")
  }

  private mutating func write(
    _ table: Table, called name: String = "The numbers",
    open most: Int = mostOpenRows.underPicture
  ) {
    let isLong = table.rows.count > most
    let isWordy = table.rows.contains { $0.contains { $0.count > Self.stacked.cell } }
    let isStacked =
      (isWordy || table.rows.count <= Self.stacked.rows)
      && table.columns.count >= Self.fewestStackedColumns
    if isLong {
      let isForPaper = table.rows.count <= Self.mostRowsOnPaper
      markup.verbatim(isForPaper ? "<details>" : "<details class=\"endless\">")
      markup.element("summary", words: "\(name) (\(table.rows.count) rows)")
    }
    markup.element("div", ["class": "scroll"]) { box in
      let isLong = table.rows.contains { ($0.first?.count ?? 0) > Self.longestName }
      let kind = isStacked ? "stack" : isLong ? "long" : ""
      box.element("table", kind.isEmpty ? [:] : ["class": kind]) { element in
        element.element("thead") {
          Self.row("th", table.columns.map(\.title), of: table, false, &$0)
        }
        element.element("tbody") { body in
          for row in table.rows { Self.row("td", row, of: table, isStacked, &body) }
        }
      }
    }
    if isLong { markup.verbatim("</details>") }
    markup.line()
  }

  private static func row(
    _ name: String, _ cells: [String], of table: Table, _ isStacked: Bool,
    _ markup: inout Markup
  ) {
    markup.element("tr") { row in
      for (cell, column) in zip(cells, table.columns) {
        // A phone has no place for the names that files have.
        if column.title == "id" {
          row.element(name, ["class": "id"], words: cell)
          continue
        }
        switch (column.isNumeric, isStacked) {
        case (false, false): row.element(name) { $0.keys(cell) }
        case (true, false): row.element(name, ["class": style(cell)], words: cell)
        // On a phone the title of the column stands beside the cell.
        case (false, true): row.element(name, ["data-l": column.title], words: cell)
        case (true, true):
          row.element(name, ["class": style(cell), "data-l": column.title], words: cell)
        }
      }
    }
  }

  /// The classes of a number: a long one, such as an interval with its evidence, is broken into lines.
  private static func style(_ cell: String) -> String { cell.count > 20 ? "n w" : "n" }

  private mutating func writeMeanings(of figures: [Figure]) {
    let meanings = figures.compactMap { figure in
      figure.meaning.map { [figure.label ?? figure.key, figure.key, $0] }
    }
    guard !meanings.isEmpty else { return }
    markup.verbatim("<details>")
    markup.element("summary", words: "What each figure means")
    write(Table(["metric", "id", "meaning"], meanings), called: "Meanings")
    markup.verbatim("</details>")
  }
}
