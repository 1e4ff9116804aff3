import Foundation
import GrowthloopFindings
import GrowthloopReports
import Statistics
import Testing

@testable import growthloop

@Suite("growthloop · money, and the landing page of a load run", .timeLimit(.minutes(60)))
struct MoneyCommandTests {
  private static let scenario = """
    title: A marketplace
    days: 21
    seed: 3
    sharing: {visit: 20%}
    market: {people: 4_000}
    arrivals: {seeds: 300, organicPerDay: 5}

    """
  @Test func `a scenario with a reward answers in cost, return and break-even`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "paid.yaml",
      Self.scenario + """
        policy: {rewards.mode: bothSides}
        money: {reward: {inviter: 4, friend: 4}, newcomer: 12, rewardLift: 50%, falseClaims: 10%}

        """)
    let out = folder.path + "/out"
    let outcome = await growthloopOnThread(
      ["simulate", file, "--replications", "8", "--out", out])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(
      outcome.output.contains("A reward of 4.00 USD for the inviter and 4.00 USD for the friend"))
    #expect(
      outcome.output.contains(", since friends who come anyway are rewarded too, and is worth"))
    #expect(outcome.output.contains("of the rewards go to friends who come anyway"))
    #expect(
      outcome.output.contains("It rests on a guess, ")
        && outcome.output.contains("% the gain is about "), "\(outcome.output)")
    let found: SimulationFindings = try ResultFolder(path: out).files.findings()
    let money = try #require(found.money)
    #expect(money["breakEven"] != nil && money["perNewcomer"] != nil && money["gain"] != nil)
    let page = try String(contentsOfFile: out + "/report.html", encoding: .utf8)
    #expect(page.contains("What it costs, and what it brings"))
    let listed = await growthloopOnThread([
      "simulate", file, "--metrics", "money", "--replications", "2",
    ])
    #expect(listed.lines.contains { $0.contains("money.perNewcomer") })
    let without = await growthloopOnThread([
      "simulate", "--metrics", "money", "--replications", "2",
    ])
    #expect(without.code == .usage && without.complaints.contains("write money: {newcomer: 12}"))
    let compared = await growthloopOnThread(
      ["compare", file, "rewards.mode=off", "--replications", "3", "--no-ranking"])
    #expect(compared.code == .success, "\(compared.complaints)")
  }

  @Test(arguments: [
    ("", "With 2% to 52%, the range of its source, the page costs 3.0% to 66.7% of them: measure "),
    // The page is half a second slower than that of which installs are known.
    (
      "recipients: {landing: {time: 1s, known: 1s, lossPerSecond: {value: 36%, source: ours, of: 1_000}}}\n",
      ", its own range, the page costs 18.2% to 21.9% of them."
    ),
  ])
  func `a slow landing page has what it costs at the ends of the range of a second`(
    landing: String, words: String
  ) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("small.yaml", Self.scenario + landing)
    let outcome = await growthloopOnThread([
      "compare", file, "recipients.landing.time=1500ms", "--replications", "2", "--no-ranking",
    ])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(outcome.output.contains(words), "\(outcome.output)")
  }

  @Test func `the times of a load run say what the landing page costs in newcomers`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("small.yaml", Self.scenario)
    let plan = try folder.write("load.yaml", shortLoad(gates: "p99 < 10s"))
    let links = folder.path + "/links"
    // The service has no page '/': what comes at once is an error, which is no landing page.
    let failing = await growthloopOnThread(["load", plan, "--out", links + "404"])
    #expect(failing.code == .gateMissed)
    let refused = await growthloopOnThread(["compare", file, "--landing", links + "404"])
    #expect(refused.code == .usage && refused.complaints.contains("got no good answer"))
    let load = await growthloopOnThread([
      "load", plan, "--out", links, "--set", "mix.landingTap=1", "--set", "mix.paths={}",
    ])
    #expect(load.code == .success || load.code == .gateUndecided, "\(load.complaints)")
    let out = folder.path + "/out"
    let outcome = await growthloopOnThread([
      "compare", file, "--landing", links + "/run.json", "--replications", "4", "--no-ranking",
      "--set", "recipients.landing.lossPerSecond=50%", "--out", out,
    ])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(outcome.output.contains("The landing page of \(links) comes half within "))
    #expect(outcome.output.contains("if a second of waiting costs "))
    let found: ComparisonFindings = try ResultFolder(path: out).files.findings()
    #expect(found.landing?.losses.first == 0.5 && found.landing?.request == "landingTap")
    #expect(found.variants.count == found.landing?.losses.count)
    let simulated = await growthloopOnThread([
      "compare", file, "--landing", out, "--replications", "2",
    ])
    #expect(simulated.code == .usage)
    #expect(simulated.complaints.contains("has a run of 'compare': '--landing' takes one of"))
  }
}
