import Foundation
import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports
import GrowthloopTransport
import SimulationKernel
import TestConsole
import Testing

@testable import growthloop

/// A small market, as the page's scenario.
private func smallScenario(
  _ file: String = "defaults", _ changes: [String] = [], seed: UInt64? = nil
) throws -> ExploredScenario {
  let small = [
    "market.people=2_000", "days=20", "arrivals.seeds=100", "arrivals.organicPerDay=5",
    "sharing.visit=10%", "replications=6",
  ]
  let own = try changes.map { try ScenarioOverride($0) }
  let usual = try (file == "defaults" ? small : []).map { try ScenarioOverride($0) }
  return try ExploredScenario(
    file, changed: usual.overlaid(by: own), seed: seed, on: MemoryConsole())
}

/// Returns the frames of a state, to the settled one.
private func frames(
  _ state: ExploreState, of scenario: ExploredScenario, workers: Int = 2
) async throws -> [ExploreFrame] {
  var frames: [ExploreFrame] = []
  await ExploreRun(try scenario.question(state), on: Workers(workers)).run { frames.append($0) }
  return frames
}

private func state(_ fragment: String) throws -> ExploreState {
  try ExploreState(fragment: fragment)
}

@Suite("explore · who is answered")
struct ExploreRefusalTests {
  private let explored: ExploredScenario
  private let application: ExploreApplication
  private let page: String

  init() throws {
    explored = try smallScenario()
    application = ExploreApplication(explored, on: Workers(1), metrics: WebMetrics())
    application.port = 4_711
    page = "/\(application.token)/"
  }

  private func status(
    _ method: WebMethod = .get, _ target: String? = nil, host: String = "127.0.0.1:4711",
    _ fields: [(name: String, value: String)] = [], body: String = ""
  ) -> Int {
    application.answer(
      WebRequest(
        method, RequestTarget(Array((target ?? page).utf8)),
        fields: [(name: "Host", value: host)] + fields, body: Array(body.utf8))
    ).response.status.rawValue
  }

  private static let json = (name: "Content-Type", value: "application/json")

  @Test func `the page is for who has its address, and carries a strict policy`() throws {
    let answer = application.answer(
      WebRequest(
        .get, RequestTarget(Array(page.utf8)), fields: [(name: "Host", value: "127.0.0.1:4711")]))
    #expect(answer.response.status.rawValue == 200)
    let policy = try #require(answer.response.field("Content-Security-Policy"))
    #expect(policy.hasPrefix("default-src 'none'; script-src 'nonce-"))
    #expect(answer.response.field("Referrer-Policy") == "no-referrer")
    #expect(answer.response.field("X-Content-Type-Options") == "nosniff")
    let html = String(decoding: answer.response.body, as: UTF8.self)
    #expect(!html.contains("{{") && !html.contains(" style="))
    #expect(!html.contains("src=\"http") && !html.contains("@import"))
  }

  @Test func `a wrong token finds nothing, whatever its length`() {
    #expect(status(.get, "/") == 404)
    #expect(status(.get, "/\(String(repeating: "0", count: 32))/") == 404)
    #expect(status(.get, "/\(application.token.dropLast())/") == 404)
    #expect(status(.get, "/\(application.token)/../") == 404)
    #expect(status(.get, page + "secret") == 404)
  }

  @Test(arguments: ["localhost:4711", "127.0.0.1", "127.0.0.1:4712", "evil.example:4711", ""])
  func `a name that was bound to this machine is refused`(host: String) {
    #expect(status(host: host) == 421)
  }

  @Test(arguments: [
    ("Origin", "http://evil.example"), ("Origin", "http://127.0.0.1:4712"), ("Origin", "null"),
    ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"), ("Sec-Fetch-Site", "none"),
  ])
  func `another page may ask nothing`(name: String, value: String) {
    let body = #"{"page": "00112233445566778899aabbccddeeff"}"#
    #expect(status(.post, page + "state", [Self.json, (name, value)], body: body) == 403)
  }

  @Test func `an address that is typed in is not one of another page`() {
    let fields = [
      (name: "Sec-Fetch-Site", value: "none"), (name: "Sec-Fetch-Mode", value: "navigate"),
    ]
    #expect(status(.get, nil, fields) == 200)
    #expect(status(.get, page + "stream?page=00112233445566778899aabbccddeeff", [fields[0]]) == 403)
  }

  @Test func `more people than the memory holds are refused at their control`() {
    // Two hundred million people take at least 10 GB, in each of so many simulations at once.
    let application = ExploreApplication(
      explored, on: Workers(1_000), metrics: WebMetrics())
    application.port = 4_711
    let answer = application.answer(
      WebRequest(
        .post, RequestTarget(Array("/\(application.token)/state".utf8)),
        fields: [(name: "Host", value: "127.0.0.1:4711"), Self.json],
        body: Array(
          #"{"page":"00112233445566778899aabbccddeeff","changes":{"market.people":"200M"}}"#.utf8)))
    let told = String(decoding: answer.response.body, as: UTF8.self)
    #expect(told.contains(#""key":"market.people""#) && told.contains("write fewer"), "\(told)")
  }

  @Test func `a state is JSON, and so is its answer`() {
    #expect(status(.post, page + "state", [(name: "Content-Type", value: "text/plain")]) == 415)
    #expect(status(.post, page + "state") == 415)
    #expect(status(.get, page + "state") == 405)
    #expect(status(.post, page) == 405)
    #expect(status(.get, page + "stream?page=no%20name") == 400)
    for body in ["", "[]", "{", #"{"page": 1}"#, #"{"page": "x"}"#, "\u{0}"] {
      #expect(status(.post, page + "state", [Self.json], body: body) == 200, "told in the answer")
    }
  }
}

@Suite("explore · the state of a page")
struct ExploreStateTests {
  @Test func `a link has the changes, and what-ifs of several`() throws {
    let state = try state(
      "recipients.tap=30%25&if=prompts.lifetimeMax=1;attribution.windowDays=30&if=days=30&by=k.month"
    )
    #expect(state.changes == ["recipients.tap": "30%"])
    #expect(
      state.whatIfs == [
        ["prompts.lifetimeMax": "1", "attribution.windowDays": "30"], ["days": "30"],
      ])
    #expect(state.outcome == "k.month")
  }

  @Test(arguments: [
    ("recipients.tap", "'recipients.tap' is no change; write KEY=VALUE"),
    ("a=%zz", "'a=%zz' is no change"), ("=1", "'=1' is no change"),
    ("recipients.tapp=30%25", "unknown key 'recipients.tapp'; did you mean tap?"),
    ("recipients.tap=150%25", "'recipients.tap': 'recipients.tap' must be a share"),
    ("use.retention.14=90%25", "'use.retention"),
    ("market.acquaintances=/etc/passwd", "this key cannot be changed here"),
    ("study=matching", "this key cannot be changed here"),
    ("if=seed=3", "'seed' is the same for all compared scenarios"),
    ("by=k.nothing", "unknown metric 'k.nothing'"), ("days=", "this is no value"),
    ("if=a=1&if=a=1&if=a=1&if=a=1&if=a=1&if=a=1&if=a=1", "keep 6 at most"),
  ])
  func `what cannot be is told with its place and remedy`(fragment: String, words: String) throws {
    let scenario = try smallScenario()
    let problems = #expect(throws: ExploreProblems.self) {
      try scenario.question(state(fragment))
    }
    let told = problems?.all.map(\.description).joined(separator: "\n") ?? ""
    #expect(told.contains(words), "\(told)")
  }

  @Test func `each mistake is told once, and those of a what-if at its card`() throws {
    let scenario = try smallScenario()
    let problems = #expect(throws: ExploreProblems.self) {
      try scenario.question(
        state("recipients.tap=2&recipients.install=x&if=prompts.lifetimeMax=y&if=days=30"))
    }
    let all = try #require(problems?.all)
    #expect(
      Set(all.compactMap(\.key)) == ["recipients.tap", "recipients.install", "prompts.lifetimeMax"])
    #expect(all.count == 3)
    #expect(all.first { $0.key == "prompts.lifetimeMax" }?.whatIf == 0)
  }

  @Test func `the command line refuses a state that cannot be`() {
    let outcome = growthloop("explore", "--state", "recipients.tapp=1")
    #expect(outcome.code == .badInput)
    #expect(outcome.complaints.contains("unknown key 'recipients.tapp'"))
  }

  @Test func `every parameter and setting is a control, and each has its value on its slider`()
    throws
  {
    let scenario = try smallScenario()
    let controls = ExploreControls(of: scenario).groups.flatMap(\.controls)
    #expect(ExploreControls(of: scenario).groups[0].controls.count == 8)
    #expect(Set(controls.map(\.key)).count == controls.count)
    for control in controls {
      if let rungs = control.rungs { #expect(rungs.contains(control.value), "\(control.key)") }
      if let words = control.words { #expect(words.contains(control.value), "\(control.key)") }
    }
    // What a slider offers can be read.
    for control in controls where control.key.hasPrefix("recipients.") {
      for rung in control.rungs ?? [] {
        #expect(throws: Never.self) {
          try scenario.question(state("\(control.key)=\(rung.replacing("%", with: "%25"))"))
        }
      }
    }
  }
}

@Suite("explore · its numbers", .timeLimit(.minutes(60)))
struct ExploreAnswerTests {
  private static let asked =
    "recipients.tap=60%25&if=prompts.lifetimeMax=1&if=recipients.install=50%25"

  @Test func `the settled differences are those of compare, to the last digit`() async throws {
    let scenario = try smallScenario(seed: 7)
    let question = try scenario.question(state(Self.asked))
    let all = try await frames(state(Self.asked), of: scenario)
    let settled = try #require(all.last)
    #expect(settled.stage == .settled && settled.replications == 6)
    let words = try #require(question.command.wholeMatch(of: /growthloop (.*)/)?.1)
      .split(separator: " ").map(String.init)
    let compared = await growthloopOnThread(words + ["--json", "--no-ranking"])
    let variants = try JSONParser.parse(Array(compared.output.utf8))["variants"]?.elements ?? []
    #expect(variants.count == 2)
    for (card, variant) in zip(settled.cards, variants) {
      let metric = variant["metrics"]?.elements.first {
        $0["metric"]?.word == "members.invitedHome"
      }
      #expect(card.difference == metric?["difference"]?.amount)
      #expect(card.low == metric?["low"]?.amount)
      #expect(card.high == metric?["high"]?.amount)
    }
  }

  @Test func `a page and its file have the same numbers`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "base.yaml",
      "title: 'Mine: the first'\nmarket: {people: 2_000}\ndays: 20\nreplications: 3\narrivals: {seeds: 100}\n"
    )
    let scenario = try smallScenario(file)
    let changes = "recipients.tap=60%25&prompts.lifetimeMax=1&recipients.tapDelay.median=2h"
    let settled = try #require(try await frames(state(changes), of: scenario).last)
    let saved = try folder.write("saved.yaml", try scenario.question(state(changes)).yaml)
    let run = await growthloopOnThread(["simulate", saved, "--json", "--no-ranking"])
    let metrics = try JSONParser.parse(Array(run.output.utf8))["metrics"]?.elements ?? []
    let mean = metrics.first { $0["metric"]?.word == "members.invitedHome" }?["mean"]?.amount
    #expect(mean != nil && mean == settled.headline?.mean, "\(run.complaints)")
  }

  @Test func `the settled frame is the same on any number of workers`() async throws {
    let scenario = try smallScenario()
    let one = try await frames(state(Self.asked), of: scenario, workers: 1).last?.jsonLine()
    let three = try await frames(state(Self.asked), of: scenario, workers: 3).last?.jsonLine()
    #expect(one == three && one != nil)
  }

  @Test func `a sketch comes first, is marked, and says nothing surely`() async throws {
    let scenario = try smallScenario("defaults", ["market.people=40_000", "arrivals.seeds=2_000"])
    let all = try await frames(state("if=recipients.tap=0"), of: scenario)
    #expect(all.first?.stage == .sketch)
    #expect(all.first?.cards.allSatisfy { !$0.isSure && $0.verdict == "A sketch." } == true)
    let (sketch, settled) = (all.first?.headline?.mean ?? 0, all.last?.headline?.mean ?? 0)
    #expect(sketch > settled / 2 && sketch < settled * 2, "\(sketch) and \(settled)")
    let small = try await frames(state(""), of: smallScenario())
    #expect(small.first?.stage != .sketch, "a small market needs none")
  }

  @Test func `surely is said of what moves, and never of what does not`() async throws {
    let scenario = try smallScenario("defaults", ["replications=24"])
    let all = try await frames(
      state("if=recipients.tap=0&if=landing.socialProofLine=off"), of: scenario)
    let cards = try #require(all.last?.cards)
    #expect(cards[0].isSure && cards[0].verdict == "Surely less.")
    #expect(!cards[1].isSure && cards[1].verdict == "No run differs.")
  }

  @Test func `work for a question that was left ends, and leaves no answer`() async throws {
    let scenario = try smallScenario(
      "defaults", ["market.people=200_000", "days=3_650", "replications=500"])
    let question = try scenario.question(state("if=recipients.tap=0"))
    let task = Task.detached {
      var settled = 0
      await ExploreRun(question, on: Workers(2)).run { if $0.stage != .sketch { settled += 1 } }
      return settled
    }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    #expect(await task.value == 0)
  }
}
