import GrowthloopStudies
import Foundation
import GrowthloopReports
import GrowthloopFindings
import Testing

@testable import growthloop

@Suite("growthloop compare", .timeLimit(.minutes(60)))
struct CompareCommandTests {
  @Test func `compare tells the settings, the differences and the rules`() async throws {
    let folder = try TemporaryFolder()
    let outcome = await growthloopOnThread(
      ["compare", "defaults", "prompts.lifetimeMax=1 prompts.recentShareDays=none"] + smallMarket
        + [
          "--set", "prompts.triggerRepeats=everyOccurrence", "--replications", "3",
          "--measure-pairing", "--out", folder.path,
        ])
    #expect(outcome.code == .success)
    #expect(outcome.output.contains("prompts.lifetimeMax: 3 → 1"))
    #expect(outcome.output.contains("prompts.recentShareDays: 14 → none"))
    #expect(outcome.output.contains("PRM-18"))
    for key in ["k.cohort", "k.month", "k.sender"] {
      #expect(outcome.lines.contains { $0.contains(" \(key) ") }, "whatever became of it")
    }
    #expect(try folder.text("report.html").contains("What becomes of the viral coefficient"))
    #expect(outcome.output.contains("measured against such runs"))
    #expect(try folder.text("differences.csv").contains("prompts.suppressed.recentShare"))
    #expect(try folder.text("run.json").contains("\"ranking\" : ["))
  }

  @Test func `draws of the inputs are in the headline, the gate and the table of variances`()
    async throws
  {
    let folder = try TemporaryFolder()
    let rows = (0..<12).map { "\(0.05 + 0.05 * Double($0))\n" }.joined()
    let draws = try folder.write("posterior.csv", "recipients.install\n\(rows)")
    let words = smallMarket + ["--replications", "12", "--posterior", draws]
    let compared = await growthloopOnThread(["compare", "defaults", "recipients.tap=60%"] + words)
    #expect(compared.code == .success, "\(compared.complaints)")
    // k.cohort has no value in twenty days; the table is about those that have one.
    #expect(compared.lines.contains { $0.hasPrefix("over 12 draws of ") })
    #expect(compared.lines.contains { $0.hasPrefix("k.month, recipients.tap=60% ") })
    let run = await growthloopOnThread(["simulate"] + words)
    #expect(run.lines.contains { $0.contains(" newcomers a month (95% of draws: 0.0") })
    let gated = try folder.write(
      "gated.yaml",
      "title: Gated\ngates: [k.month > 0.02]\nreplications: 12\nmostReplications: 12\n")
    let gate = await growthloopOnThread(["simulate", gated, "--json"] + words)
    #expect(gate.code == .gateUndecided, "the mean is far above it, and the lowest draws are not")
    #expect(gate.output.contains(" draws miss it, which only data on the inputs change"))
  }

  @Test func `changed parameters are told as settings are, and defaults are not`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "busy.yaml",
      "title: Busy\nmarket: {people: 2_000}\ndays: 20\npolicy: {prompts.lifetimeMax: 1}\n")
    let outcome = await growthloopOnThread(
      ["simulate", file, "--replications", "2", "--out", folder.path])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(
      outcome.output.contains(
        "Profile rin, with prompts.lifetimeMax=1, market.people=2000, days=20; seed 1;"),
      "\(outcome.lines.prefix(4))")
    #expect(
      try folder.text("report.html").contains("prompts.lifetimeMax=1, market.people=2000, days=20"))
    let plain = try folder.write(
      "plain.yaml", "title: Plain\ndays: 5\nmarket: {people: 1_000}\narrivals: {seeds: 10}\n")
    let same = await growthloopOnThread(
      ["simulate", plain, "--set", "arrivals.organicPerDay=0", "--replications", "1"])
    #expect(same.output.contains("arrivals.seeds=10") && !same.output.contains("sharing.visit="))
  }

  @Test func `two files that have their title from a third are named apart`() async throws {
    let folder = try TemporaryFolder()
    let base = try folder.write(
      "base.yaml", "title: Base\ndays: 5\nmarket: {people: 1_000}\narrivals: {seeds: 10}\n")
    _ = try folder.write("tried.yaml", "extends: base.yaml\ntitle: Tried\n")
    let files = try ["30%", "35%"].map { tap in
      try folder.write(
        "\(tap.dropLast()).yaml",
        "extends: tried.yaml\ndays: 6\nrecipients: {tap: \(tap), install: 30%}\n")
    }
    let outcome = await growthloopOnThread(
      ["compare", base] + files + ["--replications", "2", "--no-ranking"])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    for file in files {
      #expect(outcome.output.contains("With the 3 changes of \(file):"), "\(outcome.output)")
    }
  }

  @Test func `a change may hold a mapping, and spaces within it part no changes`() async {
    let outcome = await growthloopOnThread(
      ["compare", "defaults", "recipients.tapDelay={median: 2d, sigma: 0.5} recipients.tap=60%"]
        + ["--replications", "2"] + smallMarket)
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(
      outcome.output.contains(
        "recipients.tapDelay: {median: 2h, sigma: 1.6} → {median: 2d, sigma: 0.5}"))
  }

  @Test func `a likely slip in a variant is warned of, and one of the base once`() async {
    let outcome = await growthloopOnThread(
      ["compare", "defaults", "recipients.install=0.05%", "--set", "recipients.tap=0.35%"]
        + ["--replications", "2"] + smallMarket)
    #expect(outcome.code == .success)
    let warned = outcome.complaints.components(separatedBy: "is usually").count - 1
    #expect(
      warned == 2 && outcome.complaints.contains("'recipients.install' is 0.05%, and"),
      "\(outcome.complaints)")
  }

  @Test func `one is told in the singular`() async {
    let outcome = await growthloopOnThread(
      ["compare", "defaults", "days=5", "--replications", "1"] + smallMarket)
    #expect(
      outcome.output.contains(
        "beside 1 variant with the same random numbers; seed 1; 1 replication.\n"))
    #expect((0...2).map { $0.counting("day") } == ["0 days", "1 day", "2 days"])
  }
}
