import Foundation

/// The Swift files below some folders of the package.
struct SourceTree {
  struct File {
    /// The path from the root of the package.
    let path: String
    let text: String

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  }

  /// In the order of their paths.
  let files: [File]

  init(below folders: [String]) throws {
    let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }
    var paths: [String] = []
    for folder in folders {
      let inside = try FileManager.default.subpathsOfDirectory(
        atPath: root.appending(path: folder).path)
      paths += inside.filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
    }
    files = try paths.sorted().map { path in
      File(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
    }
  }

  init(_ files: [File]) { self.files = files }
}
