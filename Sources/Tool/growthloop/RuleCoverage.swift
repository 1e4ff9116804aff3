import Foundation
import GrowthloopFindings
import GrowthloopReports
import Profiles
import Vocabulary

/// The rows of the catalogue, with the rules that decide them and the tests that name them.
///
/// Read from the tests of a checkout, whose folder `Rules` lists the rows and what is left out.
struct RuleCoverage {
  let rows: [CatalogueRow]
  let leftOut: [LeftOutRow]
  let titles: TestTitles

  /// Reads the folder of the tests, and throws every mistake of its two lists at once.
  init(tests folder: String) throws {
    let rows = try Table(folder, "rows.tsv", header: ["id", "kind", "document"])
    let leftOut = try Table(folder, "left-out.tsv", header: ["id", "cause", "reason"])
    var mistakes = rows.mistakes + leftOut.mistakes
    self.rows = rows.lines.compactMap { line in
      guard let id = RuleID(line.cells[0]) else {
        mistakes.append("\(line.place): '\(line.cells[0])' is no id of a row")
        return nil
      }
      return CatalogueRow(id: id, kind: line.cells[1], document: line.cells[2])
    }
    self.leftOut = leftOut.lines.compactMap { line in
      guard let cause = LeftOutRow.Cause(rawValue: line.cells[1]) else {
        let known = LeftOutRow.Cause.allCases.map(\.rawValue).joined(separator: ", ")
        mistakes.append("\(line.place): '\(line.cells[1])' is no cause; write one of \(known)")
        return nil
      }
      return LeftOutRow(id: line.cells[0], cause: cause, reason: line.cells[2])
    }
    var titles = TestTitles()
    // An enumerator does not follow a link to a folder.
    let root = URL(filePath: folder).resolvingSymlinksInPath().path
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    for file in files.filter({ $0.hasSuffix(".swift") }).sorted() {
      let bytes = try InputFile.bytes(of: "\(folder)/\(file)")
      titles.add(String(decoding: bytes, as: UTF8.self), file: file)
    }
    self.titles = titles
    guard mistakes.isEmpty else {
      throw UnfitInput(description: mistakes.joined(separator: "\n"))
    }
  }

  /// The rows that neither a test names nor the list leaves out.
  var uncovered: [CatalogueRow] {
    let known = Set(leftOut.map(\.id))
    return rows.filter { titles.byRow[$0.id] == nil && !known.contains($0.id.description) }
  }

  /// The lines of the list that say too much: a test names the row, or there is no such row.
  var stale: [LeftOutRow] {
    let ids = Set(rows.map(\.id.description))
    return leftOut.filter { line in
      !ids.contains(line.id) || RuleID(line.id).flatMap { titles.byRow[$0] } != nil
    }
  }

  /// The ids that tests name of a system that the catalogue has, without being rows of it.
  var unknown: [RuleID] {
    let ids = Set(rows.map(\.id))
    let systems = Set(rows.map(\.id.system))
    return titles.byRow.keys.filter { systems.contains($0.system) && !ids.contains($0) }.sorted()
  }
}

/// A table of cells between tabs.
private struct Table {
  struct Line {
    let place: String
    let cells: [String]
  }

  private(set) var lines: [Line] = []
  private(set) var mistakes: [String] = []

  init(_ folder: String, _ name: String, header: [String]) throws {
    let path = "\(folder)/Rules/\(name)"
    guard FileManager.default.fileExists(atPath: path) else {
      throw UnfitInput(
        description:
          "'\(path)' is not there: '--tests DIR' names the folder of the tests in a checkout "
          + "of this project")
    }
    let text = String(decoding: try InputFile.bytes(of: path), as: UTF8.self)
    for (number, line) in text.split(separator: "\n").enumerated() where number > 0 {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let place = "\(path):\(number + 1)"
      if cells.count == header.count, !cells.contains("") {
        lines.append(Line(place: place, cells: cells))
      } else {
        mistakes.append("\(place): needs \(header.joined(separator: ", ")), with a tab between")
      }
    }
  }
}

/// A row of the catalogue, which numbers what the documents say.
struct CatalogueRow: Hashable {
  let id: RuleID
  /// What the row is about: rule, model, copy, event, metric, service, budget, privacy.
  let kind: String
  /// The document that says it.
  let document: String
}

/// A row that no test can prove, with the reason.
struct LeftOutRow: Hashable, Encodable {
  /// Why a row is left out.
  enum Cause: String, CaseIterable, Encodable {
    /// A plan, an aim or a remark: there is nothing to decide.
    case paper
    /// Only an app has it: a screen, a sensor of the system, a person's impression.
    case screen
    /// The documents leave it undecided.
    case open
    /// It waits for a part of the tool that does not exist.
    case later

    var words: String {
      switch self {
      case .paper: "a plan, an aim or a remark, with nothing to decide"
      case .screen: "only an app has it"
      case .open: "the documents leave it undecided"
      case .later: "the tool does not have what it needs"
      }
    }
  }

  let id: String
  let cause: Cause
  let reason: String
}

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

/// The titles of tests that name rows of the catalogue, by the row.
struct TestTitles {
  /// A title, and the file that it stands in.
  struct Title: Hashable, Encodable {
    let title: String
    let file: String
  }

  private(set) var byRow: [RuleID: [Title]] = [:]

  /// Adds the titles of suites and tests in one Swift file, each under every id that it names.
  mutating func add(_ source: String, file: String) {
    for title in Self.titles(in: source) {
      let words = title.split { !($0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "-")) }
      for id in Set(words.compactMap { RuleID(String($0)) }) {
        byRow[id, default: []].append(Title(title: title, file: file))
      }
    }
  }

  /// Returns what `@Suite("…")`, `@Test("…")` and the functions with a quoted name say, in order.
  static func titles(in source: String) -> [String] {
    let bytes = Array(source.utf8)
    var titles: [String] = []
    var at = 0
    while at < bytes.count {
      guard let opening = Opening.all.first(where: { $0.stands(in: bytes, at: at) }) else {
        at += 1
        continue
      }
      at += opening.text.count
      if opening.hasQuote {
        while at < bytes.count, blanks.contains(bytes[at]) { at += 1 }
        guard at < bytes.count, bytes[at] == opening.end else { continue }
        at += 1
      }
      let title = bytes[at...].prefix { $0 != opening.end }
      titles.append(String(decoding: title, as: UTF8.self))
      at += title.count
    }
    return titles
  }

  private static let blanks = Array(" \t\n".utf8)

  /// What stands before a title, and the sign that ends it.
  private struct Opening {
    let text: [UInt8]
    let end: UInt8
    /// Whether blanks and a quotation mark stand before the title.
    let hasQuote: Bool

    static let all = [
      Opening(text: Array("@Suite(".utf8), end: UInt8(ascii: "\""), hasQuote: true),
      Opening(text: Array("@Test(".utf8), end: UInt8(ascii: "\""), hasQuote: true),
      Opening(text: Array("func `".utf8), end: UInt8(ascii: "`"), hasQuote: false),
    ]

    func stands(in bytes: [UInt8], at place: Int) -> Bool {
      // Most bytes end here: files are long, and tests are not optimised.
      guard bytes[place] == text[0] else { return false }
      return bytes[place...].starts(with: text)
    }
  }
}
