import GrowthloopFindings
import Foundation
import Profiles
import GrowthloopReports
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
