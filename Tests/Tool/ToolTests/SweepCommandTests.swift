import Foundation
import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import SimulationKernel
import Statistics
import Testing

@testable import growthloop

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

  @Test func `a key alone is tried at the ends of its own range, and the sentence says so`() async {
    let outcome = await growthloopOnThread(
      ["sweep", "--vary", "recipients.install", "--metrics", "k.basic"] + smallMarket
        + ["--replications", "2"])
    #expect(outcome.code == .success)
    let points = outcome.lines.filter { $0.hasPrefix("recipients.install=") }
    #expect(
      points.map { $0.prefix { $0 != " " } } == ["recipients.install=0.01", "recipients.install=1"])
    #expect(!outcome.output.contains("Over the values given"))
    #expect(outcome.output.contains("Each input over its own range"))
    #expect(outcome.lines.contains { $0.hasPrefix("recipients.install  0.01 to 1  ") })
    #expect(
      outcome.output.contains(
        "Not varied, though the metric is computed through them: use.sessions"))
  }

  @Test func `the loop has a word, and is what a file by itself asks`() async throws {
    let folder = try TemporaryFolder()
    let outcome = await growthloopOnThread(
      ["sweep", "defaults", "--metrics", "k.month"] + smallMarket
        + ["--replications", "2", "--out", folder.path])
    #expect(outcome.code == .success)
    let table = try folder.text("moves.csv").split(separator: "\n")
    let names = table[0].split(separator: ",")
    #expect(Set(names).count == names.count, "each column has a name of its own")
    let moves = table.dropFirst()
    #expect(moves.count == 19)
    #expect(moves.contains { $0.hasPrefix("sharing.visit,k.month,") })
    #expect(!moves.contains { $0.hasPrefix("market.people,") })
    #expect(!outcome.output.contains("Not varied"))
  }

  @Test func `own ranges of a large market are simulated in a smaller one, counts as many times`()
    async throws
  {
    let base = try ChosenScenario(
      quietly: "defaults",
      changed: ["market.people=6_000", "arrivals.seeds=3_000", "days=20"].map {
        try ScenarioOverride($0, option: "")
      }, called: "defaults")
    let metric = try #require(Metric.place(of: "sends.recipients"))
    func sweep(_ vary: String, in market: SmallMarket) async throws -> SweepFindings {
      let arguments = try Arguments(["--vary", vary], of: SweepCommand.manual)
      let sweep = try PreparedSweep(
        SweepChoice(arguments, of: base.setup.parameters), of: base, metric: metric, seed: 1,
        replications: 12, in: market)
      return sweep.findings(try await sweep.comparison.run(on: Workers(2)), command: "")
    }
    let whole = try await sweep("sharing.visit", in: SmallMarket())
    let small = try await sweep("sharing.visit", in: SmallMarket(largest: 5_999, usual: 2_000))
    #expect(whole.peoplePerPerson == nil && small.peoplePerPerson == 3)
    let bases = (try #require(whole.base), try #require(small.base))
    #expect(abs(bases.1 / bases.0 - 1) < 0.1, "\(bases)")
    for (one, other) in zip(whole.points, small.points) {
      let ends = (try #require(one.measured.interval), try #require(other.measured.interval))
      #expect(ends.0.low < ends.1.high && ends.1.low < ends.0.high, "\(one) \(other)")
    }
    // Values that somebody names are simulated with everybody.
    let named = try await sweep(
      "sharing.visit=2%,4%", in: SmallMarket(largest: 5_999, usual: 2_000))
    #expect(named.peoplePerPerson == nil)
  }

  @Test func `a section stands for its parameters, one at a time`() async throws {
    let folder = try TemporaryFolder()
    let outcome = await growthloopOnThread(
      ["sweep", "--vary", "sharing.channels", "--metrics", "k.basic"] + smallMarket
        + ["--replications", "2", "--out", folder.path])
    #expect(outcome.code == .success)
    let moves = try folder.text("moves.csv").split(separator: "\n")
    #expect(
      Set(moves.dropFirst().map { $0.prefix { $0 != "," } }) == [
        "sharing.channels.messages", "sharing.channels.whatsapp", "sharing.channels.telegram",
        "sharing.channels.email", "sharing.channels.airdrop", "sharing.channels.other",
      ])
    #expect(growthloop("report", folder.path).code == .success)
  }

  @Test func `a point that contradicts itself is left out and named`() async {
    let outcome = await growthloopOnThread(
      ["sweep", "--vary", "sharing.promptTap=10%,80%", "--metrics", "k.basic"] + smallMarket
        + ["--replications", "2"])
    #expect(outcome.code == .success)
    #expect(
      outcome.output.contains("\nLeft out: sharing.promptTap=80%, as 'sharing.promptDismiss'"))
    let all = await growthloopOnThread(
      ["sweep", "--vary", "sharing.promptTap=80%,90%"] + smallMarket + ["--replications", "2"])
    #expect(all.code == .usage)
    #expect(all.complaints.contains("every point contradicts itself: sharing.promptTap=80%: "))
  }

  @Test func `settings move together, and clicks a share are remarked on`() async {
    let outcome = await growthloopOnThread(
      [
        "sweep", "--vary", "sharing.recipients=4,8+recipients.tap=50%,25%", "--vary",
        "sharing.visit=1%", "--metrics", "k.basic",
      ] + smallMarket + ["--replications", "2"])
    #expect(outcome.code == .success)
    #expect(
      outcome.lines.contains {
        $0.hasPrefix("sharing.recipients=8 recipients.tap=25% sharing.visit=1%")
      })
    #expect(!outcome.output.contains("clicks a share"))
    let alone = await growthloopOnThread(
      ["sweep", "--vary", "sharing.recipients=8,9", "--metrics", "k.basic"] + smallMarket
        + ["--replications", "2"])
    #expect(
      alone.output.contains(
        "sharing.recipients=8 (and 1 more) makes 3.20 clicks a share"))
  }

  @Test(arguments: [
    ("sharing.visi", "unknown parameter 'sharing.visi'; did you mean 'sharing.visit'?"),
    ("use.crowdedHome", "'use.crowdedHome' is 0 and has no range: give one beside the value"),
    ("prompts.lifetimeMax", "'prompts.lifetimeMax' is a setting of the profile, and has no range"),
    ("a.b=1,2+c.d=3", "must give as many values to each key that moves with others"),
  ])
  func `a key that has no range is refused with what to write`(_ key: String, _ words: String) {
    let outcome = growthloop("sweep", "--vary", key)
    #expect(outcome.code == .usage)
    #expect(outcome.complaints.contains(words))
  }

  @Test func `where the metric has no value sweep says so in place of an empty ranking`() async {
    // A cohort needs a cycle of thirty days behind it.
    let outcome = await growthloopOnThread(
      ["sweep", "--vary", "prompts.lifetimeMax=1,2", "--replications", "2"] + smallMarket)
    #expect(outcome.output.contains("\n\nNothing can be ranked: k.cohort has no value here.\n\n"))
    #expect(!outcome.output.contains("setting  from"))
  }
}
