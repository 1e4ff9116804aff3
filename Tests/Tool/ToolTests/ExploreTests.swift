import Foundation
import GrowthloopDecisions
import GrowthloopFindings
import GrowthloopModel
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import GrowthloopTransport
import Profiles
import RandomStreams
import SimulationKernel
import Statistics
import Synchronization
import TestConsole
import Testing
import Vocabulary

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

/// The frames of a study, as they came.
private final class StudyFrames: Sendable {
  private let frames = Mutex<[ExploreStudy.Frame]>([])
  var all: [ExploreStudy.Frame] { frames.withLock { $0 } }
  func add(_ frame: ExploreStudy.Frame) { frames.withLock { $0.append(frame) } }
}

/// Returns the frames of a study about a state, to the last.
private func study(
  _ kind: String, _ words: [String], of scenario: ExploredScenario, _ state: String = "",
  workers: Int = 2
) async throws -> [ExploreStudy.Frame] {
  let json = JSONValue.object([
    "study": .text(kind), "words": .array(words.map(JSONValue.text)),
  ])
  let study = try ExploreStudy(
    json, about: try scenario.question(ExploreState(fragment: state)))
  let frames = StudyFrames()
  await study.run(1, on: Workers(workers)) { frames.add($0) }
  return frames.all
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
    application.page.port = 4_711
    page = "/\(application.page.token)/"
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
    #expect(status(.get, "/\(application.page.token.dropLast())/") == 404)
    #expect(status(.get, "/\(application.page.token)/../") == 404)
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

  @Test func `a second origin is looked at, too`() {
    let origins = ["http://127.0.0.1:4711", "http://evil.example"]
    let body = #"{"page": "00112233445566778899aabbccddeeff"}"#
    for origins in [origins, origins.reversed()] {
      let fields = [Self.json] + origins.map { (name: "Origin", value: $0) }
      #expect(status(.post, page + "state", fields, body: body) == 403)
    }
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
    application.page.port = 4_711
    let answer = application.answer(
      WebRequest(
        .post, RequestTarget(Array("/\(application.page.token)/state".utf8)),
        fields: [(name: "Host", value: "127.0.0.1:4711"), Self.json],
        body: Array(
          #"{"page":"00112233445566778899aabbccddeeff","changes":{"market.people":"200M"}}"#.utf8)))
    let told = String(decoding: answer.response.body, as: UTF8.self)
    #expect(told.contains(#""key":"market.people""#) && told.contains("write fewer"), "\(told)")
  }

  @Test func `a study is one of four, and its words write nothing`() async throws {
    let told = { (body: String) -> String in
      let answer = application.answer(
        WebRequest(
          .post, RequestTarget(Array((page + "study").utf8)),
          fields: [(name: "Host", value: "127.0.0.1:4711"), Self.json], body: Array(body.utf8)))
      return String(decoding: answer.response.body, as: UTF8.self)
    }
    let name = #""page":"00112233445566778899aabbccddeeff""#
    #expect(told("{\(name)}").contains("this is no study"))
    #expect(told("{\(name),\"study\":\"load\"}").contains("write measure, glance, sweep, solve"))
    #expect(told("{\(name),\"study\":\"measure\"}").contains(#""run":1"#))
    let long = String(repeating: "sent,1 ", count: 8_000)
    #expect(
      told("{\(name),\"study\":\"funnel\",\"words\":[\"\(long)\"]}").contains("50,000 characters"))
    #expect(status(.post, page + "study") == 415)
    for words in [["--vary", "loop", "--out", "x"], ["--from", "/etc"], ["--vary"]] {
      let frame = try #require(try await study("sweep", words, of: explored).last)
      #expect(frame.stage == .failed && frame.failure?.isEmpty == false, "\(words)")
    }
    application.endAll()
  }

  /// Returns the body of the answer to some JSON.
  private func answer(to target: String, _ body: String) -> String {
    let answer = application.answer(
      WebRequest(
        .post, RequestTarget(Array((page + target).utf8)),
        fields: [(name: "Host", value: "127.0.0.1:4711"), Self.json], body: Array(body.utf8)))
    return String(decoding: answer.response.body, as: UTF8.self)
  }

  @Test(arguments: [("prompts", "PRM-17"), ("attribution", "ATT-03")])
  func `cases are decided under the three profiles`(subject: String, rule: String) throws {
    let body = CaseSubject.all.first { $0.name == subject }?.example ?? ""
    let reply = try JSONParser.parse(Array(answer(to: "decide?subject=\(subject)", body).utf8))
    for profile in ["rin", "invite-friends-product", "invite-friends-design"] {
      let id = try #require(ProfileID(rawValue: profile))
      let rules = DecisionRules(profile: Profile(id))
      let known = try #require(CaseSubject.all.first { $0.name == subject })
      let decided = try CaseStream(of: known, under: rules).answer(to: Array(body.utf8)).json
      #expect(try reply[profile] == JSONParser.parse(Array(decided.utf8)))
    }
    #expect(answer(to: "decide?subject=\(subject)", body).contains("\"\(rule)\""))
    #expect(status(.post, page + "decide?subject=luck", [Self.json], body: body) == 404)
  }

  @Test func `twelve pages are open at most, and the next one learns why`() throws {
    func stream(_ number: Int) -> Int {
      let digits = String(number, radix: 16)
      let name = String(repeating: "0", count: 32 - digits.count) + digits
      return status(.get, page + "stream?page=\(name)")
    }
    #expect((1...1_000).map(stream) == (1...1_000).map { $0 <= 12 ? 200 : 503 })
    #expect(stream(12) == 200, "a page that is open may begin its stream again")
    let refused = answer(to: "state", #"{"page": "ffffffffffffffffffffffffffffffff"}"#)
    #expect(refused.contains("12 pages are open already: close one"), "\(refused)")
    application.endAll()
    #expect(stream(13) == 200, "a page that was closed makes room")
    application.endAll()
  }

  @Test func `a delay is drawn as the state has it`() throws {
    let key = "recipients.tapDelay"
    func picture(_ changes: String) throws -> String {
      let body =
        #"{"page":"00112233445566778899aabbccddeeff","changes":{\#(changes)},"words":["\#(key)","days"]}"#
      let laws = try JSONParser.parse(Array(answer(to: "laws", body).utf8))["laws"]
      #expect(laws?["days"] == nil)
      return laws?[key]?.word ?? ""
    }
    let usual = try picture("")
    #expect(usual.contains("<svg") && usual.contains("Half take up to 2.0 h"), "\(usual)")
    #expect(try picture(#""\#(key).median": "5m""#).contains("Half take up to 5.0 min"))
    #expect(try picture(#""\#(key)": "1h""#) == "", "a constant has no density")
  }

  @Test func `a rule has its text; nothing leaves before the answer is settled`() {
    #expect(status(.get, page + "rule?id=PRM-17") == 200)
    #expect(status(.get, page + "rule?id=NO-1") == 404)
    #expect(status(.get, page + "report.html?page=00112233445566778899aabbccddeeff") == 409)
    #expect(status(.get, page + "table.csv") == 409)
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
    ("market={acquaintances: /etc/passwd}", "this key cannot be changed here"),
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

  @Test(arguments: [
    ("attribution.windowDays=30", "set privacy.clickRetentionDays=30 as well"),
    ("use.retention.7=50%25", "write at most"),
  ])
  func `what contradicts something else has a remedy, at its control`(
    fragment: String, words: String
  ) throws {
    let scenario = try smallScenario()
    let problems = #expect(throws: ExploreProblems.self) {
      try scenario.question(state(fragment))
    }
    let problem = try #require(problems?.all.first)
    #expect(fragment.hasPrefix(problem.key ?? "none"), "\(problem)")
    #expect(problem.description.contains(words), "\(problem)")
  }

  @Test func `a command has each of its options once`() throws {
    let question = try smallScenario(seed: 7).question(state("replications=5&if=recipients.tap=0"))
    #expect(
      question.command.split(separator: " ").count { $0 == "5" || $0 == "replications=5" } == 1)
    #expect(question.command.contains("--replications 5"), "\(question.command)")
  }

  @Test func `the file asks for the source of each number, and has the what-ifs`() throws {
    let yaml = try smallScenario()
      .question(
        state(
          "recipients.tap=50%25&recipients.tapDelay={median: 5m, sigma: 1}&prompts.lifetimeMax=1"
            + "&if=recipients.install={value: 36%25, source: ours}")
      ).yaml
    for line in [
      "  tap: 50% # or {value: 50%, source: WHO MEASURED IT}\n",
      "  tapDelay: {median: 5m, sigma: 1} # or {median: 5m, sigma: 1, source: WHO MEASURED IT}\n",
      "  prompts.lifetimeMax: 1\n",
      "# Its what-ifs: growthloop compare explored.yaml 'recipients.install={value: 36%,source: ours}'\n",
    ] { #expect(yaml.contains(line), "\(yaml)") }
  }

  @Test func `the command line refuses a state that cannot be`() {
    let outcome = growthloop("explore", "--state", "recipients.tapp=1")
    #expect(outcome.code == .badInput)
    #expect(outcome.complaints.contains("unknown key 'recipients.tapp'"))
  }

  @Test func `a link has the options that the page was opened with`() throws {
    #expect(
      try ExploreControls(of: smallScenario(seed: 7)).command.hasPrefix("growthloop explore "))
    let changes = [
      try ScenarioOverride("days=20"),
      try ScenarioOverride("prompts.lifetimeMax=9", option: "--deliberately", isDeliberate: true),
    ]
    let explored = try ExploredScenario(
      ChosenScenario.defaultsName, changed: changes, seed: 7, posterior: nil, on: MemoryConsole())
    #expect(
      ExploreControls(of: explored).command
        == "growthloop explore defaults --set days=20 --deliberately prompts.lifetimeMax=9 --seed 7"
    )
  }

  @Test func `every parameter and setting is a control, and each has its value on its slider`()
    throws
  {
    let scenario = try smallScenario()
    let controls = ExploreControls(of: scenario).groups.flatMap(\.controls)
    let first = ExploreControls(of: scenario).groups[0].controls
    #expect(first.count { !$0.key.hasPrefix("use.retention.") } == 7)
    #expect(first.count { $0.key.hasPrefix("use.retention.") } == 2, "days 1 and 30 by default")
    #expect(first.compactMap(\.output).count == 3)
    let templates = ExploreControls(of: scenario).templates
    #expect(templates.map(\.name) == ProductTemplate.all.map(\.name))
    #expect(templates.allSatisfy { $0.changes["arrivals.organicPerDay"] != nil })
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

@Suite("explore · the density of a delay")
struct DelayLawTests {
  @Test func `a log-normal law has its shares by the closed form`() throws {
    let shares = try #require(DelayLaw("{median: 2h, sigma: 1.6}")).shares
    let middle = shares[shares.count / 2]
    // Around the median: 2 Φ(ln 2 / (2 · 1.6)) − 1.
    #expect(abs(middle.seconds - 7_200) < 1 && abs(middle.share - 0.171_48) < 0.000_1)
  }

  @Test(arguments: ["{median: 2h, sigma: 1.6}", "{median: 300ms, sigma: 0.8}", "{mean: 20m}"])
  func `all shares together are one`(text: String) throws {
    let shares = try #require(DelayLaw(text)).shares
    let doublings = Double.log(shares[1].seconds / shares[0].seconds) / Double.log(2)
    let sum = shares.map(\.share).reduce(0, +) * doublings
    #expect(sum > 0.97 && sum < 1.01, "\(sum)")
  }

  @Test(arguments: ["2h", "{median: 2h, sigma: 0}", "{mean: soon}", ""])
  func `what has no density is not drawn`(text: String) {
    #expect(DelayLaw(text) == nil)
  }
}

private final class KeptAnswer {
  var settled: ExploreSettled?
}

@Suite(
  "explore · how often a difference is surely there that is not", .timeLimit(.minutes(60)),
  .enabled(if: ProcessInfo.processInfo.environment["GROWTHLOOP_ALARMS"] != nil))
struct ExploreAlarmTests {
  @Test func `of a thousand pairs under independent seeds at most one in twenty`() async throws {
    let (pairs, replications) = (1_000, 24)
    let plan = try smallScenario().base.setup.plan
    let place = try #require(Metric.place(of: ExploreQuestion.usualOutcome))
    var alarms = 0
    for pair in 0..<pairs {
      var sides: [[Double]] = []
      for side in 0...1 {
        let study = Study(plan, seed: UInt64(2 * pair + side + 1), replications: replications)
        let outcome = try await study.run(on: Workers(2))
        sides.append(outcome.replicates.compactMap { $0.values[place] })
      }
      var moments = RunningMoments()
      var isEverSure = false
      for (before, after) in zip(sides[0], sides[1]) {
        moments.record(after - before)
        let estimate = ExploreFrame.Card.atAnyLook(moments, of: replications)
        isEverSure = isEverSure || estimate.map { !$0.contains(0) } ?? false
      }
      if isEverSure { alarms += 1 }
    }
    print("alarms: \(alarms) of \(pairs) pairs without a difference were ever surely different")
    #expect(alarms <= pairs / 20)
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

  @Test(arguments: [
    ("sweep", ["--vary", "recipients.tap=20%,60%", "--vary", "recipients.install=10%,50%"]),
    ("sweep", ["--vary", "recipients.tap", "--vary", "sharing.visit", "--one-at-a-time"]),
    ("solve", ["--target", "members.invitedHome=30", "--vary", "recipients.tap,sharing.visit"]),
    ("month", []),
  ])
  func `a study says what its command says`(kind: String, words: [String]) async throws {
    let scenario = try smallScenario(seed: 7)
    let frame = try #require(try await study(kind, words, of: scenario).last)
    #expect(frame.stage == .settled, "\(frame.failure ?? "")")
    let command = frame.command.split(separator: " ").dropFirst().map(String.init)
    let run = await growthloopOnThread(command + ["--json"])
    let answer = try JSONParser.parse(Array(run.output.utf8))["answer"]
    let said = answer?.elements.compactMap(\.word) ?? [answer?.word].compactMap(\.self)
    #expect(!said.isEmpty, "\(run.complaints)")
    for paragraph in said {
      #expect(frame.html.contains(paragraph.escapedForMarkup), "\(paragraph)")
    }
    let alone = try await study(kind, words, of: scenario, workers: 1).last
    #expect(alone?.html == frame.html)
  }

  @Test func `a heat map fills in, row by row`() async throws {
    let words = ["--vary", "recipients.tap=20%,40%,60%", "--vary", "recipients.install=10%,50%"]
    let all = try await study("sweep", words, of: smallScenario())
    let cells = all.map { $0.html.components(separatedBy: "class=\"heat h").count - 1 }
    #expect(cells.starts(with: [2, 4, 6]) && cells.last == 6, "\(cells)")
    let many = ["recipients.tap", "recipients.install"].flatMap { key in
      ["--vary", "\(key)=" + (1...20).map { "\($0)%" }.joined(separator: ",")]
    }
    let refused = try await study("sweep", many, of: smallScenario()).last
    #expect(refused?.failure == "that makes 400 points: here 100 at most")
  }

  @Test func `what is changed is named as its control is, and no test is advised of nothing`()
    async throws
  {
    let cards = try #require(
      try await frames(
        state(
          "if=recipients.tap=60%25&if=attribution.model=firstTouch"
            + "&if=recipients.tap=1%25;recipients.install=2%25;sharing.visit=3%25;days=19"),
        of: smallScenario("defaults", ["replications=24"])
      ).last?.cards)
    #expect(cards[0].title.hasPrefix("Recipients who tap the link "), "\(cards[0].title)")
    #expect(cards[0].title.hasSuffix("% → 60%"), "\(cards[0].title)")
    #expect(cards[1].isAlike && cards[1].test == "", "\(cards[1].test)")
    #expect(cards[2].title.hasPrefix("days=19 recipients.install=2% "), "\(cards[2].title)")
  }

  @Test func `the headline says what it is for the product, and narrows by a sequence`()
    async throws
  {
    let all = try await frames(
      state(""), of: smallScenario("defaults", ["days=30", "replications=200"]))
    let settled = try #require(all.last?.headline)
    #expect(
      settled.product.contains(" a month for every 1,000 members active in it. Daily actives "),
      "\(settled.product)")
    for frame in all where frame.stage == .running {
      let interval = try #require(frame.headline?.interval)
      #expect(interval.isEmpty || interval.hasPrefix("valid at any look: "), "\(interval)")
    }
    #expect(settled.interval.hasPrefix("95% interval") && settled.low != nil, "\(settled.interval)")
    #expect(all.last?.outputs.keys.sorted() == ExploreControls.outputs.map(\.control).sorted())
    #expect(all.last?.course.contains("Jan 5") == true, "the days have dates")
  }

  @Test func `an output that is typed moves the input behind it`() async throws {
    let scenario = try smallScenario(
      "defaults", ["market.people=20_000", "arrivals.organicPerDay=100"])
    let frame = try #require(
      try await study(
        "fit", ["firstRun.dropPerScreen=60%"], of: scenario, "firstRun.dropAtCode=50%25"
      ).last)
    let changes = try #require(frame.changes, "\(frame.failure ?? "")")
    let movers = ObservedOutput.inputs(of: "onboarding.completion").map(\.name)
    #expect(changes["firstRun.dropPerScreen"] != nil && Set(changes.keys).isSubset(of: movers))
    var fitted = try state("firstRun.dropAtCode=50%25")
    fitted.changes.merge(changes) { $1 }
    let output = try await frames(fitted, of: scenario).last?.outputs["firstRun.dropPerScreen"]
    let share = try #require(output.flatMap { Double($0.dropLast()) })
    #expect(share > 58.8 && share < 61.2, "\(share)")
    for words in [["firstRun.dropPerScreen=many"], ["recipients.tap=3%"], []] {
      #expect(try await study("fit", words, of: scenario).last?.stage == .failed)
    }
  }

  @Test func `suggestions say what they would bring, and a line what invites bring`() async throws {
    let scenario = try smallScenario("defaults", ["market.people=70_000", "arrivals.seeds=3_000"])
    let suggestions = ExploreControls(of: scenario).suggestions
    let question = try scenario.question(state(""))
    let kept = KeptAnswer()
    await ExploreRun(question, on: Workers(2)).run { _ in
    } keeping: {
      kept.settled = $0
    }
    let json = JSONValue.object(["study": .text("glance")])
    let glance = try ExploreStudy(json, about: question) {
      suggestions.compactMap { suggestion in
        scenario.whatIf(suggestion.changes).map { .init(name: suggestion.name, choice: $0) }
      }
    }
    let seen = StudyFrames()
    await glance.run(1, on: Workers(2), after: kept.settled) { seen.add($0) }
    let frame = try #require(seen.all.last)
    let ideas = try #require(frame.ideas, "\(frame.failure ?? "")")
    #expect(Set(ideas.keys) == Set(suggestions.map(\.name)))
    // Without invites all who would come by them are missing, give or take the sketch.
    let mean = try #require(kept.settled?.base["members.invitedHome"]?.measured.value)
    let none = try #require(ideas[ExploreControls.withoutInvites])
    let fewer = try #require(none.firstMatch(of: /^about [-−]([\d,.]+) \(/)?.1, "\(none)")
    let missing = try #require(Double(fewer.replacing(",", with: "")))
    #expect(missing > mean / 2 && missing < mean * 2, "\(missing) of \(mean)")
    #expect(ideas["The first click earns the credit"]?.hasPrefix("no difference") == true)
    #expect(frame.html.contains("without invites"))
  }

  @Test func `what to measure first is a guess with its range`() async throws {
    let frame = try #require(try await study("measure", [], of: smallScenario()).last)
    #expect(frame.html.contains(" the answer moves by "), "\(frame.html)")
  }

  @Test func `a scenario that was fitted has the numbers of simulate`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "mine.yaml",
      "title: Mine\nmarket: {people: 2_000}\ndays: 20\nreplications: 3\narrivals: {seeds: 100}\n"
        + "observed: {onboarding.completion: 80%}\n")
    let scenario = try await onThread { try smallScenario(file) }
    for changes in ["", "recipients.tap=60%25"] {
      let settled = try #require(try await frames(state(changes), of: scenario).last)
      let question = try scenario.question(state(changes))
      let words = try #require(question.command.wholeMatch(of: /growthloop (.*)/)?.1)
      #expect(words.contains("observed") == !changes.isEmpty, "\(words)")
      let saved = try folder.write("saved.yaml", question.yaml)
      for run in [
        await growthloopOnThread(Self.split(words) + ["--json", "--no-ranking"]),
        await growthloopOnThread(["simulate", saved, "--json", "--no-ranking"]),
      ] {
        let metrics = try JSONParser.parse(Array(run.output.utf8))["metrics"]?.elements ?? []
        let mean = metrics.first { $0["metric"]?.word == "members.invitedHome" }?["mean"]?.amount
        #expect(mean != nil && mean == settled.headline?.mean, "\(run.complaints)")
      }
    }
    #expect(throws: ExploreProblems.self) {
      try scenario.question(state("observed.sends.senderShare=8%25"))
    }
  }

  /// Returns the words of a command line, of which some stand in quotation marks.
  private static func split(_ line: Substring) -> [String] {
    line.matches(of: /'([^']*)'|[^ ']+/).map { String($0.1 ?? $0.0) }
  }

  private static let funnel = "stage,count\nshared,1000\nsent,4100\ntapped,1500\nlaunched,300\n"

  @Test func `a pasted funnel makes what init makes of it`() async throws {
    let scenario = try smallScenario()
    let frame = try await study("funnel", [Self.funnel + "onboarded,210"], of: scenario).last
    let changes = try #require(frame?.changes, "\(frame?.failure ?? "")")
    let folder = try TemporaryFolder()
    let table = try folder.write("a pasted funnel", Self.funnel + "onboarded,210")
    let file = folder.path + "/mine.yaml"
    #expect(growthloop("init", file, "--template", "photo", "--funnel", table).code == .success)
    let written = try String(contentsOfFile: file, encoding: .utf8)
    for (key, name) in [
      ("sharing.recipients", "recipients"), ("recipients.tap", "tap"),
      ("recipients.install", "install"),
    ] {
      let value = try #require(changes[key])
      #expect(written.contains("  \(name): \(value)\n"), "\(value)")
    }
    // The sign-ups that it counts, 70%, come out.
    var asked = ExploreState()
    asked.changes = changes
    asked.outcome = "onboarding.completion"
    let settled = try #require(try await frames(asked, of: scenario).last?.headline?.mean)
    #expect(abs(settled - 0.7) < 0.05, "\(settled)")
    let again = try await study("funnel", [Self.funnel + "onboarded,210"], of: scenario).last
    #expect(again?.changes == changes && frame?.html.contains("36.59% of 4,100") == true)
  }

  @Test(arguments: [
    ("stage,count\nsent,4100\ntaped,1500", "funnel:3:", "did you mean 'tapped'?"),
    ("stage,count\nsent,4.100", "funnel:2:", "write 4100"),
    ("stage,count\nsent,4100", "funnel:1:", "no two stages that follow each other"),
    ("", "funnel:1:", "the table is empty"),
  ])
  func `a slip in a pasted funnel stands at its line`(
    text: String, place: String, words: String
  ) async throws {
    let frame = try #require(try await study("funnel", [text], of: smallScenario()).last)
    let failure = try #require(frame.failure)
    #expect(failure.contains(place) && failure.contains(words), "\(failure)")
  }

  @Test func `a story has its rules as buttons`() async throws {
    let scenario = try smallScenario()
    let found = try #require(try await study("explain", ["--find", "shown"], of: scenario).last)
    let person = try #require(found.html.firstMatch(of: /data-person="(\d+)"/)?.1)
    let story = try await study("explain", ["--person", String(person)], of: scenario).last
    #expect(story?.html.contains("data-rule=\"PRM-24\"") == true, "\(story?.html ?? "")")
    #expect(story?.command.hasSuffix("--person \(person)") == true)
    let none = try await study("explain", ["--person", "2000"], of: scenario).last
    #expect(none?.stage == .failed)
  }

  @Test func `a card says what an experiment takes to see it`() async throws {
    let question = try smallScenario("defaults", ["replications=24"])
      .question(state("if=recipients.install=60%25"))
    let outcome = try await question.comparison().run(on: Workers(2))
    let plan = try #require(ExperimentToSee(outcome, ofVariant: 0, in: 20))
    // 2 (z + z')^2 (p(1 - p) + q(1 - q)) units of two equal groups, as many times as they are alike.
    let (rate, other) = (plan.rate, plan.rate + plan.difference)
    let variance = rate * (1 - rate) + other * (1 - other)
    let effect = plan.metric.designEffect ?? 1
    let units = 2 * 7.848_879 * variance / (plan.difference * plan.difference) * effect
    #expect(plan.metric.key == "conversion.home" && plan.difference > 0)
    #expect(plan.units > units * 0.8 && plan.units < units * 1.25, "\(plan.units), \(units)")
    #expect(plan.words.contains("To test it: ") && plan.words.contains(" days, "), "\(plan.words)")
  }

  @Test func `draws of a posterior give what compare gives with them`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "posterior.csv", "recipients.tap,recipients.install\n0.3,0.2\n0.4,0.3\n0.5,0.4\n")
    let posterior = try PosteriorDraws(
      Arguments(["--posterior", file], of: ExploreCommand.manual), on: MemoryConsole())
    let small = try smallScenario(seed: 7)
    let scenario = try ExploredScenario(
      "defaults", changed: small.changes, seed: 7, posterior: posterior, on: MemoryConsole())
    let settled = try #require(
      try await frames(state("if=sharing.visit=30%25"), of: scenario).last)
    let command = try scenario.question(state("if=sharing.visit=30%25")).command
    #expect(command.contains("--posterior"))
    let words = command.split(separator: " ").dropFirst().map(String.init)
    let run = await growthloopOnThread(words + ["--json"])
    let metrics = try JSONParser.parse(Array(run.output.utf8))["variants"]?.elements.first?[
      "metrics"]
    let metric = metrics?.elements.first { $0["metric"]?.word == "members.invitedHome" }
    #expect(metric != nil, "\(run.complaints)")
    #expect(settled.cards.first?.difference == metric?["difference"]?.amount)
    #expect(settled.cards.first?.low == metric?["low"]?.amount)
  }

  @Test func `what leaves is what the commands write`() async throws {
    let scenario = try smallScenario()
    for (fragment, column) in [("", "metric,"), ("if=recipients.tap=0", "variant,")] {
      let kept = KeptAnswer()
      await ExploreRun(try scenario.question(state(fragment)), on: Workers(2)).run { _ in
      } keeping: {
        kept.settled = $0
      }
      let settled = try #require(kept.settled)
      #expect(settled.report.hasPrefix("<!DOCTYPE html>"))
      #expect(
        settled.table?.text.hasPrefix(column) == true, "\(settled.table?.text.prefix(80) ?? "")")
    }
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

  @Test func `a run that was left does not go on with the past of its members`() async throws {
    let plan = try smallScenario("defaults", ["arrivals.seeds=1_000"]).base.setup.plan
    let task = Task.detached {
      while !Task.isCancelled { await Task.yield() }
      do {
        _ = try GrowthRun(plan, seed: 4_242)
        return false
      } catch is CancellationError {
        return true
      }
    }
    task.cancel()
    #expect(try await task.value)
    // Who asks next lives it anew.
    #expect(throws: Never.self) { _ = try GrowthRun(plan, seed: 4_242) }
  }

  @Test func `a page that never reads its answers is left`() {
    let session = ExploreSession(patience: .zero)
    #expect(session.isLeft)
    session.connect(WebStream())
    #expect(!session.isLeft)
    #expect(!ExploreSession().isLeft, "a page has time to begin")
    session.end()
    #expect(session.isLeft)
  }

  @Test func `a hundred quick changes are one answer, and the questions before leave nothing`()
    async throws
  {
    let scenario = try smallScenario()
    let session = ExploreSession()
    var number = 0
    for turn in 1...100 {
      let question = try scenario.question(state("recipients.tap=\(turn)%25"))
      number = session.ask(question, on: Workers(2))
    }
    while session.settled == nil { try await Task.sleep(for: .milliseconds(5)) }
    #expect(number == 100)
    #expect(session.settled?.progress.question.state.changes == ["recipients.tap": "100%"])
    session.end()
  }
}
