import Foundation
import GrowthloopReports
import GrowthloopFindings
import Testing

@testable import growthloop

@Suite("growthloop report", .timeLimit(.minutes(60)))
struct ReportCommandTests {
  private static let small = smallMarket + ["--replications", "2"]

  /// Runs a command that leaves its results in `folder`.
  private static func leave(_ words: [String], in folder: String) async {
    let outcome = await growthloopOnThread(words + ["--out", folder])
    #expect(outcome.code == .success, "\(outcome.complaints)")
  }

  static let runs: [[String]] = [
    ["simulate"] + small,
    ["compare", "defaults", "prompts.lifetimeMax=1"] + small,
    ["sweep", "--vary", "prompts.lifetimeMax=1,5", "--metrics", "prompts.shown"] + small,
  ]

  @Test(arguments: runs)
  func `the page is made of the other files, and the same again`(_ run: [String]) async throws {
    let folder = try TemporaryFolder()
    await Self.leave(run, in: folder.path)
    let page = try folder.text("report.html")
    try FileManager.default.removeItem(at: folder.url.appending(path: "report.html"))
    let outcome = await growthloopOnThread(["report", folder.path])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(outcome.output == "\(folder.path)/report.html\n")
    #expect(try folder.text("report.html") == page)
    #expect(page.contains("growthloop \(run[0])") && page.contains("<svg"))
    #expect(!page.contains("<script"))
  }

  @Test func `a study of matching has a page of its own`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("village.yaml", SimulationCommandTests.matching)
    await Self.leave(["simulate", file], in: "\(folder.path)/out")
    #expect(try folder.text("out/report.html").contains("Each rule against the truth"))
  }

  @Test func `every parameter stands in the report with its source and grade`() async throws {
    let folder = try TemporaryFolder()
    await Self.leave(["simulate"] + Self.small, in: folder.path)
    let outcome = await growthloopOnThread(["report", folder.path, "--markdown"])
    let row = outcome.output.split(separator: "\n").first { $0.hasPrefix("| market.people |") }
    #expect(row?.contains("| 2000 | 1000 to 4000, assumed | none |") == true, "\(row ?? "none")")
    #expect(outcome.output.contains(" | B | "), "a benchmark, with its source")
    #expect(outcome.output.hasPrefix("# Rin, with the defaults of every parameter\n"))
  }

  @Test func `two runs make one page, in the folder of the second or where it is asked for`()
    async throws
  {
    let folder = try TemporaryFolder()
    let (a, b) = ("\(folder.path)/a", "\(folder.path)/b")
    await Self.leave(["simulate"] + Self.small, in: a)
    await Self.leave(["simulate"] + Self.small + ["--set", "prompts.lifetimeMax=1"], in: b)
    #expect(await growthloopOnThread(["report", a, b]).output == "\(b)/beside.html\n")
    let page = try folder.text("b/beside.html")
    #expect(page.contains("Of the facts above these differ: Changed settings."))
    #expect(page.replacing("<wbr/>", with: "").contains("prompts.lifetimeMax=1"))
    let elsewhere = "\(folder.path)/c"
    #expect(
      await growthloopOnThread(["report", a, b, "-o", elsewhere]).output
        == "\(elsewhere)/beside.html\n")
    #expect(try folder.text("c/beside.html") == page)
  }

  @Test func `what is no run is told, with a code of its own`() async throws {
    let folder = try TemporaryFolder()
    let gone = await growthloopOnThread(["report", "\(folder.path)/gone"])
    #expect(gone.code == .badInput)
    #expect(gone.complaints == "growthloop: there is no folder '\(folder.path)/gone'\n")
    let file = try folder.write("run.json", "{\"kind\": \"simu")
    #expect(await growthloopOnThread(["report", file]).code == .badInput)
    let broken = await growthloopOnThread(["report", folder.path])
    #expect(broken.code == .badInput)
    #expect(broken.complaints.contains("run.json:1:10: this is no JSON: the text has no end"))
    #expect(await growthloopOnThread(["report"]).code == .usage)
    let both = await growthloopOnThread(["report", folder.path, "--markdown", "--out", "x"])
    #expect(both.code != .success)
  }

  @Test func `a page rests on run.json alone, and a run of another version is named`() async throws
  {
    let folder = try TemporaryFolder()
    await Self.leave(["simulate"] + Self.small, in: folder.path)
    let page = try folder.text("report.html")
    for file in ["days.csv", "metrics.csv", "report.html"] {
      try FileManager.default.removeItem(at: folder.url.appending(path: file))
    }
    #expect(await growthloopOnThread(["report", folder.path]).code == .success)
    #expect(try folder.text("report.html") == page)
    let older = try folder.text("run.json").replacing("\"ending\" : \"complete\",", with: "")
    _ = try folder.write("run.json", older)
    let outcome = await growthloopOnThread(["report", folder.path])
    #expect(outcome.code == .badInput)
    #expect(
      outcome.complaints
        == "growthloop: \(folder.path)/run.json: ending is missing; another build of version "
        + "\(ToolVersion.current) wrote it, or it was changed. Make the run again, by the 'command' in it\n"
    )
  }
}
