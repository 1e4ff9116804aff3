import Foundation
import Testing

@Suite("Sources · a file is a subject with a name of its own")
struct FileNameTests {
  @Test func `no two Swift files share a name`() throws {
    let files = try SourceTree(below: ["Sources", "Tests"]).files
    // Swift demands this name for the entry point of an executable.
    let named = Dictionary(grouping: files.filter { $0.name != "main.swift" }, by: \.name)
    let shared = named.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
      .map { "\($0.key): \($0.value.map(\.path).joined(separator: ", "))" }
    #expect(shared.isEmpty, "rename one of each:\n\(shared.joined(separator: "\n"))")
  }

  @Test func `no file is a slip`() throws {
    let slips = try SourceTree(below: ["Sources"]).files.filter {
      $0.name != "main.swift" && $0.text.count(where: \.isNewline) < 30
    }
    .map(\.path)
    #expect(slips.isEmpty, "let each stand with its subject: \(slips)")
  }

  /// Returns the folders of `tree` below which one file stands; that of a target may have one.
  private static func slipFolders(of tree: SourceTree, targets: Set<String>) -> [String] {
    var counts: [String: Int] = [:]
    for file in tree.files {
      var folder = file.path[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        counts[String(folder), default: 0] += 1
      }
    }
    return counts.filter { $0.value == 1 && !targets.contains($0.key) }.keys.sorted()
  }

  @Test func `no folder has one file alone`() throws {
    let folders = try Self.slipFolders(
      of: SourceTree(below: ["Sources", "Tests"]),
      targets: Set(Manifest().targets.map(\.path))
    )
    .filter { folder in
      let path = SourceTree.root.appending(path: folder).path
      return try FileManager.default.contentsOfDirectory(atPath: path).count == 1
    }
    #expect(folders.isEmpty, "let the file stand one folder higher: \(folders)")
  }

  @Test func `a folder of one file is found, and that of a target passed over`() {
    let paths = ["A/One/A.swift", "A/B.swift", "A/Two/C.swift", "A/Two/Deep/D.swift", "B/E.swift"]
    let tree = SourceTree(paths.map { SourceTree.File(path: $0, text: "") })
    #expect(Self.slipFolders(of: tree, targets: ["B"]) == ["A/One", "A/Two/Deep"])
  }
}
