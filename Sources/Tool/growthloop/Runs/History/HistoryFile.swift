import Foundation
import GrowthloopReports

/// A history file: one measurement a line, never rewritten.
package struct HistoryFile {
  /// The limit of mistakes reported one by one.
  static let mostComplaints = 20

  let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Reads all measurements.
  ///
  /// - Throws: An error with every line that is not a measurement.
  package func read() throws -> [HistoryEntry] {
    let (entries, mistakes) = HistoryEntry.readAll(try InputFile.bytes(of: path))
    let more = mistakes.count - Self.mostComplaints
    guard mistakes.isEmpty else {
      throw UnfitInput(
        description: mistakes.prefix(Self.mostComplaints).map { "\(path):\($0)" }
          .joined(separator: "\n")
          + (more > 0 ? "\nand \(more) more such lines" : ""))
    }
    return entries
  }

  /// Appends a measurement to what is there: completely, or not at all.
  func append(_ entry: HistoryEntry, to output: OutputFile) throws {
    let isNew = output.isStream || !FileManager.default.fileExists(atPath: path)
    var bytes = isNew ? [] : try InputFile.bytes(of: path)
    // An incomplete last line stays a separate line.
    if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
    try output.write(bytes + (entry.line + "\n").utf8)
  }
}
