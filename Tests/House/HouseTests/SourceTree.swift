import Foundation

/// The Swift files below some folders of the package.
struct SourceTree {
  struct File {
    /// The path from the root of the package.
    let path: String
    let text: String

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  }

  /// The root of the package.
  static let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  /// In the order of their paths.
  let files: [File]

  init(below folders: [String]) throws {
    let root = Self.root
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
