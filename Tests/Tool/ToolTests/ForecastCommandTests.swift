import Foundation
import GrowthloopFindings
import GrowthloopReports
import Statistics
import Testing

@testable import growthloop

@Suite("growthloop forecast", .timeLimit(.minutes(60)))
struct ForecastCommandTests {
  private static let scenario = """
    title: A small market
    seed: 3
    replications: 4
    days: 21
    market: {people: 4_000}
    arrivals: {seeds: 300, organicPerDay: 5}
    sharing: {visit: 20%}

    """
  private static let plan = """
    plan: calibration
    title: Three weeks
    calibrate: small.yaml
    observed: funnel.csv
    parameters:
      recipients.tap: {from: 10%, to: 70%}
      recipients.install: {from: 5%, to: 60%}
    budget: {runs: 300, waves: 2}
    holdOut: 7d

    """

  /// Writes a plan whose funnel is that of other values than the scenario's, dated from a Monday.
  private func write(
    _ folder: borrowing TemporaryFolder, _ plan: String = plan
  ) async throws -> String {
    let file = try folder.write("small.yaml", Self.scenario)
    let outcome = await growthloopOnThread([
      "simulate", file, "--set", "recipients.tap=25%", "--replications", "1", "--seed", "9",
      "--funnel", folder.path + "/raw.csv",
    ])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    // Days by number become dates of March.
    let rows = try folder.text("raw.csv").split(separator: "\n").map { line in
      guard let comma = line.firstIndex(of: ","), let day = Int(line[..<comma]) else {
        return String(line)
      }
      return "2026-03-\(day + 1 < 10 ? "0" : "")\(day + 1)\(line[comma...])"
    }
    _ = try folder.write("funnel.csv", rows.joined(separator: "\n") + "\n")
    return try folder.write("plan.yaml", plan)
  }

  @Test func `a forecast gives the next days by date, and the held-out ones beside the counts`()
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try await write(folder)
    let out = folder.path + "/out"
    let words = ["forecast", file, "--days", "14", "--draws", "60", "--out", out]
    let outcome = await growthloopOnThread(words)
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(outcome.output.contains("From 2026-03-23 to 2026-04-05 come "))
    #expect(outcome.output.contains("The last 7 days were not used, and predicted: of "))
    let found: ForecastFindings = try ResultFolder(path: out).files.findings()
    #expect(found.observedDays == 21 && found.horizon == 14 && found.heldOutDays == 7)
    #expect(found.days.rows.count == 35 && found.weeks.rows.count == 3)
    #expect(found.weeks.words("from") == ["2026-03-16", "2026-03-23", "2026-03-30"])
    // The funnel was made by the model, so that nearly all held-out days lie within 95% of the runs.
    let covered = found.covered
    #expect(covered.of >= 28 && Double(covered.within) >= 0.85 * Double(covered.of), "\(covered)")
    for week in found.weeks.figures("sent") {
      let interval = try #require(week.interval)
      #expect(interval.low < interval.high)
    }
    let csv = try String(contentsOfFile: out + "/weeks.csv", encoding: .utf8)
    #expect(csv.hasPrefix("from,to,"))
    let page = try String(contentsOfFile: out + "/report.html", encoding: .utf8)
    #expect(page.contains("the last counted day"))
    let again = await growthloopOnThread(words + ["--workers", "1", "--json"])
    let first = await growthloopOnThread(words + ["--workers", "2", "--json"])
    #expect(again.output == first.output.replacing("--workers 2", with: "--workers 1"))
  }

  @Test func `draws of a calibration before forecast the same span without another`() async throws {
    let folder = try TemporaryFolder()
    let file = try await write(folder)
    let draws = try folder.write(
      "posterior.csv",
      "recipients.tap,recipients.install\n"
        + (0..<30).map { "0.2\($0 + 10),0.25\n" }.joined())
    let outcome = await growthloopOnThread([
      "forecast", file, "--days", "7", "--draws", "20", "--posterior", draws, "--set", "holdOut=0d",
    ])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(outcome.output.contains("No day was held out"))
    #expect(outcome.output.contains("Draws of \(draws)"))
  }

  @Test(arguments: [
    ("start: 2026-03-02T00:00:00Z\n", "From 2026-03-23 to 2026-03-29 come "),
    // The default, and yet said.
    ("start: 2026-01-05T00:00:00Z\n", "From 2026-01-26 to 2026-02-01 come "),
    ("", "From day 22 to day 28 come "),
  ])
  func `a funnel without dates has those of its scenario, where that says when it begins`(
    start: String, words: String
  ) async throws {
    let folder = try TemporaryFolder()
    let scenario = try folder.write("small.yaml", Self.scenario + start)
    let simulated = await growthloopOnThread([
      "simulate", scenario, "--replications", "1", "--funnel", folder.path + "/funnel.csv",
    ])
    #expect(simulated.code == .success, "\(simulated.complaints)")
    let draws = try folder.write(
      "posterior.csv",
      "recipients.tap,recipients.install\n"
        + (0..<30).map { "0.2\($0 + 10),0.25\n" }.joined())
    let outcome = await growthloopOnThread([
      "forecast", try folder.write("plan.yaml", Self.plan), "--days", "7", "--draws", "20",
      "--posterior", draws,
    ])
    #expect(outcome.output.contains(words), "\(outcome.output)\(outcome.complaints)")
  }

  @Test func `a week that was totalled is compared as a whole`() async throws {
    let folder = try TemporaryFolder()
    let scenario = try folder.write("small.yaml", Self.scenario)
    let table = try folder.write(
      "totals.csv",
      "day,stage,count\n1..14,sent,800\n15..21,sent,400\n1..14,tapped,300\n15..21,tapped,160\n")
    let draws = try folder.write("posterior.csv", "recipients.tap\n0.35\n0.36\n0.37\n")
    let outcome = await growthloopOnThread([
      "forecast", scenario, table, "--days", "7", "--draws", "3", "--posterior", draws, "--set",
      "holdOut=7d",
    ])
    #expect(
      outcome.output.contains("The last 7 days were not used, and predicted: of 2 counts "),
      "\(outcome.output)\(outcome.complaints)")
  }

  @Test func `without a calibration it says what is missing`() async throws {
    let folder = try TemporaryFolder()
    let scenario = try folder.write("small.yaml", Self.scenario)
    let bare = await growthloopOnThread(["forecast", scenario])
    #expect(bare.code == .badInput)
    #expect(bare.complaints.contains("a scenario alone is no calibration: name the funnel too"))
    let plan = try folder.write(
      "plan.yaml", Self.plan.replacing("observed: funnel.csv\n", with: ""))
    let unobserved = await growthloopOnThread(["forecast", plan])
    #expect(unobserved.complaints.contains("'observed' is missing: the funnel to calibrate to"))
    let none = await growthloopOnThread(["forecast"])
    #expect(none.code == .usage && none.complaints.contains("missing PLAN"))
  }
}
