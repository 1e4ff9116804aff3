import Foundation
import Testing

@Suite("Documentation · of what others may import")
struct DocumentationTests {
  /// The modules of the products GrowthloopRules and GrowthloopSimulation.
  static let modules = [
    "Vocabulary", "Invites", "Attribution", "Prompts", "Onboarding", "AddressBooks", "HomeSections",
    "Profiles", "SimulationKernel", "RandomStreams", "Statistics",
  ]

  @Test(arguments: modules)
  func `every public symbol has a comment, of its own or inherited`(module: String) throws {
    let graph = try SymbolGraph(of: module)
    #expect(graph.symbols.count > 20, "the graph is that of the module")
    let without = graph.symbols.filter { $0.isDeclared && $0.docComment == nil }
    #expect(
      without.isEmpty,
      "\(without.count) without: \(without.map(\.path).joined(separator: ", "))")
  }
}

/// The public symbols of a module, as the toolchain extracts them from what is built.
private struct SymbolGraph: Decodable {
  let symbols: [Symbol]

  struct Symbol: Decodable {
    struct Comment: Decodable {}
    struct Location: Decodable {}

    let pathComponents: [String]
    let docComment: Comment?
    let location: Location?

    /// Whether source declares it; the compiler makes the others, such as `!=`.
    var isDeclared: Bool { location != nil }
    var path: String { pathComponents.joined(separator: ".") }
  }

  /// - Throws: An error if the tool cannot run, or fails.
  init(of module: String) throws {
    let manager = FileManager.default
    let output = manager.temporaryDirectory.appending(path: "graphs-\(UUID())")
    try manager.createDirectory(at: output, withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: output) }
    let built = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let system = SourceTree.root.appending(path: "Sources/System").path
    #if arch(arm64)
      let target = "aarch64-unknown-linux-gnu"
    #else
      let target = "x86_64-unknown-linux-gnu"
    #endif
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "swift-symbolgraph-extract", "-module-name", module, "-target", target,
        "-minimum-access-level", "public", "-output-dir", output.path,
        "-I", built.appending(path: "Modules").path,
      ]
      + (try manager.contentsOfDirectory(atPath: system).sorted().flatMap {
        ["-I", "\(system)/\($0)"]
      })
    try process.run()
    process.waitUntilExit()
    let text = try Data(contentsOf: output.appending(path: "\(module).symbols.json"))
    self = try JSONDecoder().decode(SymbolGraph.self, from: text)
  }
}
