import Foundation
import GrowthloopFindings
import GrowthloopPlans
import GrowthloopReports
import GrowthloopStudies
import TestConsole
import Testing

@testable import growthloop

@Suite("Scenarios · inputs are fitted to what was observed")
struct ObservedScenarioTests {
  static let town = """
    title: A small product
    profile: product
    days: 40
    replications: 8
    market: {people: 4_000, iOSShare: 1}
    arrivals: {seeds: 600, organicPerDay: 20}

    """

  /// What cannot be: what was observed beside what else the scenario says, and the words that name it.
  static let refused: [(observed: String, words: String)] = [
    ("observed: {sends.sendrShare: 8%}", "'observed.sends.sendrShare' is no output"),
    ("observed: {recipients.tap: 30%}", "is an input, and not an output"),
    ("observed: {sends.senderShare: 130%}", "cannot be 130%"),
    ("observed: {sends.senderShare: many}", "must be a share such as 30% or 0.3, not 'many'"),
    ("observed: {depth.deepest: 3}", "has no usual input that would be moved"),
    (
      "observed: {sends.senderShare: {value: 8%, by: sharing.visits}}",
      "is fitted by 'sharing.visits', which is no number of the scenario"
    ),
    (
      "observed: {conversion.tapped: 30%}\nrecipients: {tap: 20%}",
      "and 'recipients.tap' (0.2) are both given, and only one of them can be"
    ),
    (
      "observed: {conversion.tapped: 30%, conversion.launched: {value: 5%, by: recipients.tap}}",
      "both would be fitted by 'recipients.tap'"
    ),
    ("observed: {sends.senderShare: 99.9%}", "'observed.sends.senderShare' cannot be 99.9%"),
    ("observed: {sends.senderShare: 8}", "write 8%"),
  ]

  /// Two outputs of which each can be had, and not both.
  static let contradictions: [(observed: String, words: [String])] = [
    (
      "retention.active.day7: 15%, retention.active.day30: 20%",
      ["retention.active.day30", "retention.active.day7"]
    ),
    (
      "conversion.tapped: 10%, conversion.launched: 30%",
      ["conversion.launched", "conversion.tapped"]
    ),
    (
      "prompts.tapShare: 60%, prompts.dismissShare: 70%",
      ["prompts.dismissShare", "prompts.tapShare"]
    ),
    ("uninstall.organic: 40%, uninstall.invited: 10%", ["uninstall.invited", "uninstall.organic"]),
    (
      "conversion.tapped: 30%, conversion.launched: {value: 5%, by: recipients.tap}",
      ["conversion.launched", "conversion.tapped"]
    ),
  ]

  /// More of them, which take a while: with GROWTHLOOP_ALARMS, as `make alarms` sets it.
  static let longContradictions: [(observed: String, words: [String])] =
    ProcessInfo.processInfo.environment["GROWTHLOOP_ALARMS"] == nil
    ? []
    : [
      (
        "retention.active.day1: 20%, retention.active.day7: 30%",
        ["retention.active.day7", "retention.active.day1"]
      ),
      (
        "conversion.launched: 4%, conversion.home: 12%",
        ["conversion.home", "conversion.launched"]
      ),
      ("conversion.tapped: 10%, conversion.home: 15%", ["conversion.home", "conversion.tapped"]),
      (
        "sends.senderShare: 20%, sends.perActiveMonth: 0.05",
        ["sends.perActiveMonth", "senderShare"]
      ),
      (
        "conversion.tapped: 30%, conversion.homeOfTapped: 10%, conversion.home: 20%",
        ["conversion.home"]
      ),
    ]

  @Test(arguments: contradictions + longContradictions)
  func `what contradicts each other is named, both of it`(observed: String, words: [String])
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write("mine.yaml", "\(Self.town)observed: {\(observed)}\n")
    let outcome = await growthloopOnThread(["simulate", file, "--no-ranking"])
    #expect(outcome.code == .badInput, "\(outcome.output)")
    #expect(outcome.complaints.contains("mine.yaml:7:") && outcome.complaints.contains("^"))
    for word in words { #expect(outcome.complaints.contains(word), "\(outcome.complaints)") }
    #expect(
      outcome.complaints.contains("contradicts") || outcome.complaints.contains("cannot be"),
      "\(outcome.complaints)")
  }

  @Test(arguments: refused)
  func `what cannot be is named with its place and a remedy`(observed: String, words: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write("mine.yaml", Self.town + observed + "\n")
    let outcome = await growthloopOnThread(["simulate", file, "--no-ranking"])
    #expect(outcome.code == .badInput, "\(outcome.output)")
    #expect(outcome.complaints.contains(words), "\(outcome.complaints)")
    #expect(outcome.complaints.contains("mine.yaml:7:") && outcome.complaints.contains("^"))
  }

  /// Commands with a mistake beside what was observed, and the words that name it.
  static let mistaken: [(words: [String], says: String)] = [
    (["compare", "FILE", "OTHER"], "unknown key 'recipients.tab'"),
    (["compare", "FILE", "nothing.yaml"], "nothing.yaml"),
    (["compare", "FILE", "days=30", "--until", "k.cohrt=1"], "unknown metric 'k.cohrt'"),
    (["sweep", "FILE", "--vary", "nonsense"], "unknown parameter 'nonsense'"),
    (["sweep", "FILE", "--vary", "recipients.tap=lots,30%"], "'recipients.tap'"),
    (["sweep", "FILE", "--metrics", "nonsense"], "nonsense"),
    (["solve", "FILE", "--target", "k.month=lots"], "must be METRIC=VALUE"),
    (["simulate", "FILE", "--until", "k.cohrt=1"], "unknown metric 'k.cohrt'"),
    (["simulate", "FILE", "--seed", "x"], "--seed"),
    (["experiment", "FILE", "recipients.tab=30%"], "recipients.tab"),
    (["experiment", "FILE", "recipients.tap=30%", "--redraws", "x"], "--redraws"),
    (["rollout", "FILE", "recipients.tab=30%"], "recipients.tab"),
    (["rollout", "FILE", "recipients.tap=30%", "--ramps", "1"], "--ramps"),
  ]

  @Test(arguments: mistaken)
  func `a mistake beside it is told before anything is fitted`(words: [String], says: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let text = "\(Self.town)observed: {conversion.tapped: 30%}\n"
    let file = try folder.write("mine.yaml", text)
    let other = try folder.write("other.yaml", "\(text)recipients: {tab: 30%}\n")
    let outcome = await growthloopOnThread(
      words.map { $0 == "FILE" ? file : $0 == "OTHER" ? other : $0 })
    #expect(outcome.code != .success && outcome.output.isEmpty, "\(outcome.output)")
    #expect(outcome.complaints.contains(says), "\(outcome.complaints)")
    #expect(!outcome.complaints.contains("fitted:"), "\(outcome.complaints)")
  }

  @Test func `what was moved stands in the answer, and what came out stands beside it`()
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "mine.yaml",
      Self.town + "observed: {conversion.tapped: 30%, retention.active.day7: 20%}\n")
    let outcome = await growthloopOnThread(["simulate", file, "--no-ranking"])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    for words in [
      "What was fitted to your numbers", "use.retention.7 none → ", "recipients.tap 40.0% → ",
      "observed.conversion.tapped", "observed.retention.active.day7", "the usual",
    ] {
      #expect(outcome.output.contains(words), "\(words)")
    }
    // The fitted numbers are what others change.
    let compared = await growthloopOnThread(
      ["compare", file, "recipients.install=50%", "--no-ranking"])
    #expect(compared.code == .success, "\(compared.complaints)")
    #expect(compared.output.contains("50% of taps install instead of 25%"))
    // So they are for a file that observed the same: fitted by itself, it would lose what it changes.
    let variant = try folder.write(
      "more.yaml", "extends: mine.yaml\ntitle: More\nrecipients: {install: 50%}\n")
    let beside = await growthloopOnThread(["compare", file, variant, "--no-ranking"])
    #expect(beside.complaints == compared.complaints)
    func row(_ outcome: Outcome) -> String? {
      outcome.lines.first { $0.hasPrefix("Newcomers brought per member") }
    }
    #expect(row(beside) != nil && row(beside) == row(compared))
    let own = try folder.write(
      "own.yaml", "extends: mine.yaml\ntitle: Own\nrecipients: {tap: 60%}\n")
    let opened = await growthloopOnThread(["compare", file, own, "--no-ranking"])
    #expect(opened.output.contains("recipients.tap: 0.") && opened.output.contains(" → 0.6"))
  }

  @Test func `a month that is cut short does not lessen the share who share in one`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("mine.yaml", Self.town)
    var shares: [Double] = []
    for days in ["30", "35"] {
      let outcome = await growthloopOnThread([
        "simulate", file, "--set", "days=\(days)", "--metrics", "sends.senderShare", "--json",
        "--no-ranking",
      ])
      let metrics = try JSONParser.parse(Array(outcome.output.utf8))["metrics"]?.elements
      shares.append(try #require(metrics?.first?["mean"]?.amount, "\(outcome.complaints)"))
    }
    #expect(shares[1] > 0.95 * shares[0] && shares[1] < 1.05 * shares[0], "\(shares)")
  }

  @Test func `a draw takes the place of what was fitted, and a change that of the draw`()
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "mine.yaml",
      Self.town + "observed: {conversion.tapped: 30%, onboarding.completion: 60%}\n")
    let base = try await onThread {
      try ChosenScenario(
        named: file, changed: [try ScenarioOverride("sharing.recipients=3")], on: MemoryConsole())
    }
    func value(_ name: String, of choice: ChosenScenario) -> String? {
      choice.setup.parameters.first { $0.name == name }?.value
    }
    let draws = try folder.write("draws.csv", "recipients.tap,sharing.recipients\n0.77,9\n")
    let posterior = try #require(
      try PosteriorDraws(
        Arguments(["--posterior", draws], of: SimulateCommand.manual), on: MemoryConsole()))
    let drawn = try #require(
      try posterior.scenarios(of: file, changed: base.source.changes, atMost: 1).first)
    #expect(value("recipients.tap", of: base) != "0.77")
    #expect(value("recipients.tap", of: drawn) == "0.77")
    #expect(value("sharing.recipients", of: drawn) == "3")
    for name in ["firstRun.dropPerScreen", "firstRun.dropAtAccount"] {
      #expect(value(name, of: drawn) == value(name, of: base))
    }
  }

  @Test func `what was counted does not move, and what moves says whether it stays usual`()
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "mine.yaml", Self.town + "observed: {sends.senderShare: 12%}\nuse: {keyAction: 8%}\n")
    let outcome = await growthloopOnThread(["simulate", file, "--no-ranking"])
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(outcome.complaints.contains("sharing.visit 2.0% → "), "\(outcome.complaints)")
    #expect(outcome.complaints.contains("sharing.promptTap 20.0% → "))
    #expect(!outcome.complaints.contains("use.keyAction"), "it stands in the file")
    #expect(!outcome.complaints.contains("use.postAction"), "the rules have no use for it")
    #expect(outcome.complaints.contains("the assumed "))
  }
}
