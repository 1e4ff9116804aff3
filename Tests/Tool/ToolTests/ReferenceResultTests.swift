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

  // `make results` writes all of them anew; here one replication must do.
  @Test(arguments: ["rin-baseline", "market-saturated", "profile-design"])
  func `the first replication has the events that the reference has`(name: String) async throws {
    let file = packageFolder.appending(path: "results/\(name)/run.json")
    let reference = Self.digests(try String(contentsOf: file, encoding: .utf8))
    #expect(reference.count == 32)
    let scenario = packageFolder.appending(path: "scenarios/\(name).yaml").path
    let outcome = await growthloopOnThread(
      ["simulate", scenario, "--replications", "1", "--json"])
    #expect(Self.digests(outcome.output) == Array(reference.prefix(1)))
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
