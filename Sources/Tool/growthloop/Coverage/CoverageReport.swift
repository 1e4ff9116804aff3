import Profiles
import GrowthloopFindings
import Vocabulary

/// What `rules --coverage` prints: how much of the catalogue is decided, tested and left out.
struct CoverageReport: Encodable {
  /// The rows of one document.
  struct Document: Encodable {
    let name: String
    let rows: Int
    /// Rows that are rules of the code.
    let decided: Int
    /// Rows that a test names.
    let tested: Int
    let leftOut: Int
    let open: Int
  }

  let rows: Int
  let tested: Int
  let documents: [Document]
  let leftOut: [LeftOutRow]
  /// The rows that are neither tested nor left out.
  let open: [String]

  init(_ coverage: RuleCoverage) {
    let isTested = { (row: CatalogueRow) in coverage.titles.byRow[row.id] != nil }
    let open = Set(coverage.uncovered.map(\.id))
    let out = Set(coverage.leftOut.map(\.id))
    rows = coverage.rows.count
    tested = coverage.rows.count(where: isTested)
    leftOut = coverage.leftOut
    self.open = coverage.uncovered.map(\.id.description)
    var names: [String] = []
    for row in coverage.rows where !names.contains(row.document) { names.append(row.document) }
    documents = names.map { name in
      let rows = coverage.rows.filter { $0.document == name }
      return Document(
        name: name, rows: rows.count,
        decided: rows.count { RuleBook.rule($0.id.description) != nil },
        tested: rows.count(where: isTested),
        leftOut: rows.count { out.contains($0.id.description) },
        open: rows.count { open.contains($0.id) })
    }
  }

  /// The answer, a table by document, and what is left out with its reasons.
  func text(in form: TextForm) -> String {
    let answer =
      open.isEmpty
      ? "Every one of the \(rows) rows is named by a test (\(tested)) or left out with a reason "
        + "(\(leftOut.count))."
      : "Of \(rows) rows \(open.count) are neither named by a test nor left out: "
        + open.joined(separator: ", ")
    let table = TextTable(
      header: ["document", "rows", "rules of the code", "named by a test", "left out", "open"],
      rows: documents.map { document in
        [document.name]
          + [document.rows, document.decided, document.tested, document.leftOut, document.open]
          .map(String.init)
      })
    return TextTable.wrap(answer, to: form.width ?? 100).joined(separator: "\n") + "\n\n"
      + table.text(in: form) + LeftOutRow.Cause.allCases.map { section($0, form) }.joined()
  }

  private func section(_ cause: LeftOutRow.Cause, _ form: TextForm) -> String {
    let rows = leftOut.filter { $0.cause == cause }
    guard !rows.isEmpty else { return "" }
    let width = rows.map(\.id.count).max() ?? 0
    let lines = rows.flatMap { row in
      TextTable.wrap(
        "\(row.id.padded(to: width))  \(row.reason)", to: form.width ?? 100, hanging: width + 2)
    }
    return "\n\(rows.count) left out: \(cause.words)\n" + lines.joined(separator: "\n") + "\n"
  }
}
