/// Rows under a header, for a terminal or for a page.
struct ReportTable {
  let header: [String]
  var rows: [[String]] = []

  /// As the terminal shows it.
  var text: String { "\(TextTable(header: header, rows: rows, widest: 60))" }

  /// As Markdown shows it.
  var markdown: String {
    ([header, header.map { _ in "---" }] + rows).map { cells in
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }.joined()
  }
}
