import Foundation
import Regressions

/// A history on disk: a measurement a line, never rewritten.
struct HistoryFile {
  /// How many mistakes are told one by one.
  static let mostComplaints = 20

  let path: String

  init(_ path: String) {
    self.path = path
  }

  /// Reads all measurements, or throws every line that is none.
  func read() throws -> [HistoryEntry] {
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

  /// Adds a measurement at the end, whole or not at all.
  func append(_ entry: HistoryEntry) throws {
    let file = URL(filePath: path)
    var bytes = FileManager.default.fileExists(atPath: path) ? try InputFile.bytes(of: path) : []
    // A line that lost its end stays a line of its own.
    if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
    bytes += (entry.line + "\n").utf8
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file, options: .atomic)
    } catch {
      throw InputOutputError(
        description: "'\(path)' cannot be written: \(FileObstacle.reason(error))")
    }
  }
}
