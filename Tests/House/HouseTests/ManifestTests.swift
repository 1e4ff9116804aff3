import Foundation
import Testing

/// The targets of `Package.swift`, as the toolchain reads them.
struct Manifest: Decodable {
  struct Target: Decodable {
    struct Dependency: Decodable {
      let name: String

      init(from decoder: any Decoder) throws {
        let kinds = try decoder.singleValueContainer().decode([String: [Name?]].self)
        name = kinds.values.first?.first??.text ?? ""
      }

      /// A name, or the condition beside it.
      private struct Name: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws {
          text = try? decoder.singleValueContainer().decode(String.self)
        }
      }
    }

    let name: String
    let type: String
    let path: String
    let dependencies: [Dependency]

    /// The name of its folder, by which the pages call it.
    var room: String { path.split(separator: "/").last.map(String.init) ?? path }
    var isOfSystem: Bool { path.hasPrefix("Sources/System/") }
    var isOfTests: Bool { path.hasPrefix("Tests/") }
    /// What an import calls it.
    var module: String { name.replacing("-", with: "_") }
  }

  let targets: [Target]

  /// - Throws: An error if the toolchain cannot read the manifest.
  init() throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "manifest-\(UUID())")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "-u", "GROWTHLOOP_ROOMS", "swift", "package", "--package-path", SourceTree.root.path,
      "--scratch-path", scratch.path, "dump-package",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    self = try JSONDecoder().decode(Manifest.self, from: text)
  }
}

@Suite("Rooms · what the manifest, the pages and the Makefile say of them")
struct ManifestTests {
  private static func modules(imported file: SourceTree.File) -> [String] {
    let statement =
      #/^ *(?:@\w+ |public |package |internal |private |fileprivate )*import (?:(?:struct|enum|class|func|typealias|protocol|let|var) )?(\w+)/#
    return file.text.split(separator: "\n").compactMap { line in
      line.prefixMatch(of: statement).map { String($0.1) }
    }
  }

  @Test func `a target depends on what it imports, and on nothing else`() throws {
    let targets = try Manifest().targets
    let tree = try SourceTree(below: ["Sources", "Tests"])
    let modules = Set(targets.map(\.module))
    let programs = Set(targets.filter { $0.type == "executable" }.map(\.name))
    // These tests read sources and what is built of them.
    for target in targets where !target.isOfSystem && target.name != "HouseTests" {
      let files = tree.files.filter { $0.path.hasPrefix(target.path + "/") }
      let imported = Set(files.flatMap(Self.modules)).intersection(modules)
      // Every target of tests may use what they share, and run a program.
      let declared = Set(target.dependencies.map(\.name).filter { !programs.contains($0) })
      let needless = declared.filter { !imported.contains($0) }
        .subtracting(target.isOfTests ? ["TestSupport"] : [])
      let missing = imported.subtracting(
        target.dependencies.map { $0.name.replacing("-", with: "_") }
      )
      .subtracting([target.module])
      #expect(needless.isEmpty, "\(target.name) imports none of \(needless.sorted())")
      #expect(missing.isEmpty, "\(target.name) imports \(missing.sorted()), and does not say so")
    }
  }

  // MARK: Pages

  private static let catalogue = "Sources/Tool/growthloop/Growthloop.docc"

  private static func page(_ name: String) throws -> String {
    let url = SourceTree.root.appending(path: "\(catalogue)/\(name).md")
    return try String(contentsOf: url, encoding: .utf8)
  }

  /// The words in code type of a page, without those of its examples.
  private static func codes(of text: String) -> [Substring] {
    text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }
      .flatMap { $0.element.matches(of: #/`([^`\n]+)`/#).map(\.output.1) }
  }

  @Test func `the architecture page names every room`() throws {
    let named = Set(Self.codes(of: try Self.page("Architecture")).map(String.init))
    let unnamed = try Manifest().targets.filter { $0.path.hasPrefix("Sources/") }.map(\.room)
      .filter { !named.contains($0) }
    #expect(unnamed.isEmpty, "give each a row: \(unnamed)")
  }

  @Test func `every path that a page names is there`() throws {
    let manager = FileManager.default
    let pages = try manager.contentsOfDirectory(
      atPath: SourceTree.root.appending(path: Self.catalogue).path
    ).filter { $0.hasSuffix(".md") && $0 != "ChangeLog.md" }.map { String($0.dropLast(3)) }
    let tops = ["Sources/", "Tests/", "scenarios/", ".ci/", ".release/"]
    for page in pages {
      for code in Self.codes(of: try Self.page(page))
      where tops.contains(where: code.hasPrefix) && !code.contains(where: { " *<…".contains($0) }) {
        let path = SourceTree.root.appending(path: String(code)).path
        #expect(manager.fileExists(atPath: path), "\(page) names \(code)")
      }
    }
  }

  @Test func `every file that the two pages of the house name is there`() throws {
    let names = Set(try SourceTree(below: ["Sources", "Tests"]).files.map(\.name))
      .union(["Package.swift"])
    for page in ["Architecture", "Contributing"] {
      for code in Self.codes(of: try Self.page(page)) where code.hasSuffix(".swift") {
        let name = code.split(separator: "/").last.map(String.init) ?? ""
        #expect(name.contains("…") || names.contains(name), "\(page) names \(code)")
      }
    }
  }

  @Test func `each row of what can be changed has a path`() throws {
    let section = try Self.page("Contributing").split(separator: "## Where things are").last ?? ""
    let rows = section.prefix(while: { $0 != "#" }).split(separator: "\n")
      .filter { $0.hasPrefix("| ") }.dropFirst(2)
    #expect(rows.count > 25)
    for row in rows { #expect(row.contains("`Sources/"), "\(row)") }
  }

  // MARK: Makefile

  /// The suites that a filter such as `RoomTests\.(OneTests|OtherTests)` names, by their targets.
  private static func filters(in text: String) -> [(target: String, suite: String)] {
    text.matches(of: #/(\w+Tests)\\?\.\*?(\([A-Za-z|]+\)|[A-Za-z]+)/#).flatMap { match in
      match.output.2.split { "(|)".contains($0) }.map { (String(match.output.1), String($0)) }
    }
  }

  @Test func `what the Makefile filters by is there`() throws {
    let text = try String(
      contentsOf: SourceTree.root.appending(path: "Makefile"), encoding: .utf8)
    let targets = try Manifest().targets
    let tree = try SourceTree(below: ["Tests"])
    for (target, suite) in Self.filters(in: text) {
      let path = targets.first { $0.name == target }?.path
      #expect(path != nil, "\(target) is no target")
      let isThere = tree.files.contains { file in
        file.path.hasPrefix("\(path ?? "?")/")
          && ["struct ", "class "].contains { file.text.contains($0 + suite) }
      }
      #expect(isThere, "\(target) has no suite \(suite)")
    }
    let suites = tree.files.map(\.text).joined()
    for word in text.matches(of: #/\b[A-Z]\w+Tests\b/#).map(\.output) {
      #expect(
        targets.contains { $0.name == word } || suites.contains("struct \(word)")
          || suites.contains("class \(word)"), "\(word) is neither target nor suite")
    }
  }

  @Test func `a filter is read with each of its suites`() {
    let read = Self.filters(
      in: #"A := OneTests\.(XTests|YTests)|TwoTests.ZTests|ThreeTests.*(Room)"#)
    #expect(
      read.map { "\($0.target).\($0.suite)" } == [
        "OneTests.XTests", "OneTests.YTests", "TwoTests.ZTests", "ThreeTests.Room",
      ])
  }
}
