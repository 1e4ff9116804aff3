import GrowthloopStudies
import Foundation
import GrowthloopReports
import Testing

@testable import growthloop

@Suite("growthloop solve", .timeLimit(.minutes(60)))
struct SolveCommandTests {
  private let search =
    ["solve", "--vary", "sharing.visit,recipients.install", "--replications", "4"] + smallMarket

  @Test func `the answer stands first, then each parameter, then the frontier`() async throws {
    let folder = try TemporaryFolder()
    let outcome = await growthloopOnThread(
      search + ["--target", "k.basic=0.06", "--out", folder.path])
    #expect(outcome.code == .success)
    let answer = try #require(
      outcome.lines.firstIndex {
        $0.hasPrefix(
          "The target: each member would bring 0.0600 newcomers if no one had the app yet (k.basic). Now it is"
        )
      })
    let table = try #require(outcome.lines.firstIndex { $0.hasPrefix("parameter ") })
    let frontier = try #require(outcome.lines.firstIndex { $0.hasPrefix("sharing.visit  recip") })
    #expect(answer < table && table < frontier)
    #expect(outcome.output.contains("\nConfirmed with fresh random numbers: "))
    #expect(try folder.text("nearest.csv").split(separator: "\n").count == 3)
    #expect(try folder.text("frontier.csv").split(separator: "\n").count == 10)
    let page = try folder.text("report.html")
    #expect(page.contains("sharing.visit and recipients.install for k.basic = 0.0600"))
    #expect(growthloop("report", folder.path).code == .success)
    #expect(try folder.text("report.html") == page)
  }

  @Test func `the bytes are the same for any number of workers`() async {
    let runs = [
      await growthloopOnThread(search + ["--target", "k.basic=0.06", "--json", "--workers", "1"]),
      await growthloopOnThread(search + ["--target", "k.basic=0.06", "--json", "--workers", "2"]),
    ]
    #expect(runs[0].code == .success)
    #expect(runs[0].output == runs[1].output)
    #expect(runs[0].output.contains("\"kind\" : \"solve\""))
  }

  @Test func `a target out of reach is said to be so, with the nearest`() async {
    let outcome = await growthloopOnThread(search + ["--target", "k.basic=50"])
    #expect(outcome.code == .success)
    #expect(
      outcome.lines.contains {
        $0.hasPrefix(
          "Out of reach: that each member would bring 50.0 newcomers if no one had the app yet (k.basic). "
        )
          && $0.contains(
            "100% of taps install instead of 25% (recipients.install), 18.2% of sessions")
      })
    #expect(!outcome.output.contains("frontier"))
  }

  @Test func `a measured value is left only by a range that is given, and that is said`() async {
    let measured = "recipients.install={value: 25%, source: our analytics, of: 4_000}"
    func solve(_ vary: String) async -> String {
      await growthloopOnThread(
        ["solve", "--vary", vary, "--replications", "4", "--target", "k.basic=0.17"] + smallMarket
          + ["--set", measured]
      ).output
    }
    let within = await solve("recipients.install")
    #expect(within.contains("\nOut of reach: that "))
    #expect(within.contains("0.2368 to 0.2637"))
    #expect(
      await solve("recipients.install=5%:60%").contains(
        "recipients.install is measured, from 0.2368 to 0.2637: at "))
    let wrong = growthloop("solve", "--target", "k.basic=1", "--vary", "sharing.visit=5%:2%")
    #expect(wrong.complaints.contains("two ends, the lower one first"))
  }

  @Test func `every mistake is named at once`() {
    let outcome = growthloop(
      "solve", "--target", "k.mont=1", "--vary", "sharing.visi,use.crowdedHome")
    #expect(outcome.code == .usage)
    for words in [
      "unknown metric 'k.mont'; did you mean", "unknown parameter 'sharing.visi'; did you mean",
      "'use.crowdedHome' is 0 and has no range",
    ] {
      #expect(outcome.complaints.contains(words))
    }
  }

  @Test(arguments: [
    (["solve"], "missing --target: --target k.cohort=0.5"),
    (
      ["solve", "--target", "flow.seconds=3"],
      "missing --vary: --vary sharing.visit,recipients.tap"
    ),
    (["solve", "--vary", "use", "--target", "k.month"], "must be METRIC=VALUE, such as"),
    (["solve", "--vary", "use", "--target", "k.month=.3"], "write k.month=0.3"),
    (["solve", "--vary", "use", "--target", "k.month=-1"], "k.month is never below 0"),
    (["solve", "--vary", "use", "--target", "k.saturation=30"], "is a share, and is never 30"),
    (["solve", "--vary", "all", "--target", "k.month=1"], "parameters: name at most 40"),
  ])
  func `a target that no scenario could have is refused`(_ line: [String], _ words: String) {
    let outcome = run(line, [])
    #expect(outcome.code == .usage)
    #expect(outcome.complaints.contains(words))
  }
}
