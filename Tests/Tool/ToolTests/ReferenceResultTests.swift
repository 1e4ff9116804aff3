import Foundation
import GrowthloopPlans
import TestSupport
import Testing

@testable import growthloop

@Suite("results · come out the same again", .timeLimit(.minutes(60)))
struct ReferenceResultTests {
  /// The digests of all events, a line for each replication, as `run.json` has them.
  private static func digests(_ json: String) -> [Substring] {
    guard let start = json.firstRange(of: "\"digests\" : ["),
      let end = json[start.upperBound...].firstIndex(of: "]")
    else { return [] }
    return json[start.upperBound..<end].split(whereSeparator: { ", \n\"".contains($0) })
  }

  private static let results = packageFolder.appending(path: "results")

  /// The scenarios with results; that of the study of matchers gives no events.
  static let names: [String] = {
    let kept = try? FileManager.default.contentsOfDirectory(atPath: results.path)
    return (kept ?? []).filter { !["history", "matching-study"].contains($0) }.sorted()
  }()

  private static func run(_ name: String, _ further: [String]) async -> String {
    let scenario = packageFolder.appending(path: "scenarios/\(name).yaml").path
    return await growthloopOnThread(["simulate", scenario, "--json"] + further).output
  }

  // `make results` writes all of them anew; here one replication must do.
  @Test(arguments: names)
  func `the first replication has the events that the reference has`(name: String) async throws {
    let file = Self.results.appending(path: "\(name)/run.json")
    let reference = Self.digests(try String(contentsOf: file, encoding: .utf8))
    #expect(reference.count >= 32)
    let found = await Self.run(name, ["--replications", "1"])
    #expect(
      Self.digests(found) == Array(reference.prefix(1)), "the results are stale: make results")
  }

  @Test func `the study of matchers finds what the reference has`() async throws {
    // The path of the file alone may differ.
    func lines(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { !$0.contains("\"command\"") }
    }
    let file = Self.results.appending(path: "matching-study/run.json")
    let reference = lines(try String(contentsOf: file, encoding: .utf8))
    #expect(lines(await Self.run("matching-study", [])) == reference)
  }

  @Test func `every scenario has its results, and they tell of no machine and no time`() throws {
    let manager = FileManager.default
    let folder = packageFolder.path + "/scenarios"
    let scenarios = try manager.contentsOfDirectory(atPath: folder).filter {
      $0.hasSuffix(".yaml") && SourceLoader.disk().planKind("\(folder)/\($0)") == nil
    }
    let kept = try manager.contentsOfDirectory(atPath: packageFolder.path + "/results")
    #expect(
      kept.filter { $0 != "history" && !scenarios.contains("\($0).yaml") } == [],
      "results of no scenario: remove them"
    )
    var bytes = 0
    for name in scenarios.map({ $0.dropLast(5) }) {
      let folder = packageFolder.appending(path: "results/\(name)")
      #expect(
        try manager.contentsOfDirectory(atPath: folder.path).sorted() == [
          "run.json", "summary.txt",
        ])
      for file in ["run.json", "summary.txt"] {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        bytes += text.utf8.count
        #expect(text.contains("growthloop simulate scenarios/\(name).yaml"))
        for word in ["machine", "seconds\" :", "workers", "commit", "/home/"] {
          #expect(!text.contains(word), "\(name)/\(file): \(word)")
        }
      }
    }
    #expect(bytes < 3_400_000)
  }
}
