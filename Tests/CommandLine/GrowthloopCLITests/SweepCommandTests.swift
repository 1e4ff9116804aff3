import Experiments
import Foundation
import Terminal
import Testing

@testable import GrowthloopCLI

@Suite("growthloop sweep", .timeLimit(.minutes(60)))
struct SweepCommandTests {
  @Test func `a sweep tells several metrics in one table, the base among its rows`() async throws {
    let folder = try TemporaryFolder()
    let outcome = await growthloopOnThread(
      ["sweep", "--vary", "deferred.matcher=dub,adjust", "--set", "devices.areIdentified=false"]
        + smallMarket + [
          "--replications", "2", "--metrics", "credit.rightShare,credit.lostShare", "--out",
          folder.path,
        ])
    #expect(outcome.code == .success)
    let start = try #require(
      outcome.lines.firstIndex {
        $0.split(separator: " ") == ["point", "credit.rightShare", "credit.lostShare"]
      })
    #expect(outcome.lines[start + 2].hasPrefix("the base "))
    #expect(outcome.lines[start + 3].hasPrefix("deferred.matcher=dub "))
    #expect(outcome.lines[start + 4].hasPrefix("deferred.matcher=adjust "))
    let csv = try folder.text("beside.csv").split(separator: "\n")
    #expect(csv.count == 1 + 3 * 2)
    #expect(csv[1].hasPrefix(",credit.rightShare,"))
    #expect(outcome.lines.last?.contains("--metrics credit.rightShare,credit.lostShare") == true)
  }

  @Test func `sweep tries every combination and ranks the settings`() async throws {
    let folder = try TemporaryFolder()
    let outcome = await growthloopOnThread(
      ["sweep", "--vary", "sharing.visit=1%,30%", "--vary", "prompts.lifetimeMax=1,3"] + smallMarket
        + ["--replications", "3", "--metrics", "sends.recipients", "--out", folder.path])
    #expect(outcome.code == .success)
    #expect(outcome.output.contains("sharing.visit=30% prompts.lifetimeMax=3"))
    let bars = try folder.text("tornado.csv").split(separator: "\n")
    #expect(bars.count == 3)
    #expect(bars[1].hasPrefix("sharing.visit,sends.recipients,1%"))
    #expect(try folder.text("points.csv").split(separator: "\n").count == 5)
  }

  @Test func `where the metric has no value sweep says so in place of an empty ranking`() async {
    // A cohort needs a cycle of thirty days behind it.
    let outcome = await growthloopOnThread(
      ["sweep", "--vary", "prompts.lifetimeMax=1,2", "--replications", "2"] + smallMarket)
    #expect(outcome.output.contains("\n\nNothing can be ranked: k.cohort has no value here.\n\n"))
    #expect(!outcome.output.contains("setting  from"))
  }
}
