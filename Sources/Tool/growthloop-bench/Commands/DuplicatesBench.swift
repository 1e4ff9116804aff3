import Foundation
import GrowthloopFindings
import GrowthloopReports

/// `growthloop-bench duplicates`: precision and recall of duplicate search in the FEBRL registers.
struct DuplicatesBench: RunnableCommand {
  static let name = "duplicates"
  static let summary = "how well duplicates are found in the FEBRL registers, and how fast"
  static let manual = Manual(
    "duplicates --febrl DIR [--json]",
    about: "How well duplicates are found in the FEBRL registers, and how fast.",
    options: [febrl, .json.meaning("the same as one JSON document")],
    examples: "growthloop-bench duplicates --febrl /tmp/febrl")

  private static let febrl = CommandOption(
    "--febrl", "DIR", "the folder that Tests/Oracles/febrl_oracle.py wrote", completion: .folder)

  private let folder: String
  private let isJSON: Bool

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    try Self(arguments).run(on: console)
  }

  private init(_ arguments: Arguments) throws {
    guard let folder = try arguments.one(Self.febrl) else {
      throw UsageError(
        description:
          "'growthloop-bench duplicates' needs '--febrl DIR', as Tests/Oracles/febrl_oracle.py makes it"
      )
    }
    self.folder = folder
    isJSON = arguments.has(.json)
  }

  private func run(on console: any Console) throws -> ExitCode {
    let report = DuplicatesReport(rows: try books().map { DuplicateBenchmark().measure($0) })
    try console.write(isJSON ? report.json() : report.description)
    return .success
  }

  private func books() throws -> [RegisterBook] {
    guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw InputOutputError(description: "cannot open the folder '\(folder)'")
    }
    let names = files.filter { $0.hasSuffix(".csv") }.sorted()
    guard !names.isEmpty else {
      throw InputOutputError(
        description: "'\(folder)' has no .csv file; Tests/Oracles/febrl_oracle.py makes them")
    }
    return try names.map { name in
      let text = String(decoding: try InputFile.bytes(of: "\(folder)/\(name)"), as: UTF8.self)
      do {
        return try RegisterBook(name, csv: text)
      } catch {
        throw InputOutputError(description: "\(folder)/\(error)")
      }
    }
  }
}

/// The table of the results.
struct DuplicatesReport: Encodable, CustomStringConvertible {
  let machine = Machine.description
  let build = Machine.build
  let rows: [DuplicateBenchmark.Row]

  var description: String {
    let found = TextTable(
      header: ["register", "entries", "true", "of", "found", "wrong", "precision", "recall", "F1"],
      rows: rows.flatMap { row in
        [
          ("pairs from 70%", row.pairs), ("groups of them", row.groups),
          ("merged unasked", row.merged),
        ]
        .map { name, accuracy in
          [
            row.book, "\(row.records)", "\(row.truePairs)", name, "\(accuracy.found)",
            "\(accuracy.wrong)", accuracy.precision.text(decimals: 5),
            accuracy.recall.text(decimals: 5), accuracy.f1.text(decimals: 5),
          ]
        }
      })
    let bands = TextTable(
      header: ["register", "confidence from", "pairs", "mean confidence", "right"],
      rows: rows.flatMap { row in
        row.bands.map { band in
          [
            row.book, band.from.text(decimals: 2), "\(band.pairs)",
            band.meanConfidence.text(decimals: 4), band.right.text(decimals: 4),
          ]
        }
      })
    let times = rows.map {
      "\($0.book): \($0.coreSeconds.text(decimals: 3)) s of a core for a search\n"
    }
    return """
      \(machine), \(build) build

      \(found)
      \(bands)
      \(times.joined())
      """
  }
}
