import Foundation
import JSON
import Regressions

/// The folder of a run that is over.
struct ResultFiles {
  let folder: String
  /// What reports call it.
  let name: String
  /// What `run.json` says.
  let run: JSONValue

  init(_ folder: String, called name: String? = nil) throws {
    self.folder = folder
    self.name = name ?? folder
    let file = "\(folder)/run.json"
    let bytes = try InputFile.bytes(of: file)
    do throws(JSONParser.Mistake) {
      run = try JSONParser.parse(bytes)
    } catch {
      throw UnfitInput(description: "'\(file)' is no JSON: \(error.words)")
    }
  }

  /// What kind of run it was; `nil` where nothing here compares such runs.
  var kind: PlanKind? {
    if run["times"] != nil, run["memory"] != nil { return .contacts }
    if run["loop"] != nil, run["all"] != nil { return .load }
    if run["digests"] != nil, run["metrics"] != nil { return .growth }
    return nil
  }

  static func isFolder(_ path: String) -> Bool {
    let values = try? URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey])
    return values?.isDirectory ?? false
  }

  func has(_ file: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(file)")
  }

  func text(_ file: String) throws -> String {
    String(decoding: try InputFile.bytes(of: "\(folder)/\(file)"), as: UTF8.self)
  }

  /// Cells of a CSV without quotes, by the names of their columns.
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

/// What a plan makes happen.
enum PlanKind: String, Encodable {
  case load, contacts, growth
}
