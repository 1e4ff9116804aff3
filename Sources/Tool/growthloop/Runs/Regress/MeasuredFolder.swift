import Foundation
import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports

/// The folder of a finished run, of this build or of another.
///
/// It reads only the common formats of all versions: the head of `run.json`, and the CSV files.
package struct MeasuredFolder {
  let folder: String
  /// The name in reports.
  let name: String
  let run: Head

  /// The fields of `run.json` that a comparison requires.
  struct Head: Decodable {
    let kind: String?
    let title: String?
    let seed: UInt64?
    let replications: Int?
    let machine: String?
    let build: String?
    let rules: [Spoken]?

    struct Spoken: Decodable {
      let rule: String
      let mean: Double?
    }
  }

  init(_ folder: String, called name: String? = nil) throws {
    self.folder = folder
    self.name = name ?? folder
    let file = "\(folder)/run.json"
    do {
      run = try JSONDecoder().decode(Head.self, from: Data(try InputFile.bytes(of: file)))
    } catch is DecodingError {
      // This call reports where the text is not JSON, or which version wrote it.
      _ = try ResultFolder(path: folder).files.head()
      throw UnfitInput(description: "'\(file)' is not a result that can be compared")
    }
  }

  /// The comparison of such runs; `nil` if there is none.
  var comparison: RunnableKind.Comparison? {
    RunnableKind.all.lazy.compactMap(\.comparison).first { $0.run.kind == run.kind }
  }

  func has(_ file: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(file)")
  }

  func text(_ file: String) throws -> String {
    String(decoding: try InputFile.bytes(of: "\(folder)/\(file)"), as: UTF8.self)
  }

  /// Returns the cells of a CSV without quotes, by column name.
  func rows(_ file: String) throws -> [[String: String]] {
    let lines = try text(file).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    guard let header = lines.first else { return [] }
    return lines.dropFirst().map { cells in
      Dictionary(zip(header, cells)) { first, _ in first }
    }
  }
}
